import type { Translate } from "~/i18n/translate";

type Where = { placeName: string; placeAddress?: string; online: boolean };

/** Where an event is, in words: its place, with its address where that is given, online, or both. */
export function placeText(t: Translate, { placeName, placeAddress, online }: Where): string {
  const place = [placeName, placeAddress].filter(Boolean).join(", ");
  if (!online) return place;
  return place ? t("events:online.also", { place }) : t("events:online.only");
}
