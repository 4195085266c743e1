import { useLocation } from "@remix-run/react";
import { Download } from "lucide";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type PageOf, rowsByPageNumber } from "#contract/api/endpoint";
import { pathIn } from "~/i18n/locale-of-path";
import { Icon } from "~/ui/icon";
import { usePage } from "~/ui/page-context";
import { listStateIn } from "./list-request";
import { PageLinks } from "./page-links";

/** Head of a list: its title, how many rows match, and its actions. */
export function ListHead({ title, count, children }: { title: string; count: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <div className="min-w-0 flex-[1_1_16rem]">
        <h1 className="office-title">{title}</h1>
        <p className="muted mt-1" role="status">
          {count}
        </p>
      </div>
      {children && <div className="actions max-sm:w-full">{children}</div>}
    </div>
  );
}

/** The exports of the list: same filters, same order, every row. */
export function ExportLinks({ path }: { path: string }) {
  const { t } = useTranslation("lists");
  const { locale } = usePage();
  const query = new URLSearchParams(listStateIn(useLocation().search));
  return (
    <>
      {(["csv", "xlsx"] as const).map((format) => (
        <a key={format} className="btn btn-line" href={`${pathIn(locale, path)}.${format}${query.size > 0 ? `?${query}` : ""}`} download>
          <Icon of={Download} />
          {t(`export.${format}`)}
        </a>
      ))}
    </>
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
        {page.total > rowsByPageNumber && ` ${t("pagesEnd", { rows: rowsByPageNumber })}`}
      </p>
      <PageLinks page={page} className="page-numbers" />
    </div>
  );
}
