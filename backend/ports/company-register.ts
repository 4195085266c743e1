import type { FoundCompany } from "#contract/giving/companies";
import { type Get, getJson, orNull, urlOf } from "./responses.ts";

/** The national register of companies. */
export type CompanyRegister = {
  /** Whether companies can be looked up at all. */
  available: boolean;
  /** The company of a SIRET, at that place, or of a SIREN, at its head office; null when it is unknown or the register does not respond. */
  company(number: string): Promise<FoundCompany | null>;
};

export const noCompanyRegister: CompanyRegister = { available: false, company: async () => null };

/** The national search of companies, at the configured URL. */
export function nationalCompanyRegister(base: string | undefined, get: Get = getJson): CompanyRegister {
  if (!base) return noCompanyRegister;
  return {
    available: true,
    async company(number) {
      const answer = (await orNull(get(urlOf(base, "/search", { q: number, per_page: "1" })))) as CompanyAnswer | null;
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
