import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { Localized, localizedText } from "../formats/localized.ts";
import { contentApi } from "../publishing/content.ts";

export const countriesApi = {
  admin: contentApi("/api/admin/countries", {
    draft: z.object({
      name: localizedText("content:error.name", 80),
      iso2: z.string("content:error.iso2").regex(/^[A-Z]{2}$/, "content:error.iso2"),
      iso3: z.string("content:error.iso3").regex(/^[A-Z]{3}$/, "content:error.iso3"),
      dialCode: z.string("content:error.dialCode").regex(/^\+\d{1,4}$/, "content:error.dialCode"),
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
