import { ArrowRight } from "lucide";
import { useTranslation } from "react-i18next";
import type { Dashboard } from "#contract/charity/dashboard";
import type { WorkQueue } from "#contract/charity/work-queues";
import { ButtonLink } from "~/ui/button";
import { Drawing, DrawingSymbols } from "~/ui/drawing";
import { Icon } from "~/ui/icon";
import { useAge } from "~/ui/waiting-age";

type Props = { queue: WorkQueue; accounts: NonNullable<Dashboard["accounts"]>; days: number[] };

/** Waiting accounts by promised day; overdue ones are drawn apart. */
export function AccountsBand({ queue: { count, oldest, late }, accounts, days }: Props) {
  const { t } = useTranslation("dashboard");
  const age = useAge(oldest);
  return (
    <section className="next-action on-colour on-dark">
      <DrawingSymbols names={["door"]} />
      <h2>{t("work.accounts.title", { count, age })}</h2>
      <ol className="work-days">
        {days.map((waiting, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place
          <li key={at}>
            <strong>{waiting}</strong>
            <span>{t("work.accounts.day", { day: at + 1 })}</span>
          </li>
        ))}
        {late > 0 && (
          <li className="work-loose">
            <strong>{late}</strong>
            <span>{t("work.accounts.late")}</span>
          </li>
        )}
      </ol>
      <p className="max-w-2xl">
        {t("work.accounts.promise")} {accounts.complete > 0 && t("work.accounts.complete", { count: accounts.complete })}
      </p>
      <p className="actions">
        {accounts.oldest && (
          <ButtonLink variant="white" to={`/dashboard/admin/users/pending-approval/${accounts.oldest}`}>
            {t("work.accounts.oldest")}
            <Icon of={ArrowRight} />
          </ButtonLink>
        )}
        <ButtonLink variant="hollow" to="/dashboard/admin/users/pending-approval">
          {t("work.accounts.all", { count })}
        </ButtonLink>
      </p>
      <Drawing name="door" className="next-action-drawing" />
    </section>
  );
}
