import type { Services } from "#backend/http/services";
import { fieldRefusal } from "#backend/refusal";
import type { events } from "./tables.ts";

type EventRow = typeof events.$inferSelect;
type From = { before: EventRow | undefined } & Pick<Services, "geocoder">;

/**
 * The point of an event: as entered, or as the geocoder finds its address, where one is configured. A new address without a new point removes the former
 * one, so that no distance is to a place where the event no longer is.
 */
export async function pointOf(event: EventRow, { before, geocoder }: From): Promise<Partial<Pick<EventRow, "latitude" | "longitude">>> {
  const hasPoint = isWritten(event.latitude) || isWritten(event.longitude);
  const isNew = event.latitude !== before?.latitude || event.longitude !== before?.longitude;
  const hasMoved = before !== undefined && event.placeAddress !== before.placeAddress;
  if (hasPoint && (isNew || !hasMoved)) return {};
  const address = partsOf(event.placeAddress);
  const place = geocoder.available && address ? await geocoder.place(address) : null;
  return { latitude: place?.latitude ?? null, longitude: place?.longitude ?? null };
}

/** A field that a request leaves out is undefined. */
const isWritten = (degrees: number | null | undefined) => degrees !== null && degrees !== undefined;

/** The parts of an address in one line, around its postcode; null without one, with which the geocoder would find the same street of another town. */
function partsOf(line: string) {
  const [, addressLine = "", postcode, city = ""] = /^(.*)\b(\d{5})\b(.*)$/s.exec(line) ?? [];
  const plain = (text: string) => {
    const signs = [...text];
    const isPart = (sign: string) => !/[\s,-]/.test(sign);
    return signs.slice(Math.max(0, signs.findIndex(isPart)), signs.findLastIndex(isPart) + 1).join("");
  };
  return postcode ? { addressLine: plain(addressLine), postcode, city: plain(city) } : null;
}

/** Refuses half of a point. */
export function checkPoint({ latitude, longitude }: Pick<EventRow, "latitude" | "longitude">): void {
  if (isWritten(latitude) !== isWritten(longitude)) throw fieldRefusal("longitude", "content:error.halfPoint");
}
