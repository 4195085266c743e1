import { X } from "lucide";
import { useTranslation } from "react-i18next";
import { type PersonAtDoor, shortestName } from "#contract/charity/check-ins";
import { admittedStatuses } from "#contract/charity/event-registrations";
import { Form, Submit } from "~/forms/form";
import { RegistrationBadge } from "~/subjects/event-registrations/registration-state";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { LocalizedText } from "~/ui/localized-text";
import { HiddenScanFields, type ScanFields } from "./code-form";

type Props = { people: PersonAtDoor[]; name: string; close: string; fields: ScanFields };

/** People found by name: what state they are in, before a button is offered. */
export function NameResults({ people, name, close, fields }: Props) {
  const { t } = useTranslation("door");
  return (
    <section className="door-found" aria-labelledby="door-found">
      <div className="flex items-center justify-between gap-4">
        <h2 id="door-found">{t("name.found", { name })}</h2>
        <Link to={close} className="door-round" aria-label={t("name.close")}>
          <Icon of={X} />
        </Link>
      </div>
      {people.length === 0 && <p>{t(name.length < shortestName ? "name.short" : "name.none")}</p>}
      <ul>
        {people.map((person) => (
          <li key={person.registrationId}>
            <p className="min-w-0">
              <strong>{person.partySize > 1 ? t("withOthers", { name: person.name, count: person.partySize - 1 }) : person.name}</strong>
              <small>
                <LocalizedText of={person.quota} />
              </small>
            </p>
            {mayPass(person, fields) ? (
              <Form replace>
                <HiddenScanFields {...fields} />
                <input type="hidden" name="registration" value={person.registrationId} />
                <Submit>{t(`name.${fields.kind}`)}</Submit>
              </Form>
            ) : person.inside ? (
              <span className="badge bg-warning-soft text-warning">{t("name.inside")}</span>
            ) : (
              <RegistrationBadge status={person.status} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const mayPass = ({ inside, status }: PersonAtDoor, { kind }: ScanFields) =>
  kind === "exit" ? inside : !inside && admittedStatuses.some((one) => one === status);
