import { useLocation } from "@remix-run/react";
import { useRef } from "react";
import { Link } from "./link";
import { useCurrentInSight } from "./scroll-into-view";

/** The pages of one record. Each is a link, so it can be opened in a new tab and shared. */
export function Tabs({ label, tabs }: { label: string; tabs: { to: string; label: string }[] }) {
  const { pathname, search } = useLocation();
  const path = pathname.replace(/\/$/, "");
  const current = tabs.find(({ to }) => to === path + search) ?? tabs.find(({ to }) => to === path);
  const row = useRef<HTMLElement>(null);
  useCurrentInSight(row, current?.to);
  return (
    <nav ref={row} className="tab-row" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} aria-current={tab === current ? "page" : undefined} preventScrollReset>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
