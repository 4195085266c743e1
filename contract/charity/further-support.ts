import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { daysBetween, yesOrNo } from "../api/list-filters.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { latitude, longitude } from "../formats/coordinates.ts";
import { outsideUrl } from "../formats/external-url.ts";
import { Localized, localizedField, localizedText } from "../formats/localized.ts";
import { Postcode } from "../formats/postal-address.ts";
import { filled } from "../formats/validation.ts";
import { contentApi } from "../publishing/content.ts";

export const supportLanguages = ["fr", "en", "ar", "es", "pt", "ru", "uk", "zh", "lsf"] as const;

/** The reach of a service: everyone, by phone or on the web; a département; a place. */
export const supportReaches = ["national", "department", "local"] as const;

/** The icons of the categories. */
export const needIcons = [
  "help",
  "siren",
  "talk",
  "shield",
  "health",
  "glass",
  "house",
  "food",
  "wallet",
  "rights",
  "papers",
  "accessibility",
  "study",
  "transport",
  "work",
  "child",
] as const;
const icon = z.enum(needIcons);

export const furtherSupportCategoriesApi = {
  admin: contentApi("/api/admin/further-support-categories", {
    draft: z.object({ name: localizedText("content:error.name", 80), icon: icon.default("help") }),
    row: ["name", "icon"],
    ordered: true,
    used: true,
  }),
};

const phone = z
  .string()
  .trim()
  .regex(/^\+?[\d ]{2,20}$/, "content:error.phone");

const Service = z.object({
  id: z.uuid(),
  name: z.string(),
  description: Localized,
  phone: z.string().nullable(),
  url: z.string().nullable(),
  reach: z.enum(supportReaches),
  address: z.string().nullable(),
  postcode: z.string().nullable(),
  hours: Localized,
  languages: z.array(z.enum(supportLanguages)),
  free: z.boolean(),
  checkedOn: z.string(),
});
export type SupportService = z.infer<typeof Service>;

/** Services near a postcode: with a place or for the département, the nearest first. */
const Nearby = z.object({
  /** Precision of the postcode's location: a point, its département only, or unknown. */
  placed: z.enum(["point", "departement", "nowhere"]),
  /** `km` where both places are known. */
  services: z.array(Service.extend({ km: z.int().nullable() })),
  /** The number of others, which are too far away. */
  farther: z.int(),
});
export type SupportNearby = z.infer<typeof Nearby>;

export const SupportQuery = z.object({
  /** A postcode to search around. */
  near: z.string().trim().max(20).catch("").default(""),
  category: z.uuid().optional().catch(undefined),
  free: z.literal("yes").optional().catch(undefined),
});
export type SupportQuery = z.infer<typeof SupportQuery>;

export const furtherSupportApi = {
  admin: contentApi("/api/admin/further-support", {
    draft: z.object({
      description: localizedText("content:error.description", 400),
      hours: localizedField(z.string().trim().max(120).default(""), z.string().trim().max(120)),
      name: filled("content:error.name", 120),
      categoryId: z.uuid("content:error.categoryId"),
      phone: phone.nullish(),
      url: outsideUrl().max(500).nullish(),
      reach: z.enum(supportReaches).default("national"),
      address: z.string().trim().max(200).nullish(),
      postcode: Postcode.nullish(),
      latitude: latitude.nullish(),
      longitude: longitude.nullish(),
      languages: z.array(z.enum(supportLanguages)).default([]),
      free: z.boolean().default(false),
      emergency: z.boolean().default(false),
      checkedOn: calendarDay("content:error.checkedOn"),
    }),
    row: ["name", "categoryId", "postcode", "checkedOn"],
    bulkEditable: ["categoryId", "checkedOn"],
    linked: true,
    filters: {
      categoryId: z.uuid().optional().catch(undefined),
      reach: z.enum(supportReaches).optional().catch(undefined),
      emergency: yesOrNo,
      ...daysBetween("checkedOn"),
    },
    ordered: true,
  }),

  list: endpoint({
    method: "GET",
    path: "/api/further-support",
    access: "public",
    query: SupportQuery,
    response: z.object({
      /** Emergency numbers, whatever the filters. */
      emergency: z.array(Service),
      categories: z.array(z.object({ id: z.uuid(), name: Localized })),
      /** What is around the requested postcode; null without one. */
      nearby: Nearby.nullable(),
      /** All services, or those for everyone when a postcode is given. */
      groups: z.array(z.object({ id: z.uuid(), name: Localized, icon, services: z.array(Service) })),
    }),
  }),
};
