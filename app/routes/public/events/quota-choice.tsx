import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { PublicRegistration } from "#contract/charity/public-events";
import { hourText } from "#contract/formats/france-time";
import { readIn } from "#contract/formats/localized-text";
import { ChoiceGroup } from "~/forms/fields";
import { usePage } from "~/ui/page-context";

type Props = { field: FieldMetadata<string>; quotas: PublicRegistration["quotas"]; waitingList: boolean };

/** The places of an event, each with how many are left in words. Full ones stay visible; without a waiting list nobody can choose them. */
export function QuotaChoice({ field, quotas, waitingList }: Props) {
  const { t } = useTranslation("event-page");
  const { locale } = usePage();
  const shown = quotas.map(({ id, label, startsAt, endsAt, places }) => ({
    value: id,
    label: readIn(locale, label).text,
    hint: [
      startsAt && endsAt && t("slot", { from: hourText(locale, new Date(startsAt)), to: hourText(locale, new Date(endsAt)) }),
      t(`places.${places}`),
    ]
      .filter(Boolean)
      .join(", "),
    closed: places === "full" && !waitingList,
  }));
  const closed = shown.filter((one) => one.closed);
  return (
    <div className="grid gap-2.5">
      <ChoiceGroup field={field} label={t("form.quota")} choices={shown.filter((one) => !one.closed)} cards />
      {closed.length > 0 && (
        <ul className="grid gap-2.5">
          {closed.map(({ value, label, hint }) => (
            <li key={value} className="muted flex justify-between gap-3 rounded-lg border-2 border-dashed border-line px-4 py-3">
              {label} <span>{hint}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
