/** What the national registers know. Each answers null when it is not configured, does not know, or does not answer. */
export type Registers = {
  company(siret: string): Promise<FoundCompany | null>;
  place(typed: { addressLine: string; postcode: string; city: string }): Promise<FoundPlace | null>;
  /** Whether companies can be looked up at all. */
  knowsCompanies: boolean;
};
export type FoundCompany = { companyName: string; addressLine: string; postcode: string; city: string };
export type FoundPlace = { latitude: number; longitude: number };

export const noRegisters: Registers = { company: async () => null, place: async () => null, knowsCompanies: false };

type Addresses = { geocoder: string | undefined; companies: string | undefined };
type Get = (url: URL) => Promise<unknown>;

const surely = 0.7;

/** The national geocoder (Géoplateforme) and the search of companies, at the addresses the operator gives. */
export function nationalRegisters({ geocoder, companies }: Addresses, get: Get = getJson): Registers {
  return {
    knowsCompanies: companies !== undefined,
    async company(siret) {
      if (!companies) return null;
      const answer = (await quietly(get(addressOf(companies, "/search", { q: siret, per_page: "1" })))) as CompanyAnswer | null;
      const [found] = answer?.results ?? [];
      const place = [found?.siege, ...(found?.matching_etablissements ?? [])].find((one) => one?.siret === siret);
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
      if (!geocoder) return null;
      const q = `${addressLine} ${postcode} ${city}`.slice(0, 200);
      const answer = (await quietly(
        get(addressOf(geocoder, "/search", { q, postcode, limit: "1", index: "address" })),
      )) as PlaceAnswer | null;
      const [found] = answer?.features ?? [];
      const [longitude, latitude] = found?.geometry?.coordinates ?? [];
      if (typeof longitude !== "number" || typeof latitude !== "number" || (found?.properties?.score ?? 0) < surely) return null;
      return { latitude, longitude };
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
type CompanyAnswer = { results?: { nom_complet?: string; siege?: Establishment; matching_etablissements?: Establishment[] }[] };
type PlaceAnswer = { features?: { geometry?: { coordinates?: number[] }; properties?: { score?: number } }[] };

function addressOf(base: string, path: string, query: Record<string, string>): URL {
  const url = new URL(base + path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

async function getJson(url: URL): Promise<unknown> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_500), headers: { accept: "application/json" } });
  return answer.ok ? answer.json() : null;
}

/** A register that is down must not keep anyone from registering. */
function quietly<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch(() => null);
}
