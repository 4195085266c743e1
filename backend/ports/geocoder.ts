import { LRUCache } from "lru-cache";
import type { FoundAddress } from "#contract/api/geocoded-addresses";
import { type Get, getJson, orNull, urlOf } from "./responses.ts";

/** The national geocoder. What it does not find is null, and so is everything while it does not respond. */
export type Geocoder = {
  /** Whether addresses can be looked up at all. */
  available: boolean;
  place(typed: { addressLine: string; postcode: string; city: string }): Promise<FoundPlace | null>;
  /** The approximate coordinates of a postcode. */
  postcode(typed: string): Promise<FoundPlace | null>;
  /** Addresses that start with the search, the most likely first. */
  addresses(typed: string): Promise<FoundAddress[] | null>;
};
export type FoundPlace = { latitude: number; longitude: number };

export const noGeocoder: Geocoder = {
  available: false,
  place: async () => null,
  postcode: async () => null,
  addresses: async () => null,
};

const leastScore = 0.7;
const suggestions = 5;
/** Responses by request, of the last hour. Failures are not cached. */
const cached = { max: 500, ttl: 60 * 60 * 1000 };

async function throughCache<Found extends object>(
  known: LRUCache<string, Found>,
  query: string,
  fetch: () => Promise<Found | null>,
): Promise<Found | null> {
  const found = known.get(query) ?? (await fetch());
  if (found && !known.has(query)) known.set(query, found);
  return found;
}

/** The national geocoder (Géoplateforme), at the configured URL. */
export function nationalGeocoder(base: string | undefined, get: Get = getJson): Geocoder {
  if (!base) return noGeocoder;
  const knownAddresses = new LRUCache<string, FoundAddress[]>(cached);
  const knownPostcodes = new LRUCache<string, FoundPlace>(cached);
  const search = async (query: Record<string, string>) => (await orNull(get(urlOf(base, "/search", query)))) as PlaceAnswer | null;
  return {
    available: true,
    addresses(typed) {
      const q = typed.replace(/\s+/g, " ").trim().toLowerCase().slice(0, 200);
      return throughCache(knownAddresses, q, async () => {
        const answer = await search({ q, limit: String(suggestions), autocomplete: "1", index: "address" });
        return Array.isArray(answer?.features) ? answer.features.flatMap(({ properties }) => foundAddress(properties)) : null;
      });
    },
    async place({ addressLine, postcode, city }) {
      const q = `${addressLine} ${postcode} ${city}`.trim().slice(0, 200);
      const answer = await search({ q, postcode, limit: "1", index: "address" });
      const [found] = answer?.features ?? [];
      return (found?.properties?.score ?? 0) < leastScore ? null : pointOf(found);
    },
    postcode(postcode) {
      return throughCache(knownPostcodes, postcode, async () => {
        const answer = await search({ q: postcode, postcode, type: "municipality", limit: "1", index: "address" });
        return pointOf(answer?.features?.[0]);
      });
    },
  };
}

type Feature = { geometry?: { coordinates?: number[] }; properties?: Properties };
type PlaceAnswer = { features?: Feature[] };
type Properties = { score?: number; label?: string; name?: string; postcode?: string; city?: string };

function pointOf(found: Feature | undefined): FoundPlace | null {
  const [longitude, latitude] = found?.geometry?.coordinates ?? [];
  return typeof longitude === "number" && typeof latitude === "number" ? { latitude, longitude } : null;
}

/** The geocoder also returns towns: results without street or postcode are left out. */
function foundAddress({ label, name, postcode, city }: Properties & { type?: string } = {}): FoundAddress[] {
  return label && name && postcode && city && name !== city ? [{ label, addressLine: name, postcode, city }] : [];
}
