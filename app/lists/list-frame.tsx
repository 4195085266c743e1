import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { maxPaginatedRows, type PageOf } from "#contract/api/endpoint";
import { PageLinks } from "./page-links";

/** Head of a list: its title, how many rows match, and its actions. */
export function ListHead({ title, count, children }: { title: string; count: string; children?: ReactNode }) {
  return (
    <div className="list-head">
      <div className="min-w-0">
        <h1 className="office-title">{title}</h1>
        <p className="muted" role="status">
          {count}
        </p>
      </div>
      {children && <div className="flex flex-none gap-2.5">{children}</div>}
    </div>
  );
}

/** An estimate with two digits that count: 4,688 is printed as 4,700. */
export function roundedTotal(estimate: number): number {
  return Number(estimate.toPrecision(2));
}

/** Foot of a list: the range of rows, and links to the other pages. */
export function ListFoot({ page }: { page: PageOf<unknown> }) {
  const { t } = useTranslation("lists");
  if (page.total === 0) return null;
  const from = (page.page - 1) * page.perPage + 1;
  const range = { from, to: from + page.items.length - 1, count: page.totalIsExact ? page.total : roundedTotal(page.total) };
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p className="muted">
        {t(page.totalIsExact ? "range" : "rangeAbout", range)}
        {page.total > maxPaginatedRows && ` ${t(page.next === undefined ? "pagesEnd" : "numbersEnd", { rows: maxPaginatedRows })}`}
      </p>
      <PageLinks page={page} className="page-numbers" byPosition />
    </div>
  );
}
