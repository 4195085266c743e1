import type { RegistrationPause } from "#contract/charity/registration-pauses";
import { writtenDay } from "#contract/formats/france-time";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";

/** The absences from which a pause follows, the last one first. */
export function PausedBy({ absences, label }: Pick<RegistrationPause, "absences"> & { label: string }) {
  const { locale } = usePage();
  return (
    <div>
      <h3 className="font-semibold">{label}</h3>
      <ul>
        {absences.map(({ eventId, title, day }) => (
          <li key={eventId}>
            <LocalizedText of={title} mark /> <span className="muted">{writtenDay(locale, day)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
