import type { FoundAddress } from "#contract/api/geocoded-addresses";
import type { FoundCompany } from "#contract/giving/companies";

/** The national registers. Each returns null when it is not configured, has no result, or does not respond. */
export type Registers = {
  /** The company of a SIRET, at that place, or of a SIREN, at its head office. */
  company(number: string): Promise<FoundCompany | null>;
  place(typed: { addressLine: string; postcode: string; city: string }): Promise<FoundPlace | null>;
  /** The approximate coordinates of a postcode. */
  postcode(typed: string): Promise<FoundPlace | null>;
  /** Addresses that start with the search, the most likely first. */
  addresses(typed: string): Promise<FoundAddress[] | null>;
  /** Whether companies, and addresses, can be looked up at all. */
  knowsCompanies: boolean;
  knowsAddresses: boolean;
};
export type FoundPlace = { latitude: number; longitude: number };

export const noRegisters: Registers = {
  company: async () => null,
  place: async () => null,
  postcode: async () => null,
  addresses: async () => null,
  knowsCompanies: false,
  knowsAddresses: false,
};

type RegisterUrls = { geocoder: string | undefined; companies: string | undefined };
type Get = (url: URL) => Promise<unknown>;

const leastScore = 0.7;
const suggestions = 5;
const remembered = { entries: 500, milliseconds: 60 * 60 * 1000 };

/** A cache of responses by request, the last few hundred of the last hour. Failures are not cached. */
function cachedResponses<Found>() {
  const known = new Map<string, { until: number; found: Found }>();
  return async (query: string, fetch: () => Promise<Found | null>): Promise<Found | null> => {
    const before = known.get(query);
    if (before && before.until > Date.now()) return before.found;
    const found = await fetch();
    if (found === null) return null;
    if (known.size >= remembered.entries) known.delete(known.keys().next().value ?? "");
    known.set(query, { until: Date.now() + remembered.milliseconds, found });
    return found;
  };
}

/** The national geocoder (Géoplateforme) and the search of companies, at the configured URLs. */
export function nationalRegisters({ geocoder, companies }: RegisterUrls, get: Get = getJson): Registers {
  const knownAddresses = cachedResponses<FoundAddress[]>();
  const knownPostcodes = cachedResponses<FoundPlace>();
  const search = async (query: Record<string, string>) =>
    geocoder ? ((await orNull(get(urlOf(geocoder, "/search", query)))) as PlaceAnswer | null) : null;
  return {
    knowsCompanies: companies !== undefined,
    knowsAddresses: geocoder !== undefined,
    async addresses(typed) {
      const q = typed.replace(/\s+/g, " ").trim().toLowerCase().slice(0, 200);
      return knownAddresses(q, async () => {
        const answer = await search({ q, limit: String(suggestions), autocomplete: "1", index: "address" });
        return Array.isArray(answer?.features) ? answer.features.flatMap(({ properties }) => foundAddress(properties)) : null;
      });
    },
    async company(number) {
      if (!companies) return null;
      const answer = (await orNull(get(urlOf(companies, "/search", { q: number, per_page: "1" })))) as CompanyAnswer | null;
      const [found] = answer?.results ?? [];
      const places = [found?.siege, ...(found?.matching_etablissements ?? [])];
      const place = found?.siren === number ? found.siege : places.find((one) => one?.siret === number);
      if (!found || !place) return null;
      const street = [place.numero_voie, place.type_voie, place.libelle_voie].filter(Boolean).join(" ");
      return {
        companyName: found.nom_complet ?? "",
        addressLine: street || (place.adresse ?? ""),
        postcode: place.code_postal ?? "",
        city: place.libelle_commune ?? "",
      };
    },
    async place({ addressLine, postcode, city }) {
      const q = `${addressLine} ${postcode} ${city}`.trim().slice(0, 200);
      const answer = await search({ q, postcode, limit: "1", index: "address" });
      const [found] = answer?.features ?? [];
      return (found?.properties?.score ?? 0) < leastScore ? null : pointOf(found);
    },
    postcode(postcode) {
      return knownPostcodes(postcode, async () => {
        const answer = await search({ q: postcode, postcode, type: "municipality", limit: "1", index: "address" });
        return pointOf(answer?.features?.[0]);
      });
    },
  };
}

type Establishment = {
  siret?: string;
  adresse?: string;
  numero_voie?: string;
  type_voie?: string;
  libelle_voie?: string;
  code_postal?: string;
  libelle_commune?: string;
};
type CompanyAnswer = {
  results?: { siren?: string; nom_complet?: string; siege?: Establishment; matching_etablissements?: Establishment[] }[];
};
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

function urlOf(base: string, path: string, query: Record<string, string>): URL {
  const url = new URL(base + path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

async function getJson(url: URL): Promise<unknown> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000), headers: { accept: "application/json" } });
  return answer.ok ? answer.json() : null;
}

/** An unavailable register must not prevent a registration. */
function orNull<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch(() => null);
}
