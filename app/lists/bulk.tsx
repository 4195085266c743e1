import { useLocation } from "@remix-run/react";
import type { IconNode } from "lucide";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { PageOf } from "#contract/api/endpoint";
import { pathIn } from "~/i18n/locale-of-path";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { listStateIn, withQuery } from "./list-request";
import { chooseAll } from "./select-all";

export type BulkAction = { name: string; label: string; icon: IconNode };

type Props = { page: PageOf<unknown>; actions: BulkAction[]; to: string; all: boolean; children: ReactNode };

/** The form of the rows' checkboxes: it is outside the rows, which may have their own forms. */
export const bulkForm = "bulk";

/**
 * A list with selectable rows and bulk actions. Each action leads to a page that shows how many
 * rows it will change before it does. The bar counts the ticked boxes with CSS counters, so it needs no script.
 */
export function BulkForm({ page, actions, to, all, children }: Props) {
  const { t } = useTranslation("lists");
  const { pathname, search } = useLocation();
  const { locale } = usePage();
  const total = page.total;
  return (
    <div className="bulk-form" data-all={all || undefined}>
      {children}
      <form id={bulkForm} action={pathIn(locale, to)} className="contents">
        {all && <input type="hidden" name="all" value="1" />}
        {listStateIn(search).map(([name, value]) => (
          <input key={name + value} type="hidden" name={`query.${name}`} value={value} />
        ))}
        {/* biome-ignore lint/a11y/useSemanticElements: a set of buttons is not a set of fields */}
        <div className="bulk-bar" role="group" aria-label={t("bulk.label")}>
          <p>
            {all ? <strong>{t("bulk.all", { count: total })}</strong> : <strong className="bulk-count">{t("bulk.chosen")}</strong>}{" "}
            {all ? (
              <Link to={pathname + withQuery(search, { [chooseAll]: null })}>{t("bulk.none")}</Link>
            ) : (
              <>
                {page.items.length > 1 && (
                  <Link to={pathname + withQuery(search, { [chooseAll]: "page" })}>
                    {t("bulk.choosePage", { count: page.items.length })}
                  </Link>
                )}{" "}
                {total > page.items.length && (
                  <Link to={pathname + withQuery(search, { [chooseAll]: "all" })}>{t("bulk.chooseAll", { count: total })}</Link>
                )}
              </>
            )}
          </p>
          {actions.map(({ name, label, icon }) => (
            <Button key={name} small name="action" value={name}>
              <Icon of={icon} />
              {label}
            </Button>
          ))}
        </div>
      </form>
    </div>
  );
}
