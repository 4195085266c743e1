import type { PublicEvent } from "#contract/charity/events";
import { useTranslate } from "~/i18n/use-translate";
import { placeText } from "./place-text";

type Props = { where: Pick<PublicEvent, "placeName" | "placeAddress" | "online">; className: string };

/** Where an event is, on a page for everybody, which does not say where one joins online. */
export function PlaceAddress({ where: { placeName, placeAddress, online }, className }: Props) {
  const t = useTranslate();
  if (!placeName) return <p className={`${className} font-bold first-letter:uppercase`}>{placeText(t, { placeName, online })}</p>;
  return (
    <address className={`${className} not-italic`}>
      <b>{placeName}</b>, {placeText(t, { placeName: placeAddress, online })}
    </address>
  );
}
