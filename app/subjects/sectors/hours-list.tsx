import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { type SectorHours, weekOf } from "#contract/charity/sector-hours";
import { writtenTime, writtenWeekday } from "#contract/formats/weekday-names";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";

/** A sector's week: the openings of each day, with their purpose. */
export function HoursList({ hours }: { hours: SectorHours[] }) {
  const { t } = useTranslation("team");
  const { locale } = usePage();
  return (
    <dl className="week">
      {weekOf(hours).map(({ weekday, openings }) => (
        <Fragment key={weekday}>
          <dt>{writtenWeekday(locale, weekday)}</dt>
          {openings.map(({ id, opensAt, closesAt, kind, note }) => (
            <dd key={id}>
              {t("hours.span", { from: writtenTime(locale, opensAt), to: writtenTime(locale, closesAt) })}, {t(`hours.kind.${kind}`)}
              {note?.fr && (
                <span className="hint block">
                  <LocalizedText of={note} />
                </span>
              )}
            </dd>
          ))}
        </Fragment>
      ))}
    </dl>
  );
}
