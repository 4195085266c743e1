import * as z from "zod";
import { eventManagers } from "../accounts/permissions.ts";
import { Done, endpoint } from "../api/endpoint.ts";
import { latitude, longitude } from "../formats/coordinates.ts";
import { Localized, localizedField } from "../formats/localized.ts";
import { markdownText } from "../formats/markdown-pictures.ts";
import { Postcode } from "../formats/postal-address.ts";
import { filled, shortText, validEmail } from "../formats/validation.ts";
import { ContentStatus, contentApi } from "../publishing/content.ts";
import { CalendarEvent, PublicEvent } from "./events.ts";
import { ImpactMonth, ImpactTotals, maxPublicMonths } from "./monthly-records.ts";
import { SectorHours } from "./sector-hours.ts";

/** A local team, as lists and choices name it. */
export const SectorName = z.object({ id: z.uuid(), name: z.string() });
export type SectorName = z.infer<typeof SectorName>;

export const sectorKinds = ["local_team", "activity"] as const;
const kind = z.enum(sectorKinds, "content:error.kind");
const admins = { roles: ["ADMIN"] } as const;
const byId = z.object({ id: z.uuid() });

const optionalText = (length: number) => localizedField(z.string().trim().max(length).default(""), z.string().trim().max(length));
const maybe = (length: number) => z.string().trim().max(length).nullish();

/** A manager of a sector. */
const Manager = z.object({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  /** Whether they agreed to appear on the poster with name, e-mail address and telephone; without that, only the first name. */
  shown: z.boolean(),
});

const Card = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  slogan: Localized.nullable(),
  city: z.string().nullable(),
  postcode: z.string().nullable(),
});
export type SectorCard = z.infer<typeof Card>;

export const SectorSearch = z.object({ near: z.string().trim().max(60).catch("").default("") });

export const publicSectorsApi = {
  list: endpoint({
    method: "GET",
    path: "/api/teams",
    access: "public",
    response: z.object({ items: z.array(SectorName) }),
    shows: ["team"],
  }),

  /** Published teams; with a place, sorted by distance. */
  directory: endpoint({
    method: "GET",
    path: "/api/teams/directory",
    access: "public",
    query: SectorSearch,
    response: z.object({
      items: z.array(Card.extend({ latitude: z.number().nullable(), longitude: z.number().nullable() })),
      /** The team nearest to the search: `far` when it is more than 30 km away; null when the place is unknown. */
      nearest: Card.extend({ far: z.boolean() }).nullable(),
    }),
  }),

  get: endpoint({
    method: "GET",
    path: "/api/teams/:id",
    access: "public",
    params: z.object({ id: z.string().max(80) }),
    response: Card.extend({
      presentation: Localized,
      addressLine: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      /** First names only: managers are not public figures. */
      managers: z.array(z.string()),
      hours: z.array(SectorHours),
      activities: z.array(z.object({ id: z.uuid(), name: z.string(), slogan: Localized.nullable() })),
      news: z.array(z.object({ id: z.uuid(), slug: z.string(), title: Localized, publishedAt: z.iso.datetime() })),
      impactTotals: ImpactTotals,
      /** The newest months with figures, the newest last. */
      impactMonths: z.array(ImpactMonth).max(maxPublicMonths),
      /** Its next dates. */
      events: z.array(PublicEvent),
    }),
  }),

  /** Its events for calendar programs: coming ones, and those of the last month. */
  calendar: endpoint({
    method: "GET",
    path: "/api/teams/:id/calendar",
    access: "public",
    params: z.object({ id: z.string().max(80) }),
    response: z.object({ name: z.string(), slug: z.string(), items: z.array(CalendarEvent) }),
  }),
};
export type SectorPage = z.infer<typeof publicSectorsApi.get.response>;

/** What a sector's form sends. */
export const SectorDraft = z.object({
  slogan: optionalText(160),
  presentation: localizedField(markdownText(5_000).default(""), markdownText(5_000)),
  objectives: optionalText(2_000),
  zones: optionalText(300),
  bring: optionalText(500),
  name: filled("content:error.name", 80),
  kind,
  parentId: z.uuid().nullish(),
  addressLine: maybe(200),
  postcode: Postcode.nullish(),
  city: maybe(80),
  latitude: latitude.nullish(),
  longitude: longitude.nullish(),
  email: shortText(200).email().nullish(),
  phone: maybe(30),
});

/** What the office page and the poster of a sector show. */
export const SectorOverview = Card.extend({
  kind,
  status: ContentStatus,
  presentation: Localized,
  objectives: Localized,
  zones: Localized,
  bring: Localized,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  hours: z.array(SectorHours),
  /** The other published teams that have a place, the nearest first when this one has one too. */
  others: z.array(z.object({ id: z.uuid(), name: z.string(), latitude: z.number(), longitude: z.number(), km: z.int().nullable() })),
  addressLine: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  parent: SectorName.nullable(),
  children: z.array(SectorName.extend({ kind, status: ContentStatus })),
  managers: z.array(Manager),
  /** People of the sector by role. */
  headcount: z.array(z.object({ role: z.string(), people: z.int() })),
  articles: z.int(),
  /** Its next dates. */
  events: z.array(PublicEvent),
  impactTotals: ImpactTotals,
  /** Published partners that have a shop in its town. */
  shops: z.array(SectorName),
});
export type SectorOverview = z.infer<typeof SectorOverview>;

/** A line of the tree of sectors, with its main facts. */
const TreeLine = SectorName.extend({
  kind,
  status: ContentStatus,
  parentId: z.uuid().nullable(),
  zones: Localized,
  managers: z.array(z.string()),
  /** People of the sector with an open account. */
  members: z.int(),
  /** When its next published event begins. */
  nextDate: z.iso.datetime().nullable(),
  /** The sector that it was merged into. */
  mergedInto: z.string().nullable(),
});
export type TreeLine = z.infer<typeof TreeLine>;

/** The most sectors that the tree shows. */
export const maxInTree = 500;

/** What refers to a sector and moves along when it is merged; `other` has no label of its own. */
export const mergeParts = [
  "rights",
  "people",
  "sectors",
  "articles",
  "projects",
  "events",
  "portraits",
  "months",
  "hours",
  "volunteerHours",
  "expenses",
  "managers",
  "messages",
  "links",
  "addresses",
  "other",
] as const;

/** What prevents a sector from being closed: people, dates to come, and published sectors under it. */
const Held = z.object({ people: z.int(), events: z.int(), sectors: z.int() });

const Merge = SectorName.extend({
  kind,
  status: ContentStatus,
  mergedInto: SectorName.nullable(),
  held: Held,
  /** The sectors that it can be merged into. */
  choices: z.array(SectorName),
  /** The result of the merge, once the target is chosen. */
  plan: z
    .object({
      into: SectorName,
      moves: z.array(z.object({ part: z.enum(mergeParts), count: z.int() })),
      /** Months that both have: their figures are added up. */
      summed: z.int(),
      /** Openings that would overlap, or for which the week has no room. */
      dropped: z.int(),
      /** People who manage both, or have left the team. */
      already: z.int(),
      /** Rights in the merged sector: they end. */
      ended: z.int(),
    })
    .nullable(),
});
export type SectorMerge = z.infer<typeof Merge>;

export const MergeDraft = z.object({ intoId: z.uuid("sectors:merge.error.choose") });

/** Adds a manager, by the e-mail address of their account; for an existing one, changes what they agreed to. */
export const ManagerDraft = z.object({
  email: validEmail("content:error.managerMissing", "common:validation.email"),
  shown: z.boolean().default(false),
});

export const sectorsApi = {
  admin: contentApi("/api/admin/sectors", {
    choosers: eventManagers,
    draft: SectorDraft,
    row: ["name", "kind", "parentId", "city", "postcode"],
    filters: { kind: kind.optional().catch(undefined) },
    ordered: true,
  }),

  overview: endpoint({ method: "GET", path: "/api/admin/sectors/:id/sheet", access: admins, params: byId, response: SectorOverview }),

  /** All sectors in the order that editors gave; `more` when there are too many to show. */
  tree: endpoint({
    method: "GET",
    path: "/api/admin/sector-tree",
    access: admins,
    response: z.object({ items: z.array(TreeLine), more: z.boolean() }),
  }),

  /** Previews the merge of a sector into another one; nothing is changed. */
  merging: endpoint({
    method: "GET",
    path: "/api/admin/sectors/:id/merge",
    access: admins,
    params: byId,
    query: z.object({ into: z.uuid().optional().catch(undefined) }),
    response: Merge,
  }),

  /** Merges a sector into another one: everything that refers to it moves, it is archived, and its URL redirects. */
  merge: endpoint({ method: "POST", path: "/api/admin/sectors/:id/merge", access: admins, params: byId, body: MergeDraft, response: Done }),

  addManager: endpoint({
    method: "POST",
    path: "/api/admin/sectors/:id/managers",
    access: admins,
    params: byId,
    body: ManagerDraft,
    response: Done,
  }),

  removeManager: endpoint({
    method: "DELETE",
    path: "/api/admin/sectors/:id/managers/:userId",
    access: admins,
    params: byId.extend({ userId: z.uuid() }),
    response: Done,
  }),
};
