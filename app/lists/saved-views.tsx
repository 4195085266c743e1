import { useLocation } from "@remix-run/react";
import { Bookmark } from "lucide";
import { useTranslation } from "react-i18next";
import type { SavedView } from "#contract/api/saved-views";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { listStateIn } from "./list-request";

/** The saved views of a list and the default list; nothing where nobody has saved one. */
export function ViewLinks({ views, label }: { views: SavedView[]; label: string }) {
  const { t } = useTranslation("lists");
  const { pathname, search } = useLocation();
  if (views.length === 0) return null;
  const here = sameQuery(search);
  const links = [{ id: "all", name: t("view.all"), query: "" }, ...views];
  return (
    <nav className="views" aria-label={label}>
      {links.map(({ id, name, query }) => (
        <Link key={id} to={`${pathname}${query && `?${query}`}`} aria-current={sameQuery(query) === here ? "page" : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** Leads to the form that saves the current search, filters and sort under a name. */
export function SaveViewLink() {
  const { t } = useTranslation("lists");
  const { pathname, search } = useLocation();
  return (
    <Link
      to={`/dashboard/views?${new URLSearchParams({ list: pathname, query: String(new URLSearchParams(listStateIn(search))) })}`}
      className="menu-item"
    >
      <Icon of={Bookmark} />
      {t("view.keep")}
    </Link>
  );
}

/** A query with its parameters in order and without empty ones, for comparing. */
function sameQuery(query: string): string {
  const filled = listStateIn(query).filter(([name, value]) => value !== "" && name !== "page");
  return new URLSearchParams(filled.sort(([a], [b]) => a.localeCompare(b))).toString();
}
