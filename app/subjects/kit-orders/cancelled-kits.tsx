import { useTranslation } from "react-i18next";
import type { CancelledKit } from "#contract/charity/kit-orders";
import { useTranslate } from "~/i18n/use-translate";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { KitBadge } from "./kit-state";
import { slotText } from "./slot-text";

/** Orders that were cancelled after they were packed, for who has their bag or clothes. */
export function CancelledKits({ kits, eventStartsAt }: { kits: CancelledKit[]; eventStartsAt: string }) {
  const { t } = useTranslation("kits");
  const translate = useTranslate();
  const { locale } = usePage();
  if (kits.length === 0) return null;
  return (
    <Panel title={t("office.cancelledTitle", { count: kits.length })}>
      <p className="muted">{t("office.cancelledHint")}</p>
      <ul className="rows mt-3">
        {kits.map(({ id, name, kind, status, quota, slotStartsAt, cancelledAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3">
            <span>
              <b>{name}</b>
              <small className="muted block">{slotText(locale, translate, { label: quota, startsAt: slotStartsAt }, eventStartsAt)}</small>
            </span>
            <span>
              <KitBadge kind={kind} status={status} />
              <small className="block font-semibold text-danger">
                {t("office.cancelledAt", { moment: formatDate(locale, cancelledAt, "time") })}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
