import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { numbersBetween, yesOrNo } from "../api/list-filters.ts";
import { outsideUrl } from "../formats/external-url.ts";
import { Localized, localizedField, localizedText } from "../formats/localized.ts";
import { filled, wholeNumber } from "../formats/validation.ts";
import { contentApi } from "../publishing/content.ts";

export const partnerKinds = ["food", "funding", "logistics", "skills", "institution"] as const;
const kind = z.enum(partnerKinds, "content:error.kind");

export const partnersApi = {
  admin: contentApi("/api/admin/partners", {
    draft: z.object({
      name: filled("content:error.name", 120),
      kind,
      description: localizedText("content:error.description", 300),
      /** Whether people can add one euro to what they pay in its shops. */
      euroAtTill: z.boolean().default(false),
      towns: z.string().trim().max(200).nullish(),
      since: wholeNumber("content:error.since", 1990, 2100).nullish(),
      url: outsideUrl().max(500).nullish(),
      logoId: z.uuid().nullish(),
      logoAlt: localizedField(z.string().trim().max(200).default(""), z.string().trim().max(200)),
      contact: z.string().trim().max(300).nullish(),
    }),
    row: ["name", "kind", "since", "euroAtTill"],
    linked: true,
    filters: { kind: kind.optional().catch(undefined), euroAtTill: yesOrNo, ...numbersBetween("since") },
    ordered: true,
  }),

  list: endpoint({
    method: "GET",
    path: "/api/partners",
    access: "public",
    query: z.object({ atTill: z.literal("yes").optional().catch(undefined) }),
    response: z.object({
      items: z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          kind,
          description: Localized,
          since: z.int().nullable(),
          towns: z.string().nullable(),
          url: z.string().nullable(),
          logoId: z.uuid().nullable(),
          logoAlt: Localized,
        }),
      ),
    }),
  }),
};
export type Partner = z.infer<typeof partnersApi.list.response>["items"][number];
