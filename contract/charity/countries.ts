import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { Localized, localizedField } from "../formats/localized.ts";
import { contentApi } from "../publishing/content.ts";

export const countriesApi = {
  admin: contentApi("/api/admin/countries", {
    draft: z.object({
      name: localizedField(z.string().trim().min(1).max(80), z.string().trim().max(80)),
      iso2: z.string().regex(/^[A-Z]{2}$/),
      iso3: z.string().regex(/^[A-Z]{3}$/),
      dialCode: z.string().regex(/^\+\d{1,4}$/),
    }),
    row: ["name", "iso2", "iso3", "dialCode"],
    ordered: true,
    used: true,
  }),

  /** Countries to choose from in forms, in the order editors gave. */
  list: endpoint({
    method: "GET",
    path: "/api/countries",
    access: "public",
    response: z.object({ items: z.array(z.object({ iso2: z.string(), name: Localized, dialCode: z.string() })) }),
    shows: ["country"],
  }),
};
