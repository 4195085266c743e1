import { useLocation } from "@remix-run/react";
import { ArrowDownUp, Columns3, Download, Ellipsis, Upload } from "lucide";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { SavedView } from "#contract/api/saved-views";
import { pathIn } from "~/i18n/locale-of-path";
import { BottomSheet } from "~/ui/bottom-sheet";
import { Disclosure } from "~/ui/disclosure";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { arrange } from "./arranging";
import { listStateIn, withoutPage, withQuery } from "./list-request";
import { SaveViewLink, ViewLinks } from "./saved-views";

type Props = {
  path: string;
  /** The saved views, where the list has such. */
  views?: SavedView[];
  /** The page of its deleted records. */
  bin?: { to: string; label: string };
  /** Whether the list has its `export.csv` and `export.xlsx`. */
  exports?: boolean;
  /** Whether the list has its `import` page. */
  imports?: boolean;
  /** Whether its rows have an order that can be changed. */
  ordered?: boolean;
  /** The form of columns. */
  columns?: ReactNode;
  /** Links of its own. */
  children?: ReactNode;
};

/** What can be done with a list as a whole: its views, files, order and columns. */
export function ListMenu({ path, views, bin, exports, imports, ordered, columns, children }: Props) {
  const { t } = useTranslation("lists");
  const { search } = useLocation();
  return (
    <BottomSheet label={t("menu")} button={<Icon of={Ellipsis} />}>
      {views && (
        <div className="sm:hidden">
          <ViewLinks views={views} label={t("view.label")} bin={bin} />
        </div>
      )}
      <ul>
        {views && (
          <li>
            <SaveViewLink />
          </li>
        )}
        {exports && <ExportLinks path={`${path}/export`} />}
        {imports && (
          <li>
            <Link to={`${path}/import`} className="menu-item">
              <Icon of={Upload} />
              {t("import")}
            </Link>
          </li>
        )}
        {ordered && (
          <li>
            <Link to={path + withQuery(search, { sort: "position", order: "asc", page: null, [arrange]: 1 })} className="menu-item">
              <Icon of={ArrowDownUp} />
              {t("arrange.start")}
            </Link>
          </li>
        )}
        {children}
      </ul>
      {columns && (
        <Disclosure
          variant="menu"
          summary={
            <>
              <Icon of={Columns3} />
              {t("display.open")}
            </>
          }
        >
          {columns}
        </Disclosure>
      )}
    </BottomSheet>
  );
}

/** The exports of the list: same filters, same order, every row. */
function ExportLinks({ path }: { path: string }) {
  const { t } = useTranslation("lists");
  const { locale } = usePage();
  const query = new URLSearchParams(withoutPage(listStateIn(useLocation().search)));
  return (["csv", "xlsx"] as const).map((format) => (
    <li key={format}>
      <a className="menu-item" href={`${pathIn(locale, path)}.${format}${query.size > 0 ? `?${query}` : ""}`} download>
        <Icon of={Download} />
        {t(`export.${format}`)}
      </a>
    </li>
  ));
}
