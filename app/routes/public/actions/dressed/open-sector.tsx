import { useTranslation } from "react-i18next";
import type { SectorVisit } from "#contract/charity/sector-hours";
import { writtenTime, writtenWeekday } from "#contract/formats/weekday-names";
import { Link } from "~/ui/link";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";

/** A team whose door opens for something: where it is, and when. */
export function OpenSector({ sector: { slug, name, addressLine, postcode, city, hours } }: { sector: SectorVisit }) {
  const { t } = useTranslation("team");
  const { locale } = usePage();
  return (
    <li className="grid break-inside-avoid content-start gap-1 border-t-2 border-line py-4">
      <h3 className="title-card">
        <Link className="text-ink" to={`/team/${slug}`}>
          {name}
        </Link>
      </h3>
      {addressLine && (
        <address className="not-italic">
          {addressLine}, {postcode} {city}
        </address>
      )}
      {hours.map(({ id, weekday, opensAt, closesAt, note }) => (
        <p key={id}>
          <b className="font-semibold">{writtenWeekday(locale, weekday)}</b>{" "}
          {t("hours.span", { from: writtenTime(locale, opensAt), to: writtenTime(locale, closesAt) })}
          {note?.fr && (
            <span className="muted block text-sm">
              <LocalizedText of={note} />
            </span>
          )}
        </p>
      ))}
    </li>
  );
}
