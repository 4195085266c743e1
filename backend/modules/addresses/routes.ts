import { on } from "#backend/http/routes";
import { addressesApi } from "#contract/api/geocoded-addresses";
import { companiesApi } from "#contract/giving/companies";

export const addressRoutes = [
  on(addressesApi.search, async ({ registers, limits, network, query: { q } }) => {
    if (!registers.knowsAddresses) return { available: false, items: [] };
    await limits.take("placesByNetwork", network);
    const items = await registers.addresses(q);
    return { available: items !== null, items: items ?? [] };
  }),

  on(companiesApi.find, async ({ registers, limits, network, query: { siren } }) => {
    if (!registers.knowsCompanies || !siren) return { available: registers.knowsCompanies, company: null };
    await limits.take("registerByNetwork", `lookup ${network}`);
    return { available: true, company: await registers.company(siren) };
  }),
];
