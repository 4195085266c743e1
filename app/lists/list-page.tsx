import { useLocation } from "@remix-run/react";
import type { TOptions } from "i18next";
import { Plus, Upload } from "lucide";
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
import { type BulkAction, BulkForm } from "./bulk";
import type { Column } from "./column";
import { chosenColumns } from "./columns-shown";
import { type Filter, isInForce, parametersOf } from "./filter";
import { ListFilters } from "./filters";
import { ListDisplay } from "./list-display";
import { ExportLinks, ListFoot, ListHead, roundedTotal } from "./list-frame";
import { listStateIn } from "./list-request";
import { SavedViews } from "./saved-views";
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
   * The prefix of its texts: `oauth:` or `outbox:list.`. They are `title`, `count`, `search`, `empty` for a list
   * without rows, and `create` where there is that page.
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
  /** Whether the list has its `export.csv` and `export.xlsx`. */
  exports?: boolean;
  /** Whether the list has its `import` page. */
  imports?: boolean;
  /** The bulk actions, on the list's `bulk` page. */
  bulk?: BulkAction[];
  /** Whether rows have a preview, in a `RowPanel` among the children. */
  looks?: boolean;
  drawing?: DrawingName;
  /** Between the filters and the rows. */
  children?: ReactNode;
};

/** The layout of every list of the back-office: head, saved views, search and filters, rows, pages. */
export function ListPage<Row extends { id: string }>(props: Props<Row>) {
  const { list, texts, columns, filters = [], create, exports, imports, bulk, looks, drawing = "crate", children } = props;
  const { path, query, page, all, ticked, views } = list;
  const { t } = useTranslation("lists");
  const translate = useTranslate();
  const text = (name: string, values: TOptions = {}): string => translate(`${texts}${name}` as "lists:filter", values);
  const { title = text("title"), searchLabel = text("search") } = props;
  const nameOf = useNames(columns);
  const { search } = useLocation();
  const filtered = query.q !== "" || filters.some(isInForce);
  const table = (
    <DataTable
      caption={title}
      columns={chosenColumns(columns, new URLSearchParams(search))}
      rows={page.items}
      sort={query.sort}
      order={query.order}
      choose={bulk && { nameOf, all, ticked }}
      lookAt={looks ? nameOf : undefined}
    />
  );
  return (
    <>
      <ListHead
        title={title}
        count={list.page.totalIsExact ? text("count", { count: page.total }) : t("countAbout", { count: roundedTotal(list.page.total) })}
      >
        {(exports || create) && (
          <>
            {exports && <ExportLinks path={`${path}/export`} />}
            {imports && (
              <ButtonLink to={`${path}/import`} look="line">
                <Icon of={Upload} />
                {t("import")}
              </ButtonLink>
            )}
            {create && (
              <ButtonLink to={`${path}/create`} className="max-sm:order-first max-sm:basis-full!">
                <Icon of={Plus} />
                {text("create")}
              </ButtonLink>
            )}
          </>
        )}
      </ListHead>
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <SavedViews views={views} />
        </div>
        <ListDisplay columns={columns} perPage={page.perPage} />
      </div>
      <ListFilters searchLabel={searchLabel} query={query} filters={filters} />
      {children}
      {page.items.length === 0 ? (
        <EmptyState
          drawing={drawing}
          text={filtered ? t("noMatch") : text("empty")}
          action={filtered ? { to: path + withoutFilters(search, filters), label: t("clear") } : undefined}
        />
      ) : bulk ? (
        <BulkForm page={page} actions={bulk} to={`${path}/bulk`} all={all}>
          {table}
        </BulkForm>
      ) : (
        table
      )}
      <ListFoot page={page} />
    </>
  );
}

function withoutFilters(search: string, filters: Filter[]): string {
  const narrowing = ["q", "page", ...filters.flatMap(parametersOf)];
  const retained = new URLSearchParams(listStateIn(search).filter(([name]) => !narrowing.includes(name)));
  return retained.size > 0 ? `?${retained}` : "";
}

/** The name of a row is the value of its first column. */
function useNames<Row>([first]: Column<Row>[]): (row: Row) => string {
  const t = useTranslate();
  const { locale } = usePage();
  return (row) => String(first?.value(row, t, locale) ?? "");
}
