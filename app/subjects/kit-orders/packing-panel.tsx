import { useTranslation } from "react-i18next";
import type { KitPage } from "#contract/charity/kit-orders";
import { isKitKind, kitStatuses } from "#contract/charity/kit-states";
import { useTranslate } from "~/i18n/use-translate";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { slotText } from "./slot-text";

/** What is to be packed: the orders of each slot by state, and how many of each diet. */
export function PackingPanel({ page: { event, slots, needs } }: { page: KitPage }) {
  const { t } = useTranslation("kits");
  const { t: register } = useTranslation("register");
  const translate = useTranslate();
  const { locale } = usePage();
  const kind = isKitKind(event.type) ? event.type : "delivery";
  const nothing = needs.diets.length === 0 && needs.allergies === 0;
  return (
    <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
      <Panel title={t("office.slots")}>
        <ul className="grid gap-3 sm:grid-cols-2">
          {slots.map(({ quotaId, orders, byStatus, ...slot }) => (
            <li key={quotaId}>
              <strong>{slotText(locale, translate, slot, event.startsAt)}</strong>
              <span className="block">{t("office.orders", { count: orders })}</span>
              <span className="muted block">
                {kitStatuses
                  .filter((status) => byStatus[status])
                  .map((status) => `${t(`status.${kind}.${status}`)} ${byStatus[status]}`)
                  .join(", ")}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      {kind === "delivery" && (
        <Panel title={t("office.needs")}>
          {nothing ? (
            <p>{t("office.noNeeds")}</p>
          ) : (
            <ul className="grid gap-1">
              {needs.diets.map(({ diet, count }) => (
                <li key={diet} className="flex justify-between gap-3">
                  {register(`choice.${diet}`)} <strong>{count}</strong>
                </li>
              ))}
              {needs.allergies > 0 && <li className="font-semibold text-danger">{t("office.allergic", { count: needs.allergies })}</li>}
            </ul>
          )}
          {needs.withheld > 0 && <p className="muted mt-3">{t("office.withheld", { count: needs.withheld })}</p>}
        </Panel>
      )}
    </div>
  );
}
