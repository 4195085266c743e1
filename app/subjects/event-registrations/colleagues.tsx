import { useTranslation } from "react-i18next";
import type { EventForPerson } from "#contract/charity/event-registrations";
import { phoneInPairs } from "~/subjects/people/phone";
import { Panel } from "~/ui/panel";
import { telephone } from "~/ui/telephone";

/** Other volunteers of the event who share their telephone number. */
export function Colleagues({ people }: { people: EventForPerson["colleagues"] }) {
  const { t } = useTranslation("events");
  if (people.length === 0) return null;
  return (
    <Panel title={t("colleagues.title")}>
      <ul className="rows">
        {people.map(({ id, firstName, phone }) => (
          <li key={id} className="justify-between">
            <span className="min-w-0 wrap-anywhere">{firstName}</span>
            <a className="whitespace-nowrap" href={telephone(phone)}>
              {phoneInPairs(phone)}
            </a>
          </li>
        ))}
      </ul>
      <p className="muted mt-3 text-sm">{t("colleagues.hint")}</p>
    </Panel>
  );
}
