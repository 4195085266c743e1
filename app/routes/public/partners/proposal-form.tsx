import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { partnerKinds } from "#contract/charity/partners";
import { ErrorSummary } from "~/forms/error-summary";
import { SelectField, TextArea, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { SpamGuard } from "~/forms/spam-guard";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";

const schema = () => import("#contract/charity/partner-proposal").then(({ PartnerProposal }) => PartnerProposal);

/** Who would bring what, and how to answer them. */
export function ProposalForm({ proof, answer }: { proof: string; answer: FormAnswer | undefined }) {
  const { t } = useTranslation("partners");
  const [form, fields] = usePageForm(schema, { id: "proposal", answer });
  const labels = {
    organisation: t("form.organisation"),
    kind: t("form.kind"),
    name: t("form.name"),
    email: t("form.email"),
    phone: t("form.phone"),
    message: t("form.message"),
  };
  return (
    <Form className="grid gap-6" {...getFormProps(form)} action="/partners#join">
      <ErrorSummary form={form} labels={labels} />
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField field={fields.organisation} label={labels.organisation} autoComplete="organization" />
        <SelectField
          field={fields.kind}
          label={labels.kind}
          empty={t("form.chooseKind")}
          choices={partnerKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        <TextField field={fields.name} label={labels.name} autoComplete="name" />
        <TextField field={fields.email} type="email" label={labels.email} autoComplete="email" />
        <TextField field={fields.phone} type="tel" label={labels.phone} autoComplete="tel" />
      </div>
      <TextArea field={fields.message} label={labels.message} rows={6} />
      <SpamGuard proof={proof} fields={fields} refused={!!form.errors} />
      <p className="actions">
        <Submit>{t("form.submit")}</Submit>
      </p>
    </Form>
  );
}
