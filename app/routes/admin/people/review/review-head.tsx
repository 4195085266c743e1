import { ChevronRight, Clock, TriangleAlert } from "lucide";
import { useTranslation } from "react-i18next";
import type { AccountReview } from "#contract/accounts/account-review";
import { StateBadge } from "~/subjects/people/badges";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { useAge } from "~/ui/waiting-age";

/** The person, the waiting time, the position in the queue, and a link to skip. */
export function ReviewHead({ review, name }: { review: AccountReview; name: string }) {
  const { t } = useTranslation("review");
  const { t: people } = useTranslation("people");
  const { role, team, since, late, accountState, queue } = review;
  const age = useAge(since);
  const waits = accountState === "to_validate";
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div className="min-w-0">
        <h1 className="office-title">{name}</h1>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="muted">{[people(`role.${role}`), team].filter(Boolean).join(", ")}</span>
          {waits ? (
            <strong className={`inline-flex items-center gap-1.5 ${late ? "text-danger" : ""}`}>
              <Icon of={late ? TriangleAlert : Clock} className="size-4" />
              {t(late ? "waits.late" : "waits.inTime", { age })}
            </strong>
          ) : (
            <StateBadge state={accountState} />
          )}
        </p>
      </div>
      {queue.next && (
        <p className="flex items-center gap-3">
          {queue.place !== null && <span className="muted">{t("place", { place: queue.place, total: queue.total })}</span>}
          <ButtonLink variant="line" to={`/dashboard/admin/users/pending-approval/${queue.next}`}>
            {t(waits ? "skip" : "next")}
            <Icon of={ChevronRight} />
          </ButtonLink>
        </p>
      )}
    </div>
  );
}
