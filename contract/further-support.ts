import * as z from "zod";
import { calendarDay } from "./calendar-day.ts";
import { contentApi } from "./content.ts";
import { endpoint } from "./endpoint.ts";
import { Localized, localizedField } from "./localized.ts";
import { outsideAddress } from "./outside-address.ts";

export const supportLanguages = ["fr", "en", "ar", "es", "pt", "ru", "uk", "zh", "lsf"] as const;

export const furtherSupportCategoriesApi = {
  admin: contentApi("/api/admin/further-support-categories", {
    draft: z.object({ name: localizedField(z.string().trim().min(1).max(80), z.string().trim().max(80)) }),
    row: ["name"],
    ordered: true,
  }),
};

const phone = z
  .string()
  .trim()
  .regex(/^\+?[\d ]{2,20}$/);

const Service = z.object({
  id: z.uuid(),
  name: z.string(),
  description: Localized,
  phone: z.string().nullable(),
  url: z.string().nullable(),
  address: z.string().nullable(),
  hours: Localized,
  languages: z.array(z.enum(supportLanguages)),
  free: z.boolean(),
  checkedOn: z.string(),
});
export type SupportService = z.infer<typeof Service>;

export const SupportQuery = z.object({
  category: z.uuid().optional().catch(undefined),
  free: z.literal("yes").optional().catch(undefined),
});
export type SupportQuery = z.infer<typeof SupportQuery>;

export const furtherSupportApi = {
  admin: contentApi("/api/admin/further-support", {
    draft: z.object({
      description: localizedField(z.string().trim().min(1).max(400), z.string().trim().max(400)),
      hours: localizedField(z.string().trim().max(120).default(""), z.string().trim().max(120)),
      name: z.string().trim().min(1).max(120),
      categoryId: z.uuid(),
      phone: phone.nullish(),
      url: outsideAddress().max(500).nullish(),
      address: z.string().trim().max(200).nullish(),
      languages: z.array(z.enum(supportLanguages)).default([]),
      free: z.boolean().default(false),
      emergency: z.boolean().default(false),
      checkedOn: calendarDay(),
    }),
    row: ["name", "categoryId", "phone", "checkedOn"],
    filters: { categoryId: z.uuid().optional().catch(undefined) },
    ordered: true,
  }),

  list: endpoint({
    method: "GET",
    path: "/api/further-support",
    access: "public",
    query: SupportQuery,
    response: z.object({
      /** Numbers for right now, whatever is filtered. */
      emergency: z.array(Service),
      categories: z.array(z.object({ id: z.uuid(), name: Localized })),
      groups: z.array(z.object({ id: z.uuid(), name: Localized, services: z.array(Service) })),
    }),
  }),
};
