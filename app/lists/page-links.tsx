import { useLocation } from "@remix-run/react";
import { ArrowLeft, ArrowRight } from "lucide";
import { useTranslation } from "react-i18next";
import { lastNumberedPage, type PageOf } from "#contract/api/endpoint";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { withQuery } from "./list-request";

/** Links to the pages of a list: the first and last, and the neighbours of the current one. */
export function PageLinks({ page: { page, perPage, total }, className }: { page: PageOf<unknown>; className: string }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const last = lastNumberedPage({ total, perPage });
  if (last <= 1) return null;
  const to = (number: number) => (pathname + withQuery(search, { page: number === 1 ? null : number })).replace(/\?$/, "");
  return (
    <nav className={className} aria-label={t("pages.label")}>
      {page > 1 && (
        <Link to={to(page - 1)} rel="prev" aria-label={t("pages.previous")}>
          <Icon of={ArrowLeft} />
        </Link>
      )}
      {numbers(Math.min(page, last), last).map((number) => (
        <Link
          key={number}
          to={to(number)}
          aria-current={number === page ? "page" : undefined}
          aria-label={t("pages.page", { page: number })}
        >
          {number}
        </Link>
      ))}
      {page < last && (
        <Link to={to(page + 1)} rel="next" aria-label={t("pages.next")}>
          <Icon of={ArrowRight} />
        </Link>
      )}
    </nav>
  );
}

function numbers(page: number, last: number): number[] {
  const near = [page - 1, page, page + 1, page + 2].filter((number) => number > 1 && number < last);
  return [1, ...near, last];
}
