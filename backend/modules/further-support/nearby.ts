import type { Services } from "#backend/http/services";
import { distance } from "#backend/modules/sectors/nearest";
import type { FoundPlace } from "#backend/ports/geocoder";
import { Refusal } from "#backend/refusal";
import type { SupportNearby } from "#contract/charity/further-support";
import { departementOf } from "#contract/formats/postal-address";
import type { furtherSupport } from "./tables.ts";

type Service = typeof furtherSupport.$inferSelect;
type Search = Pick<Services, "geocoder" | "limits"> & { network: string };

/** Farther than this, a service is not nearby, in km. */
const near = 60;

/**
 * Which of the services are around a postcode, the nearest first. Where the postcode is known by its département alone, those of the
 * département are, in the order that editors gave.
 */
export async function servicesAround(services: Search, typed: string, shown: Service[], all: Service[]): Promise<SupportNearby> {
  const postcode = typed.replace(/\s/g, "");
  if (!isPostcode(postcode)) return { placed: "nowhere", services: [], farther: 0 };
  const here = await pointOfPostcode(services, postcode, all);
  const departement = departementOf(postcode);
  const placed = shown.filter(({ reach }) => reach !== "national");
  const around = placed.flatMap((service) => {
    const point = pointOf(service);
    const km = here && point ? Math.round(distance([here.latitude, here.longitude], [point.latitude, point.longitude])) : null;
    const same = service.postcode !== null && departementOf(service.postcode) === departement;
    const isNear = service.reach === "department" ? same : km === null ? same : km <= near;
    return isNear ? [{ ...service, km }] : [];
  });
  around.sort((a, b) => (a.km ?? near) - (b.km ?? near));
  return { placed: here ? "point" : "departement", services: around, farther: placed.length - around.length };
}

/** Five digits that start with a département's code. */
function isPostcode(text: string): boolean {
  return /^(0[1-9]|[1-8]\d|9[0-5]|97[1-8]|98[678])\d{2,3}$/.test(text) && text.length === 5;
}

/** The coordinates of a service with the same postcode, or those of the geocoder. It receives the postcode only, and its rate limit never refuses a request. */
async function pointOfPostcode({ geocoder, limits, network }: Search, postcode: string, all: Service[]): Promise<FoundPlace | null> {
  const known = all.find((service) => service.postcode === postcode && pointOf(service));
  if (known) return pointOf(known);
  if (!geocoder.available) return null;
  try {
    await limits.take("placesByNetwork", network);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
  return geocoder.postcode(postcode);
}

function pointOf({ latitude, longitude }: Pick<Service, "latitude" | "longitude">): FoundPlace | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/**
 * The coordinates of a service: as entered, or as the geocoder finds its address. When the address changes without new coordinates,
 * the former ones are removed.
 */
export async function placeOf(service: Service, { before, geocoder }: { before: Service | undefined; geocoder: Services["geocoder"] }) {
  const isTyped = service.latitude !== null && service.latitude !== before?.latitude;
  const hasMoved = service.address !== before?.address || service.postcode !== before?.postcode;
  if (isTyped || !geocoder.available || (service.latitude !== null && !hasMoved)) return {};
  const { address, postcode } = service;
  const place = address && postcode ? await geocoder.place({ addressLine: address, postcode, city: "" }) : null;
  return { latitude: place?.latitude ?? null, longitude: place?.longitude ?? null };
}
