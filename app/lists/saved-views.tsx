import { useLocation } from "@remix-run/react";
import { Plus } from "lucide";
import { useTranslation } from "react-i18next";
import type { SavedView } from "#contract/api/saved-views";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { listStateIn } from "./list-request";

/** The views of a list: the default list, the saved ones, and a form to save the current one. */
export function SavedViews({ views }: { views: SavedView[] }) {
  const { t } = useTranslation("lists");
  const { pathname, search } = useLocation();
  const here = sameQuery(search);
  const links = [{ id: "all", name: t("view.all"), query: "" }, ...views];
  return (
    <nav className="views" aria-label={t("view.label")}>
      {links.map(({ id, name, query }) => (
        <Link key={id} to={`${pathname}${query && `?${query}`}`} aria-current={sameQuery(query) === here ? "page" : undefined}>
          {name}
        </Link>
      ))}
      <Link
        to={`/dashboard/views?${new URLSearchParams({ list: pathname, query: String(new URLSearchParams(listStateIn(search))) })}`}
        className="text-primary"
      >
        <Icon of={Plus} />
        {t("view.keep")}
      </Link>
    </nav>
  );
}

/** A query with its parameters in order and without empty ones, for comparing. */
function sameQuery(query: string): string {
  const filled = listStateIn(query).filter(([name, value]) => value !== "" && name !== "page");
  return new URLSearchParams(filled.sort(([a], [b]) => a.localeCompare(b))).toString();
}
