import { useLocation } from "@remix-run/react";
import type { TOptions } from "i18next";
import { Check, Plus } from "lucide";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { PageOf } from "#contract/api/endpoint";
import type { SavedView } from "#contract/api/saved-views";
import { useTranslate } from "~/i18n/use-translate";
import { ButtonLink } from "~/ui/button";
import type { DrawingName } from "~/ui/drawings";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import { usePage } from "~/ui/page-context";
import { arrange } from "./arranging";
import { type BulkAction, BulkForm } from "./bulk";
import type { Column } from "./column";
import { columnsOnScreen } from "./columns-shown";
import { type Filter, isActive } from "./filter";
import { ListFilters, withoutFilters } from "./filters";
import { ListDisplay } from "./list-display";
import { ListFoot, ListHead, roundedTotal } from "./list-frame";
import { ListMenu } from "./list-menu";
import { withQuery } from "./list-request";
import { ViewLinks } from "./saved-views";
import { DataTable } from "./table";

type Props<Row> = {
  /** The result of `loadList`. */
  list: {
    path: string;
    query: { q: string; sort: string; order: "asc" | "desc" };
    page: PageOf<Row>;
    /** Whether every matching row is selected, and whether the visible rows are. */
    all: boolean;
    ticked: boolean;
    views: SavedView[];
  };
  /**
   * The prefix of its texts: `oauth-clients:` or `outbox:list.`. They are `title`, `count`, `search`, `empty` for a list
   * without rows, `create` where there is that page, and `chosen` where rows can be selected.
   */
  texts: string;
  /** In place of `title`. */
  title?: string;
  /** In place of `search`. */
  searchLabel?: string;
  columns: Column<Row>[];
  filters?: Filter[];
  /** Whether the list has its `create` page. */
  create?: boolean;
  /** Its main action, in place of `create`. */
  mainAction?: ReactNode;
  /** Whether the list has its `export.csv` and `export.xlsx`. */
  exports?: boolean;
  /** Whether the list has its `import` page. */
  imports?: boolean;
  /** The bulk actions, on the list's `bulk` page. */
  bulk?: BulkAction[];
  /** Further query parameters of the bulk actions. */
  bulkQuery?: Record<string, string>;
  /** The page of its deleted records. */
  bin?: { to: string; label: string };
  /** Whether its rows have an order that can be changed, and the column that changes it. */
  ordered?: Column<Row>;
  /** Further items of its menu. */
  menu?: ReactNode;
  /** Whether rows have a preview, in a `RowPanel` among the children. */
  previews?: boolean;
  drawing?: DrawingName;
  /** Between the filters and the rows: the preview of a row, a warning. */
  children?: ReactNode;
  /** Under the rows. */
  note?: ReactNode;
};

/** The layout of every list of the back-office: head, saved views, search and filters, rows, pages. */
export function ListPage<Row extends { id: string }>(props: Props<Row>) {
  const { list, texts, columns, filters = [], create, exports, imports, bulk, bulkQuery, bin, previews, drawing = "crate" } = props;
  const { path, query, page, all, ticked, views } = list;
  const { t } = useTranslation("lists");
  const translate = useTranslate();
  const { locale } = usePage();
  const text = (name: string, values: TOptions = {}): string => translate(`${texts}${name}` as "lists:filter", values);
  const { title = text("title"), searchLabel = text("search") } = props;
  const nameOf = useNames(columns);
  const { search } = useLocation();
  const parameters = new URLSearchParams(search);
  const arranging = parameters.has(arrange) && query.sort === "position" ? props.ordered : undefined;
  const shown = columnsOnScreen(columns, parameters, { rows: page.items, t: translate, locale });
  const filtered = query.q !== "" || filters.some(isActive);
  const table = (
    <DataTable
      caption={title}
      columns={arranging ? [...columns.slice(0, 1), arranging] : shown}
      rows={page.items}
      sort={query.sort}
      order={query.order}
      choose={bulk && !arranging ? { nameOf, all, ticked } : undefined}
      previewName={previews && !arranging ? nameOf : undefined}
    />
  );
  return (
    <>
      <ListHead
        title={title}
        count={list.page.totalIsExact ? text("count", { count: page.total }) : t("countAbout", { count: roundedTotal(list.page.total) })}
      >
        <ListMenu
          path={path}
          views={views}
          bin={bin}
          exports={exports}
          imports={imports}
          ordered={!!props.ordered}
          columns={<ListDisplay columns={columns} shown={shown} perPage={page.perPage} />}
        >
          {props.menu}
        </ListMenu>
        {arranging ? (
          <ButtonLink to={path + withQuery(search, { [arrange]: null })} variant="ink">
            <Icon of={Check} />
            {t("arrange.done")}
          </ButtonLink>
        ) : (
          (props.mainAction ??
          (create && (
            <ButtonLink to={`${path}/create`} className="btn-short">
              <Icon of={Plus} />
              <span>{text("create")}</span>
            </ButtonLink>
          )))
        )}
      </ListHead>
      <ViewLinks views={views} label={t("view.label")} bin={bin} className="max-sm:hidden" />
      <ListFilters searchLabel={searchLabel} query={query} filters={filters} />
      {props.children}
      {page.items.length === 0 ? (
        <EmptyState
          drawing={drawing}
          text={filtered ? t("noMatch") : text("empty")}
          action={filtered ? { to: path + withoutFilters(search, filters), label: t("clear") } : undefined}
        />
      ) : bulk && !arranging ? (
        <BulkForm
          page={page}
          actions={bulk}
          to={`${path}/bulk`}
          all={all}
          ticked={ticked}
          query={bulkQuery}
          chosen={(count) => text("chosen", { count })}
        >
          {table}
        </BulkForm>
      ) : (
        table
      )}
      {props.note}
      <ListFoot page={page} />
    </>
  );
}

/** The name of a row is the value of its first column. */
function useNames<Row>([first]: Column<Row>[]): (row: Row) => string {
  const t = useTranslate();
  const { locale } = usePage();
  return (row) => String(first?.value(row, t, locale) ?? "");
}
