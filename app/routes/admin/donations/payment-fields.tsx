import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { paymentMethods } from "#contract/giving/payments";
import { allocations } from "#contract/giving/pledges";
import { ErrorSummary } from "~/forms/error-summary";
import { SelectField, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { ButtonLink } from "~/ui/button";

const schema = () => import("#contract/giving/payments").then(({ PaymentForm }) => PaymentForm);

type Replaced = {
  id: string;
  donorId: string | null;
  receivedOn: string;
  name: string;
  email: string | null;
  reference: string | null;
  deposit: string | null;
  chequeNumber: string | null;
  chequeBank: string | null;
  allocation: (typeof allocations)[number];
  projectId: string | undefined;
};

type Props = {
  list: string;
  submission: string;
  today: string;
  /** The chosen pledge, and what is still expected of it. */
  reference: string;
  expectedCents: number;
  person?: { id: string; name: string; email: string };
  projects: { id: string; label: string }[];
  /** The corrected cheque on a slip in whose place this payment is recorded. */
  replaced: Replaced | null;
  answer: FormAnswer | undefined;
};

/** The form of a payment. */
export function PaymentFields({ list, submission, today, reference, expectedCents, person, projects, replaced, answer }: Props) {
  const { t } = useTranslation("payments");
  const donate = useTranslation("donate").t;
  const amount = expectedCents > 0 ? String(expectedCents / 100) : undefined;
  const defaultValue = {
    receivedOn: today,
    reference,
    amount,
    donorName: person?.name,
    donorEmail: person?.email,
    allocation: "any",
    ...(replaced && ofReplaced(replaced)),
  } as const;
  const [form, fields] = usePageForm(schema, { id: "payment", answer, defaultValue });
  return (
    <Form className="grid gap-4" submission={submission} {...getFormProps(form)}>
      <ErrorSummary form={form} />
      {replaced && (
        <>
          <input type="hidden" name="replaces" value={replaced.id} />
          {replaced.donorId && !person && <input type="hidden" name="donorId" value={replaced.donorId} />}
          <p>{t("create.replaces", { number: replaced.deposit })}</p>
        </>
      )}
      <TextField field={fields.receivedOn} label={t("create.receivedOn")} type="date" />
      <TextField field={fields.amount} label={t("create.amount")} hint={t("create.amountHint")} autoComplete="off" />
      <SelectField
        field={fields.method}
        label={t("create.method")}
        empty=""
        choices={paymentMethods.map((value) => ({ value, label: t(`method.${value}`) }))}
      />
      <TextField field={fields.reference} label={t("create.reference")} hint={t("create.referenceHint")} autoComplete="off" />
      <fieldset className="grid gap-4">
        <legend className="mb-1 text-lg font-bold">{t("create.free")}</legend>
        <p className="hint">{t("create.freeHint")}</p>
        {person && (
          <>
            <input type="hidden" name="donorId" value={person.id} />
            <p>{t("create.account", { name: person.name })}</p>
          </>
        )}
        <TextField field={fields.donorName} label={t("create.donorName")} autoComplete="off" />
        <TextField field={fields.donorEmail} label={t("create.donorEmail")} type="email" autoComplete="off" />
        <SelectField
          field={fields.allocation}
          label={t("create.allocation")}
          choices={allocations.map((value) => ({ value, label: donate(`allocation.${value}`) }))}
          optional={false}
        />
        {projects.length > 0 && (
          <SelectField
            field={fields.projectId}
            label={t("create.project")}
            empty={t("create.noProject")}
            choices={projects.map(({ id, label }) => ({ value: id, label }))}
          />
        )}
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="mb-1 text-lg font-bold">{t("create.chequeGroup")}</legend>
        <TextField field={fields.chequeNumber} label={t("create.chequeNumber")} autoComplete="off" />
        <TextField field={fields.chequeBank} label={t("create.chequeBank")} autoComplete="off" />
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="mb-1 text-lg font-bold">{t("create.split")}</legend>
        <p className="hint">{t("create.splitHint")}</p>
        <TextField field={fields.secondReference} label={t("create.secondReference")} autoComplete="off" />
        <TextField field={fields.secondAmount} label={t("create.secondAmount")} autoComplete="off" />
      </fieldset>
      <p className="actions">
        <Submit>{t("create.send")}</Submit>
        <ButtonLink variant="line" to={list}>
          {t("create.cancel")}
        </ButtonLink>
      </p>
    </Form>
  );
}

/** What the form of the right cheque begins with: all but the amount, which was wrong. */
const ofReplaced = ({ receivedOn, name, email, reference, chequeNumber, chequeBank, allocation, projectId }: Replaced) => ({
  ...{ receivedOn, method: "cheque", amount: undefined, chequeNumber: chequeNumber ?? undefined, chequeBank: chequeBank ?? undefined },
  ...(reference ? {} : { donorName: name, donorEmail: email ?? undefined, allocation, projectId }),
});
