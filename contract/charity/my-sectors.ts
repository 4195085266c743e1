import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";
import { EnglishState } from "../formats/localized.ts";
import { ContentStatus } from "../publishing/content.ts";
import { HoursDraft } from "./sector-hours.ts";
import { SectorDraft, SectorName, SectorOverview, sectorKinds } from "./sectors.ts";

/** Endpoints for the manager of a sector, for that sector only: others are not found. */
const everyone = { roles: ["ADMIN", "VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] } as const;
const path = "/api/my-sectors";
const byId = z.object({ id: z.uuid() });

/** What a manager may change. The name, kind, state and order of a sector are for administrators. */
export const MySectorDraft = SectorDraft.pick({
  slogan: true,
  presentation: true,
  objectives: true,
  zones: true,
  bring: true,
  addressLine: true,
  email: true,
  phone: true,
});
export const MySectorEdit = MySectorDraft.extend({ version: z.int() });

export const MySector = MySectorDraft.extend({
  id: z.uuid(),
  name: z.string(),
  status: ContentStatus,
  english: EnglishState,
  updatedAt: z.iso.datetime(),
  updatedBy: z.string(),
  version: z.int(),
});

export const mySectorsApi = {
  list: endpoint({
    method: "GET",
    path,
    access: everyone,
    response: z.object({
      items: z.array(SectorName.extend({ kind: z.enum(sectorKinds), status: ContentStatus, city: z.string().nullable() })),
    }),
  }),
  /** The poster; other managers who did not agree to be named appear with their first names. */
  overview: endpoint({ method: "GET", path: `${path}/:id/sheet`, access: everyone, params: byId, response: SectorOverview }),
  get: endpoint({ method: "GET", path: `${path}/:id`, access: everyone, params: byId, response: MySector }),
  update: endpoint({ method: "PATCH", path: `${path}/:id`, access: everyone, params: byId, body: MySectorEdit, response: MySector }),
  addHours: endpoint({ method: "POST", path: `${path}/:id/hours`, access: everyone, params: byId, body: HoursDraft, response: Done }),
  removeHours: endpoint({
    method: "DELETE",
    path: `${path}/:id/hours/:hoursId`,
    access: everyone,
    params: byId.extend({ hoursId: z.uuid() }),
    response: Done,
  }),
};
