import * as z from "zod";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { franceDay } from "../formats/france-time.ts";
import { AccountState } from "./current-user.ts";
import { accountManagers } from "./permissions.ts";
import { type Permission, permissions, type Role, roles } from "./roles.ts";

const who = { roles: ["ADMIN"], permission: "ADMIN_MANAGE_USERS_PERMISSIONS" } as const;
const byId = z.object({ id: z.uuid() });

/** A right that a person holds beyond the role, the sector whose accounts it counts for, if it is limited to one, and the last day it counts. */
export const Grant = z.object({
  permission: z.enum(permissions),
  sectorId: z.uuid().nullable().default(null),
  expiresOn: calendarDay().nullable(),
});
export type Grant = z.output<typeof Grant>;

/** The same right: of one permission, a person holds one everywhere and one a sector. */
export const isSameRight = (one: Pick<Grant, "permission" | "sectorId">, other: Pick<Grant, "permission" | "sectorId">) =>
  one.permission === other.permission && one.sectorId === other.sectorId;

/** Whether a right has run out before a day in France (YYYY-MM-DD). */
export const hasEnded = ({ expiresOn }: Pick<Grant, "expiresOn">, today: string) => expiresOn !== null && expiresOn < today;

/** The most rights that one person holds. */
const maxGrants = 100;

/** What role and rights a form was filled in over, in one order, so that a change by somebody else meanwhile is noticed. */
export const rightsStateOf = ({ role, grants }: { role: Role; grants: readonly Grant[] }) =>
  [role, ...grants.map(({ permission, sectorId, expiresOn }) => [permission, sectorId, expiresOn].join(" ")).sort()].join(",");

const RightsState = z
  .string()
  .max(maxGrants * 120)
  .optional();

/** The whole new set of a person's rights. */
export const RightsDraft = z.object({
  role: z.enum(roles),
  grants: z
    .array(Grant)
    .max(maxGrants)
    .refine((grants) => grants.every((one, at) => grants.findIndex((other) => isSameRight(one, other)) === at), "rights:inSector.twice"),
  reason: z.string("rights:reason.required").trim().min(1, "rights:reason.required").max(300),
  /** `rightsStateOf` the person when the form was shown: rights that somebody changed since are refused. */
  over: RightsState,
});
export type RightsDraft = z.output<typeof RightsDraft>;

/** Name of the field that holds the last day of a right. */
export const untilOf = (permission: Permission) => `until_${permission}` as const;

const untils = Object.fromEntries(
  permissions.map((permission) => [untilOf(permission), calendarDay("rights:expiresOn.form").optional()]),
) as {
  [Key in Permission as `until_${Key}`]: z.ZodOptional<ReturnType<typeof calendarDay>>;
};

/** A right in a sector as the value of a box: permission, sector and last day, with spaces between. */
export const writtenGrant = ({ permission, sectorId, expiresOn }: Grant) => [permission, sectorId, expiresOn ?? ""].join(" ").trim();

const WrittenGrant = z
  .string()
  .max(120)
  .transform((text): unknown => {
    const [permission, sectorId, expiresOn = null] = text.split(" ");
    return { permission, sectorId, expiresOn };
  })
  .pipe(Grant);

const isPast = (day: string | undefined) => day !== undefined && day < franceDay(new Date());

/** The rights of a person as their form has them: a box a right, and a day beside each; then those in sectors, and a sector to add. */
export const RightsForm = z
  .object({
    role: RightsDraft.shape.role,
    hold: z.array(Grant.shape.permission).default([]),
    ...untils,
    inSector: z.array(WrittenGrant).max(maxGrants).default([]),
    sectorId: z.uuid("rights:inSector.choose").optional(),
    sectorHold: z.array(Grant.shape.permission).default([]),
    sectorUntil: calendarDay("rights:expiresOn.form").optional(),
    reason: RightsDraft.shape.reason,
    over: RightsState,
  })
  .refine(({ sectorId, sectorHold }) => !!sectorId || sectorHold.length === 0, { path: ["sectorId"], error: "rights:inSector.choose" })
  .refine(({ sectorId, sectorHold }) => !sectorId || sectorHold.length > 0, { path: ["sectorHold"], error: "rights:inSector.tick" })
  .superRefine((form, context) => {
    const days = [...form.hold.map(untilOf), ...(form.sectorId ? (["sectorUntil"] as const) : [])];
    for (const name of days) if (isPast(form[name])) context.addIssue({ code: "custom", path: [name], message: "rights:expiresOn.past" });
  });
export type RightsForm = z.output<typeof RightsForm>;

/** What the form says: a right that is added in a sector replaces the one that is held there. */
export function draftOf(form: RightsForm): RightsDraft {
  const { role, hold, reason, over, inSector, sectorId, sectorHold, sectorUntil } = form;
  const everywhere = hold.map((permission) => ({ permission, sectorId: null, expiresOn: form[untilOf(permission)] ?? null }));
  const added = sectorId ? sectorHold.map((permission) => ({ permission, sectorId, expiresOn: sectorUntil ?? null })) : [];
  return {
    role,
    reason,
    over,
    grants: [...everywhere, ...inSector.filter((one) => !added.some((other) => isSameRight(one, other))), ...added],
  };
}

export const RightsRow = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  team: z.string().nullable(),
  accountState: AccountState,
  /** With the name of the sector. */
  grants: z.array(Grant.extend({ sector: z.string().nullable() })),
});
export type RightsRow = z.infer<typeof RightsRow>;

/** One person's rights, and the local teams in which rights can be given. */
export const RightsRecord = RightsRow.extend({ sectors: z.array(z.object({ id: z.uuid(), name: z.string() })) });
export type RightsRecord = z.infer<typeof RightsRecord>;

export const RightsQuery = listQuery(
  ["role", "name"],
  {
    role: z.enum(roles).optional().catch(undefined),
    permission: z.enum(permissions).optional().catch(undefined),
    /** Also those without a right, to give them one; a search finds them in any case. */
    everyone: z.literal("yes").optional().catch(undefined),
  },
  { order: "asc" },
);
export type RightsQuery = z.infer<typeof RightsQuery>;

export const rightsApi = {
  list: endpoint({ method: "GET", path: "/api/admin/permissions", access: who, query: RightsQuery, response: pageOf(RightsRow) }),
  get: endpoint({ method: "GET", path: "/api/admin/permissions/:id", access: who, params: byId, response: RightsRecord }),
  /** Names of those who grant rights, shown to people who lack one. */
  givers: endpoint({
    method: "GET",
    path: "/api/admin/right-givers",
    access: accountManagers,
    response: z.object({ names: z.array(z.string()) }),
  }),
  save: endpoint({ method: "PUT", path: "/api/admin/permissions/:id", access: who, params: byId, body: RightsDraft, response: Done }),
};
