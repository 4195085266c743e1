import { useLocation } from "@remix-run/react";
import { Bookmark } from "lucide";
import { useTranslation } from "react-i18next";
import type { SavedView } from "#contract/api/saved-views";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { listStateIn, withoutPage } from "./list-request";

type Props = { views: SavedView[]; label: string; bin?: { to: string; label: string }; className?: string };

/** The saved views of a list, the default list, and its bin; nothing where there is only the default. */
export function ViewLinks({ views, label, bin, className = "" }: Props) {
  const { t } = useTranslation("lists");
  const { pathname, search } = useLocation();
  if (views.length === 0 && !bin) return null;
  const here = sameQuery(search);
  const links = [{ id: "all", name: t("view.all"), query: "" }, ...views];
  return (
    <nav className={`views ${className}`} aria-label={label}>
      {links.map(({ id, name, query }) => (
        <Link key={id} to={`${pathname}${query && `?${query}`}`} aria-current={sameQuery(query) === here ? "page" : undefined}>
          {name}
        </Link>
      ))}
      {bin && <Link to={bin.to}>{bin.label}</Link>}
    </nav>
  );
}

/** Leads to the form that saves the current search, filters and sort under a name. */
export function SaveViewLink() {
  const { t } = useTranslation("lists");
  const { pathname, search } = useLocation();
  return (
    <Link
      to={`/dashboard/views?${new URLSearchParams({ list: pathname, query: String(new URLSearchParams(withoutPage(listStateIn(search)))) })}`}
      className="menu-item"
    >
      <Icon of={Bookmark} />
      {t("view.keep")}
    </Link>
  );
}

/** A query with its parameters in order and without empty ones, for comparing. */
function sameQuery(query: string): string {
  const filled = withoutPage(listStateIn(query)).filter(([, value]) => value !== "");
  return new URLSearchParams(filled.sort(([a], [b]) => a.localeCompare(b))).toString();
}
