import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { WorkQueues } from "#contract/charity/work-queues";
import { usePageHandle } from "~/layouts/handle";
import { Link } from "~/ui/link";
import { type OfficeEntry, pathOf } from "./navigation";
import { WaitingCount } from "./office-navigation";

/** The lists of the entry that a list belongs to; a record has none above it. */
export function EntryTabs({ entry, queues }: { entry: OfficeEntry | undefined; queues: WorkQueues["queues"] }) {
  const { t } = useTranslation("dashboard");
  const { pathname: path } = useLocation();
  const { ownTabs } = usePageHandle();
  if (ownTabs || !entry || entry.tabs.length < 2 || !entry.tabs.some(({ to }) => to === path)) return null;
  return (
    <nav className="tab-row" aria-label={t(entry.label)}>
      {entry.tabs.map((tab) => (
        <Link key={tab.to} to={pathOf(tab, queues)} aria-current={tab.to === path ? "page" : undefined}>
          {t(tab.label)} <WaitingCount entry={{ tabs: [tab] }} queues={queues} />
        </Link>
      ))}
    </nav>
  );
}
