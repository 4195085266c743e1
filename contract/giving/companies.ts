import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";

/** A company from the national register, with its address. */
export const FoundCompany = z.object({ companyName: z.string(), addressLine: z.string(), postcode: z.string(), city: z.string() });
export type FoundCompany = z.infer<typeof FoundCompany>;

export const companiesApi = {
  /** The company of a SIREN, with its head office; null when the register does not know it or does not answer. `available` is false when no register is configured. */
  find: endpoint({
    method: "GET",
    path: "/api/companies",
    access: "public",
    query: z.object({
      siren: z
        .string()
        .regex(/^\d{9}$/)
        .optional(),
    }),
    response: z.object({ available: z.boolean(), company: FoundCompany.nullable() }),
  }),
};
