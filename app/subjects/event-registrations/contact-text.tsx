import type { EventContact } from "#contract/charity/event-registrations";
import { phoneInPairs } from "~/subjects/people/phone";
import { telephone } from "~/ui/telephone";

/** Who is in charge of an event, with the telephone number where they have one. */
export function ContactText({ of: { name, phone } }: { of: EventContact }) {
  return (
    <>
      <span className="block wrap-anywhere">{name}</span>
      {phone && (
        <a className="whitespace-nowrap" href={telephone(phone)}>
          {phoneInPairs(phone)}
        </a>
      )}
    </>
  );
}
