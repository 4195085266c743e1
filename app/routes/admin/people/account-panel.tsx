import { useTranslation } from "react-i18next";
import { reasonedTransitions, type StaffTransition } from "#contract/accounts/account-transitions";
import type { PersonRecord } from "#contract/accounts/people";
import { Form, Submit } from "~/forms/form";
import { StateBadge } from "~/subjects/people/badges";
import { ButtonLink, type ButtonVariant } from "~/ui/button";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";

const variants: Record<StaffTransition, ButtonVariant> = {
  approve: "primary",
  ask: "line",
  refuse: "danger",
  reconsider: "line",
  reopen: "primary",
  restore: "primary",
  suspend: "danger",
};

/** Transitions that are decisions: they are made on the page of the review. */
const decisions: readonly StaffTransition[] = ["approve", "ask", "refuse"];

/** The state of an account, its reason, and its possible transitions; those that need a reason link to a page with its field. */
export function AccountPanel({ id, account }: { id: string; account: NonNullable<PersonRecord["more"]> }) {
  const { t } = useTranslation("people");
  const page = `/dashboard/admin/users/${id}/account`;
  return (
    <Panel title={t("account")}>
      <p className="flex flex-wrap items-center gap-2">
        <StateBadge state={account.accountState} />
        <span className="muted">
          {t("since")} <LocalDate value={account.since} style="full" />
        </span>
      </p>
      {account.reason && <blockquote className="mt-3 border-line border-l-4 pl-4">{account.reason}</blockquote>}
      {account.steps.includes("restore") && <p className="muted mt-3">{t("archived")}</p>}
      {account.byAdministrators && !account.own && <p className="muted mt-3">{t("byAdministrators")}</p>}
      {account.own && <p className="muted mt-3">{t("ownAccount")}</p>}
      {account.steps.length > 0 && (
        <div className="actions mt-4">
          {account.steps.some((step) => decisions.includes(step)) && (
            <ButtonLink to={`/dashboard/admin/users/pending-approval/${id}`}>{t("review")}</ButtonLink>
          )}
          {account.steps
            .filter((step) => !decisions.includes(step))
            .map((step) =>
              reasonedTransitions.includes(step) ? (
                <ButtonLink key={step} variant={variants[step]} to={`${page}?step=${step}`}>
                  {t(`step.${step}`)}
                </ButtonLink>
              ) : (
                <Form key={step} className="grid max-sm:w-full" action={page}>
                  <Submit name="step" value={step} variant={variants[step]}>
                    {t(`step.${step}`)}
                  </Submit>
                </Form>
              ),
            )}
        </div>
      )}
    </Panel>
  );
}
