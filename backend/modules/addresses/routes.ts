import { on } from "#backend/http/routes";
import { addressesApi } from "#contract/found-addresses";

export const addressRoutes = [
  on(addressesApi.search, async ({ registers, limits, clientAddress, query: { q } }) => {
    if (!registers.knowsAddresses) return { available: false, items: [] };
    await limits.take("placesByAddress", clientAddress);
    const items = await registers.addresses(q);
    return { available: items !== null, items: items ?? [] };
  }),
];
