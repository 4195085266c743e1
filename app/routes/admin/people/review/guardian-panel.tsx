import { useTranslation } from "react-i18next";
import type { AccountReview } from "#contract/accounts/account-review";
import { Form, Submit } from "~/forms/form";
import { Facts } from "~/ui/facts";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** A minor's guardian, their consent, and a button to send the mail again. */
export function GuardianPanel({ guardian }: { guardian: NonNullable<AccountReview["guardian"]> }) {
  const { t } = useTranslation("review");
  const { locale } = usePage();
  const { name, email, requestedAt, consentedAt, expired } = guardian;
  const state = consentedAt
    ? t("guardian.agreed", { date: formatDate(locale, consentedAt, "full") })
    : t(expired ? "guardian.expired" : "guardian.requested", { date: formatDate(locale, requestedAt, "full") });
  return (
    <Panel title={t("guardian.title")}>
      <p className={`mb-3 font-semibold ${consentedAt ? "text-success" : "text-warning"}`}>{state}</p>
      <Facts
        className="grid gap-3"
        facts={[
          { label: t("guardian.name"), value: name },
          { label: t("person.email"), value: <a href={`mailto:${email}`}>{email}</a> },
        ]}
      />
      {!consentedAt && (
        <Form className="actions mt-4">
          <Submit name="guardian" value="again" variant="line">
            {t("guardian.again")}
          </Submit>
        </Form>
      )}
    </Panel>
  );
}
