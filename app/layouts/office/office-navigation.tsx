import { Clock } from "lucide";
import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { WorkQueues } from "#contract/charity/work-queues";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useCurrentInSight } from "~/ui/scroll-into-view";
import { entryPath, type OfficeEntry, type OfficeGroup, waitingIn } from "./navigation";

type Props = { groups: OfficeGroup[]; current: OfficeEntry | undefined; queues: WorkQueues["queues"] };

/** The pages a person may open, in groups, with what waits in each. */
export function OfficeNavigation({ groups, current, queues }: Props) {
  const { t } = useTranslation("dashboard");
  const id = useId();
  const list = useRef<HTMLElement>(null);
  useCurrentInSight(list, current?.label);
  return (
    <nav ref={list} className="office-nav" aria-label={t("nav.label")}>
      {groups.map(({ label, entries }) => (
        <div key={label ?? "main"}>
          {label && <h2 id={id + label}>{t(label)}</h2>}
          <ul aria-labelledby={label && id + label}>
            {entries.map((entry) => (
              <li key={entry.label}>
                <Link to={entryPath(entry, queues)} aria-current={entry.label === current?.label ? "page" : undefined}>
                  <Icon of={entry.icon} />
                  {t(entry.label)}
                  <WaitingCount entry={entry} queues={queues} />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** The number of waiting items under an entry, if any. A clock icon marks overdue ones. */
export function WaitingCount({ entry, queues }: { entry: Pick<OfficeEntry, "tabs">; queues: WorkQueues["queues"] }) {
  const { t } = useTranslation("dashboard");
  const { count, late } = waitingIn(entry, queues);
  if (count === 0) return null;
  return (
    <span className={late ? "office-count text-danger" : "office-count"}>
      {late && <Icon of={Clock} className="size-4" />}
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{t(late ? "nav.waitingLate" : "nav.waiting", { count })}</span>
    </span>
  );
}
