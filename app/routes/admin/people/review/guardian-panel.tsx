import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { AccountReview } from "#contract/accounts/account-review";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Facts } from "~/ui/facts";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** The field of the form that corrects the guardian. */
export const guardianField = "guardianFix";

type Guardian = NonNullable<AccountReview["guardian"]>;
type Props = {
  guardian: Guardian;
  /** Whether the account waits for the guardian: not once the person is of age. */
  needed: boolean;
  /** Whether the reader corrects who the guardian is. */
  mayCorrect: boolean;
  answer: FormAnswer | undefined;
};

/** A minor's guardian, their consent, a button to send the mail again, and a form for another address. */
export function GuardianPanel({ guardian, needed, mayCorrect, answer }: Props) {
  const { t } = useTranslation("review");
  const { name, email } = guardian;
  return (
    <Panel title={t("guardian.title")}>
      <GuardianState guardian={guardian} needed={needed} />
      <Facts
        className="grid gap-3"
        facts={[
          { label: t("guardian.name"), value: name },
          { label: t("person.email"), value: <a href={`mailto:${email}`}>{email}</a> },
        ]}
      />
      {needed && (
        <Form className="actions mt-4">
          <Submit name="guardian" value="again" variant="line">
            {t("guardian.again")}
          </Submit>
        </Form>
      )}
      {needed && mayCorrect && (
        <details className="mt-4" open={answer !== undefined}>
          <summary className="font-semibold">{t("guardian.wrong")}</summary>
          <GuardianForm guardian={guardian} answer={answer} />
        </details>
      )}
    </Panel>
  );
}

function GuardianState({ guardian: { requestedAt, consentedAt, expired }, needed }: Pick<Props, "guardian" | "needed">) {
  const { t } = useTranslation("review");
  const { locale } = usePage();
  if (consentedAt)
    return <p className="mb-3 font-semibold text-success">{t("guardian.agreed", { date: formatDate(locale, consentedAt, "full") })}</p>;
  if (!needed) return <p className="mb-3 font-semibold">{t("guardian.notNeeded")}</p>;
  const state = t(expired ? "guardian.expired" : "guardian.requested", { date: formatDate(locale, requestedAt, "full") });
  return <p className="mb-3 font-semibold text-warning">{state}</p>;
}

const schema = () => import("#contract/accounts/account-review").then(({ GuardianContact }) => GuardianContact);

function GuardianForm({ guardian: { name, email }, answer }: Pick<Props, "guardian" | "answer">) {
  const { t } = useTranslation("review");
  const [form, fields] = usePageForm(schema, { id: "guardian", answer, defaultValue: { name, email } });
  return (
    <Form className="mt-3 grid gap-4" {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <input type="hidden" name={guardianField} value="1" />
      <TextField field={fields.name} label={t("guardian.name")} autoComplete="off" />
      <TextField field={fields.email} label={t("person.email")} type="email" autoComplete="off" />
      <div>
        <Submit variant="line">{t("guardian.correct")}</Submit>
      </div>
    </Form>
  );
}
