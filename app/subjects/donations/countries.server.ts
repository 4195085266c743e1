import type { AppLoadContext } from "@remix-run/node";
import { countriesApi } from "#contract/charity/countries";
import { countryName, homeCountry } from "#contract/formats/country-names";
import { readIn } from "#contract/formats/localized-text";

export type CountryChoice = { value: string; label: string };

/** The countries that an address may be in, as staff have listed them; France is always included. */
export async function countryChoices({ api, locale }: AppLoadContext): Promise<CountryChoice[]> {
  const { items } = await api.call(countriesApi.list);
  const listed = items.map(({ iso2, name }) => ({ value: iso2, label: readIn(locale, name).text }));
  if (listed.some(({ value }) => value === homeCountry)) return listed;
  return [{ value: homeCountry, label: countryName(locale, homeCountry) ?? homeCountry }, ...listed];
}
