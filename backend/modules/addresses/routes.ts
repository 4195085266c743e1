import { on } from "#backend/http/routes";
import { addressesApi } from "#contract/api/geocoded-addresses";
import { companiesApi } from "#contract/giving/companies";

export const addressRoutes = [
  on(addressesApi.search, async ({ geocoder, limits, network, query: { q } }) => {
    if (!geocoder.available) return { available: false, items: [] };
    await limits.take("placesByNetwork", network);
    const items = await geocoder.addresses(q);
    return { available: items !== null, items: items ?? [] };
  }),

  on(companiesApi.find, async ({ companyRegister, limits, network, query: { siren } }) => {
    if (!companyRegister.available || !siren) return { available: companyRegister.available, company: null };
    await limits.take("registerByNetwork", `lookup ${network}`);
    return { available: true, company: await companyRegister.company(siren) };
  }),
];
