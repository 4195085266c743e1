import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { StoredAddress } from "#contract/accounts/account";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Panel } from "~/ui/panel";
import { ReopenForm } from "./person-form";

const addressSchema = () => import("#contract/accounts/account").then(({ OwnAddress }) => OwnAddress);
const emailSchema = () => import("#contract/accounts/person-edit").then(({ NewEmail }) => NewEmail);

type AddressProps = { address: StoredAddress; version: string; answer: FormAnswer | undefined };

/** The postal address of a person, which letters and tax receipts bear. The person is notified of a change. */
export function AddressOfPerson({ address, version, answer }: AddressProps) {
  const { t } = useTranslation("people");
  const { t: field } = useTranslation("addresses");
  const [form, fields] = usePageForm(addressSchema, { id: "address", answer, defaultValue: address });
  const labels = { addressLine: field("addressLine"), postcode: field("postcode"), city: field("city") };
  return (
    <Panel title={t("address.title")}>
      <Form className="grid gap-4" {...getFormProps(form)}>
        <ErrorSummary form={form} labels={labels} />
        <input type="hidden" name="intent" value="address" />
        <input type="hidden" name="version" value={version} />
        {version !== address.version && <ReopenForm />}
        <TextField field={fields.addressLine} label={labels.addressLine} autoComplete="off" />
        <div className="grid gap-4 sm:grid-cols-[9rem_1fr]">
          <TextField field={fields.postcode} label={labels.postcode} autoComplete="off" />
          <TextField field={fields.city} label={labels.city} autoComplete="off" />
        </div>
        <p className="muted">{t("edit.mailNotice")}</p>
        <p className="actions">
          <Submit>{t("address.save")}</Submit>
        </p>
      </Form>
    </Panel>
  );
}

type EmailProps = { email: string; isConfirmed: boolean; answer: FormAnswer | undefined };

/** Another email address for the account of a person: a link is sent to it, and nothing changes before it is opened. A confirmed one is notified. */
export function EmailOfPerson({ email, isConfirmed, answer }: EmailProps) {
  const { t } = useTranslation("people");
  const [form, fields] = usePageForm(emailSchema, { id: "email", answer });
  return (
    <Panel title={t("email.title")}>
      <p className="muted mb-4">{[t("email.lead", { email }), isConfirmed && t("email.notice")].filter(Boolean).join(" ")}</p>
      <Form className="grid gap-4" {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <input type="hidden" name="intent" value="email" />
        <TextField field={fields.email} type="email" label={t("email.new")} autoComplete="off" />
        <p className="actions">
          <Submit variant="line">{t("email.submit")}</Submit>
        </p>
      </Form>
    </Panel>
  );
}
