import { useTranslation } from "react-i18next";
import { Marked } from "~/search/marked";
import { markWordStarts } from "~/search/word-starts";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import type { MenuRow } from "./tool-search";

/** The lists of the menu that match the search. */
export function FoundLists({ lists, typed }: { lists: MenuRow[]; typed: string }) {
  const { locale } = usePage();
  const { t } = useTranslation("dashboard");
  return (
    <Panel title={t("search.menu")}>
      <ul className="rows">
        {lists.map(({ to, label, entry }) => (
          <li key={to}>
            <span className="min-w-0 flex-1">
              <Link to={to} className="row-title">
                <Marked text={markWordStarts(label, typed)} locale={locale} />
              </Link>
              {entry !== label && (
                <small className="muted block">
                  <Marked text={markWordStarts(entry, typed)} locale={locale} />
                </small>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
