import * as z from "zod";
import { endpoint } from "./endpoint.ts";

/** An address as the national geocoder writes it, in one line and in the parts of our forms. */
export const FoundAddress = z.object({ label: z.string(), addressLine: z.string(), postcode: z.string(), city: z.string() });
export type FoundAddress = z.infer<typeof FoundAddress>;

export const addressesApi = {
  /** Addresses that start with `q`. `available` is false when the geocoder is not configured or does not answer. */
  search: endpoint({
    method: "GET",
    path: "/api/addresses",
    access: "public",
    query: z.object({ q: z.string().trim().min(3).max(300) }),
    response: z.object({ available: z.boolean(), items: z.array(FoundAddress) }),
  }),
};
