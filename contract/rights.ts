import * as z from "zod";
import { calendarDay } from "./calendar-day.ts";
import { AccountState } from "./current-user.ts";
import { Done, endpoint, listQuery, pageOf } from "./endpoint.ts";
import { permissions, roles } from "./roles.ts";

const who = { roles: ["ADMIN"], permission: "ADMIN_MANAGE_USERS_PERMISSIONS" } as const;
const byId = z.object({ id: z.uuid() });

/** A right that a person holds beyond the role, and the last day it counts. */
export const Grant = z.object({ permission: z.enum(permissions), expiresOn: calendarDay().nullable() });
export type Grant = z.infer<typeof Grant>;

/** Everything a person may do, as it is to be from now on. */
export const RightsDraft = z.object({
  role: z.enum(roles),
  grants: z.array(Grant).max(permissions.length),
  reason: z.string("rights:reason.required").trim().min(1, "rights:reason.required").max(300),
});
export type RightsDraft = z.infer<typeof RightsDraft>;

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
  save: endpoint({ method: "PUT", path: "/api/admin/permissions/:id", access: who, params: byId, body: RightsDraft, response: Done }),
};
