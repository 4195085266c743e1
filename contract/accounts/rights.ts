import * as z from "zod";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { AccountState } from "./current-user.ts";
import { type Permission, permissions, roles } from "./roles.ts";

const who = { roles: ["ADMIN"], permission: "ADMIN_MANAGE_USERS_PERMISSIONS" } as const;
const byId = z.object({ id: z.uuid() });

/** A right that a person holds beyond the role, and the last day it counts. */
export const Grant = z.object({ permission: z.enum(permissions), expiresOn: calendarDay().nullable() });
export type Grant = z.infer<typeof Grant>;

/** The whole new set of a person's rights. */
export const RightsDraft = z.object({
  role: z.enum(roles),
  grants: z.array(Grant).max(permissions.length),
  reason: z.string("rights:reason.required").trim().min(1, "rights:reason.required").max(300),
});
export type RightsDraft = z.infer<typeof RightsDraft>;

/** Name of the field that holds the last day of a right. */
export const untilOf = (permission: Permission) => `until_${permission}` as const;

const untils = Object.fromEntries(
  permissions.map((permission) => [untilOf(permission), calendarDay("rights:expiresOn.form").optional()]),
) as {
  [Key in Permission as `until_${Key}`]: z.ZodOptional<ReturnType<typeof calendarDay>>;
};

/** The rights of a person as their form has them: a box a right, and a day beside each. */
export const RightsForm = z.object({
  role: RightsDraft.shape.role,
  hold: z.array(Grant.shape.permission).default([]),
  ...untils,
  reason: RightsDraft.shape.reason,
});
export type RightsForm = z.infer<typeof RightsForm>;

export function draftOf(form: RightsForm): RightsDraft {
  const { role, hold, reason } = form;
  return { role, reason, grants: hold.map((permission) => ({ permission, expiresOn: form[untilOf(permission)] ?? null })) };
}

export const RightsRow = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  team: z.string().nullable(),
  accountState: AccountState,
  grants: z.array(Grant),
});
export type RightsRow = z.infer<typeof RightsRow>;

export const RightsQuery = listQuery(
  ["role", "name"],
  { role: z.enum(roles).optional().catch(undefined), permission: z.enum(permissions).optional().catch(undefined) },
  { order: "asc" },
);
export type RightsQuery = z.infer<typeof RightsQuery>;

export const rightsApi = {
  list: endpoint({ method: "GET", path: "/api/admin/permissions", access: who, query: RightsQuery, response: pageOf(RightsRow) }),
  get: endpoint({ method: "GET", path: "/api/admin/permissions/:id", access: who, params: byId, response: RightsRow }),
  /** Names of those who grant rights, shown to people who lack one. */
  givers: endpoint({
    method: "GET",
    path: "/api/admin/right-givers",
    access: { roles: ["ADMIN"] },
    response: z.object({ names: z.array(z.string()) }),
  }),
  save: endpoint({ method: "PUT", path: "/api/admin/permissions/:id", access: who, params: byId, body: RightsDraft, response: Done }),
};
