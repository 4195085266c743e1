import { useLocation } from "@remix-run/react";
import { ArrowDown, ArrowUp, Eye } from "lucide";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useTranslate } from "~/i18n/use-translate";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { bulkForm } from "./bulk";
import { type Column, cellOf, emptyCell } from "./column";
import { cardPlaces, choosesColumns } from "./columns-shown";
import { withQuery } from "./list-request";
import { previewLinkId, previewParameter } from "./preview";

type Props<Row> = {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  sort: string;
  order: "asc" | "desc";
  /** Set when rows can be selected: the label of a row's checkbox. */
  choose?: { nameOf: (row: Row) => string; all: boolean; ticked: boolean };
  /** Set when rows have a preview: the label of its link. */
  previewName?: (row: Row) => string;
};

/** Rows of a list as a table, or as cards on a phone. Sorting is a link. */
export function DataTable<Row extends { id: string }>({ caption, columns, rows, sort, order, choose, previewName }: Props<Row>) {
  const { t } = useTranslation("lists");
  const translate = useTranslate();
  const { locale } = usePage();
  const chosen = choosesColumns(columns, new URLSearchParams(useLocation().search));
  const headers = columns.map(({ header }) => header(translate));
  const places = cardPlaces(columns, chosen);
  return (
    // Screen-reader texts are positioned inside it: otherwise they would make the page as wide as the table.
    <div className="relative sm:panel sm:overflow-x-auto sm:px-2 sm:py-1">
      <table className="list-table list-cards">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {choose && (
              <th scope="col">
                <span className="sr-only">{t("choose")}</span>
              </th>
            )}
            {columns.map((column, at) => (
              <HeaderCell
                key={column.key}
                column={column}
                header={headers[at] ?? ""}
                sort={sort}
                order={order}
                first={at === 0}
                className={classOf(column, chosen)}
              />
            ))}
            {previewName && (
              <th scope="col">
                <span className="sr-only">{t("preview.column")}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {choose && (
                <td data-cell="choose">
                  <label>
                    <input
                      type="checkbox"
                      form={bulkForm}
                      className="tick"
                      name="ids"
                      value={row.id}
                      aria-label={t("chooseRow", { name: choose.nameOf(row) })}
                      defaultChecked={choose.all || choose.ticked}
                      disabled={choose.all}
                      key={`${row.id} ${choose.all} ${choose.ticked}`}
                    />
                  </label>
                </td>
              )}
              {columns.map((column, at) => {
                const { key, value, cell, numeric } = column;
                const shown = cell ? cell(row, translate, locale) : cellOf(value(row, translate, locale), numeric ? locale : undefined);
                return (
                  <td
                    key={key}
                    data-card={places[at]}
                    data-label={places[at] === "named" || numeric ? headers[at] : undefined}
                    data-empty={(at > 0 && isNothing(shown)) || undefined}
                    className={classOf(column, chosen)}
                  >
                    {shown}
                  </td>
                );
              })}
              {previewName && <PreviewCell id={row.id} name={previewName(row)} />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const isNothing = (shown: ReactNode) => shown === emptyCell || shown === null || shown === undefined || shown === false;

const classOf = <Row,>({ numeric, onCards }: Column<Row>, chosen: boolean): string | undefined =>
  [numeric && "text-right tabular-nums", onCards && !chosen && "sm:hidden"].filter(Boolean).join(" ") || undefined;

function PreviewCell({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation("lists");
  const { pathname, search } = useLocation();
  return (
    <td data-cell="preview">
      <Link
        to={pathname + withQuery(search, { [previewParameter]: id })}
        id={previewLinkId(id)}
        className="preview-link"
        aria-label={t("preview.open", { name })}
        aria-haspopup="dialog"
        preventScrollReset
      >
        <Icon of={Eye} />
      </Link>
    </td>
  );
}

type HeaderProps<Row> = { column: Column<Row>; header: string; sort: string; order: "asc" | "desc"; first: boolean; className?: string };

function HeaderCell<Row>({ column: { key, sortable }, header, sort, order, first, className }: HeaderProps<Row>) {
  const { t } = useTranslation("lists");
  const { pathname, search } = useLocation();
  const current = sort === key;
  const next = current && order === "asc" ? "desc" : "asc";
  return (
    <th
      scope="col"
      data-cell={first ? "title" : undefined}
      aria-sort={current ? (order === "asc" ? "ascending" : "descending") : undefined}
      className={className}
    >
      {sortable ? (
        <Link
          to={pathname + withQuery(search, { sort: key, order: next, page: null })}
          aria-label={t(next === "asc" ? "sortUp" : "sortDown", { column: header })}
        >
          {header}
          {current && <Icon of={order === "asc" ? ArrowUp : ArrowDown} className="size-4" />}
        </Link>
      ) : (
        header
      )}
    </th>
  );
}
