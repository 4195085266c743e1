import * as z from "zod";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { instantInFrance } from "../formats/france-time.ts";
import { wholeNumber } from "../formats/validation.ts";
import type { roles } from "./roles.ts";

const admins = { roles: ["ADMIN"] } as const;
const byId = z.object({ id: z.uuid() });

export const linkStatuses = ["active", "paused", "exhausted", "expired", "revoked"] as const;
export const LinkStatus = z.enum(linkStatuses);
export type LinkStatus = z.infer<typeof LinkStatus>;

/** Roles that a link may give: never administration. */
export const linkRoles = ["VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const satisfies (typeof roles)[number][];

export const LinkDraft = z.object({
  label: z.string("registration-links:error.label").trim().min(2, "registration-links:error.label").max(120),
  role: z.enum(linkRoles, "registration-links:error.role"),
  sectorId: z.uuid().nullish(),
  maxUses: wholeNumber("registration-links:error.maxUses", 1, 10_000).nullish(),
  /** French time as a form writes it. */
  expiresAt: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, { abort: true, error: "common:validation.moment" })
    .refine((value) => instantInFrance(value) !== null, "common:validation.moment")
    .nullish(),
  skipApproval: z.boolean().default(false),
});

export const RegistrationLink = z.object({
  id: z.uuid(),
  label: z.string(),
  role: z.enum(linkRoles),
  team: z.string().nullable(),
  uses: z.int(),
  maxUses: z.int().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  skipApproval: z.boolean(),
  status: LinkStatus,
  createdAt: z.iso.datetime(),
});
export type RegistrationLink = z.infer<typeof RegistrationLink>;

/** Who registered through a link. */
export const LinkGuest = z.object({ id: z.uuid(), name: z.string(), at: z.iso.datetime(), accepted: z.boolean() });

export const registrationLinksApi = {
  list: endpoint({
    method: "GET",
    path: "/api/admin/registration-links",
    access: admins,
    query: listQuery(["createdAt", "uses"], { role: z.enum(linkRoles).optional().catch(undefined) }),
    response: pageOf(RegistrationLink),
  }),
  /** The code is in this answer alone; the database stores its hash. */
  create: endpoint({
    method: "POST",
    path: "/api/admin/registration-links",
    access: admins,
    body: LinkDraft,
    response: z.object({ id: z.uuid(), code: z.string() }),
    confidential: true,
    status: 201,
  }),
  get: endpoint({
    method: "GET",
    path: "/api/admin/registration-links/:id",
    access: admins,
    params: byId,
    response: RegistrationLink.extend({ guests: z.array(LinkGuest) }),
  }),
  setState: endpoint({
    method: "POST",
    path: "/api/admin/registration-links/:id/state",
    access: admins,
    params: byId,
    body: z.object({ to: z.enum(["active", "paused", "revoked"]) }),
    response: Done,
  }),
};
