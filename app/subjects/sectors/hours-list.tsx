import { useTranslation } from "react-i18next";
import { type SectorHours, weekOf } from "#contract/charity/sector-hours";
import { writtenTime, writtenWeekday } from "#contract/formats/weekday-names";
import { Words } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";

/** A team's week: the openings of each day, with their purpose. */
export function HoursList({ hours }: { hours: SectorHours[] }) {
  const { t } = useTranslation("team");
  const { locale } = usePage();
  return (
    <dl className="grid gap-3">
      {weekOf(hours).map(({ weekday, openings }) => (
        <div key={weekday} className="grid grid-cols-[6.5rem_1fr] gap-x-4">
          <dt className="font-bold">{writtenWeekday(locale, weekday)}</dt>
          <dd className="grid gap-1">
            {openings.map(({ id, opensAt, closesAt, kind, note }) => (
              <span key={id}>
                <b className="font-semibold tabular-nums">
                  {t("hours.span", { from: writtenTime(locale, opensAt), to: writtenTime(locale, closesAt) })}
                </b>
                , {t(`hours.kind.${kind}`)}
                {note?.fr && (
                  <span className="muted block text-sm">
                    <Words of={note} />
                  </span>
                )}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
