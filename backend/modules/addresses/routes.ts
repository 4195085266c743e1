import { on } from "#backend/http/routes";
import { addressesApi } from "#contract/api/geocoded-addresses";
import { companiesApi } from "#contract/giving/companies";

export const addressRoutes = [
  on(addressesApi.search, async ({ registers, limits, clientAddress, query: { q } }) => {
    if (!registers.knowsAddresses) return { available: false, items: [] };
    await limits.take("placesByAddress", clientAddress);
    const items = await registers.addresses(q);
    return { available: items !== null, items: items ?? [] };
  }),

  on(companiesApi.find, async ({ registers, limits, clientAddress, query: { siren } }) => {
    if (!registers.knowsCompanies || !siren) return { available: registers.knowsCompanies, company: null };
    await limits.take("registerByAddress", `lookup ${clientAddress}`);
    return { available: true, company: await registers.company(siren) };
  }),
];
