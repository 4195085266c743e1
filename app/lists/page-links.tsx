import { useLocation } from "@remix-run/react";
import { ArrowLeft, ArrowRight } from "lucide";
import { useTranslation } from "react-i18next";
import { lastNumberedPage, type PageOf } from "#contract/api/endpoint";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { withQuery } from "./list-request";

type Props = {
  page: PageOf<unknown>;
  className: string;
  /** Whether the next and previous pages begin at the rows that are shown, wherever these are by then; by number otherwise, which caches can hold. */
  byPosition?: boolean;
};

/** Links to the pages of a list: the first and last, and the neighbours of the current one. */
export function PageLinks({ page: { page, perPage, total, next, previous }, className, byPosition = false }: Props) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const last = lastNumberedPage({ total, perPage });
  const after = byPosition ? next : undefined;
  const before = byPosition ? previous : undefined;
  if (last <= 1 && !after && !before) return null;
  const to = (number: number, place: Record<string, string> = {}) =>
    (pathname + withQuery(search, { page: number === 1 ? null : number, ...place })).replace(/\?$/, "");
  return (
    <nav className={className} aria-label={t("pages.label")}>
      {page > 1 && (
        <Link to={to(page - 1, before && page > 2 ? { before } : {})} rel="prev" aria-label={t("pages.previous")}>
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
      {(after || (page < last && after !== null)) && (
        <Link to={to(page + 1, after ? { after } : {})} rel="next" aria-label={t("pages.next")}>
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
