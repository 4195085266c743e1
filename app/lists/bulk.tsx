import { useLocation } from "@remix-run/react";
import { type IconNode, X } from "lucide";
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PageOf } from "#contract/api/endpoint";
import { pathIn } from "~/i18n/locale-of-path";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { listStateIn, withQuery } from "./list-request";
import { chooseAll } from "./select-all";

export type BulkAction = {
  name: string;
  label: string;
  icon: IconNode;
  /** The label for so many rows; the first action of a list has one. */
  labelFor?: (count: number) => string;
  /** The page that it leads to, where it is not the list's. */
  to?: string;
};

type Props = {
  page: PageOf<unknown>;
  actions: BulkAction[];
  to: string;
  all: boolean;
  /** Whether the visible rows are selected at first. */
  ticked: boolean;
  /** Further query parameters of the selection. */
  query?: Record<string, string>;
  /** The label with the number of selected rows. */
  chosen: (count: number) => string;
  children: ReactNode;
};

/** The form of the rows' checkboxes: it is outside the rows, which may have their own forms. */
export const bulkForm = "bulk";

/** It never begins a line. */
const between = "\u00a0· ";

const boxes = 'input[name="ids"]';

/**
 * A list with selectable rows and bulk actions. Each action leads to a page that shows which
 * rows it will change before it does. Without script the bar counts the ticked boxes with CSS counters.
 */
export function BulkForm({ page, actions, to, all, ticked, query = {}, chosen, children }: Props) {
  const { t } = useTranslation("lists");
  const { pathname, search } = useLocation();
  const { locale } = usePage();
  const total = page.total;
  const rows = useRef<HTMLDivElement>(null);
  const [ticks, setTicks] = useState<number | null>(ticked ? page.items.length : null);
  const recount = () => setTicks(rows.current?.querySelectorAll(`${boxes}:checked`).length ?? null);
  // Again for each page of the list, and for boxes that the browser has ticked again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address decides which boxes there are
  useEffect(recount, [search]);
  const count = all ? total : ticks;
  const untick = (event: MouseEvent) => {
    if (all) return;
    event.preventDefault();
    for (const box of rows.current?.querySelectorAll<HTMLInputElement>(`${boxes}:checked`) ?? []) box.checked = false;
    recount();
  };
  return (
    <div ref={rows} className="bulk-form" data-all={all || undefined} onChange={recount}>
      {children}
      <form id={bulkForm} action={pathIn(locale, to)} className="contents">
        {all && <input type="hidden" name="all" value="1" />}
        {[...listStateIn(search), ...Object.entries(query)].map(([name, value]) => (
          <input key={name + value} type="hidden" name={`query.${name}`} value={value} />
        ))}
        {/* biome-ignore lint/a11y/useSemanticElements: a set of buttons is not a set of fields */}
        <div className="bulk-bar" role="group" aria-label={t("bulk.label")}>
          <p>
            {count === null || count === 0 ? <strong className="bulk-count">{t("bulk.chosen")}</strong> : <strong>{chosen(count)}</strong>}
            {!all && page.items.length > 1 && (
              <>
                {between}
                <Link to={pathname + withQuery(search, { [chooseAll]: "page" })}>{t("bulk.choosePage", { count: page.items.length })}</Link>
              </>
            )}
            {!all && total > page.items.length && (
              <>
                {between}
                <Link to={pathname + withQuery(search, { [chooseAll]: "all" })}>{t("bulk.chooseAll", { count: total })}</Link>
              </>
            )}
          </p>
          {actions.map(({ name, label, icon, labelFor, to: own }, at) => (
            <Button
              key={name}
              small
              variant={at === 0 ? "white" : undefined}
              name="action"
              value={name}
              formAction={own && pathIn(locale, own)}
            >
              <Icon of={icon} />
              {(count && labelFor?.(count)) || label}
            </Button>
          ))}
          <Link to={pathname + withQuery(search, { [chooseAll]: null })} className="bulk-none" aria-label={t("bulk.none")} onClick={untick}>
            <Icon of={X} />
          </Link>
        </div>
      </form>
    </div>
  );
}
