import { hasPermission, type Permission, permissions, type Role } from "./roles.ts";

type PermissionFacts = {
  /** Whether it gives access to other people's data or rights. */
  dangerous: boolean;
  /** Roles to whom it may be given everywhere. */
  grantable: readonly Role[];
  /** Roles to whom it may be given in a sector: it then counts for the accounts, or the events, of that sector alone. */
  inSector: readonly Role[];
  /** Roles that have this access without the permission. */
  byRole: readonly Role[];
};

/** The properties of each permission; its texts are `rights:name.<permission>` and `rights:about.<permission>`. */
export const permissionFacts: Record<Permission, PermissionFacts> = {
  ADMIN_MANAGE_USERS_PERMISSIONS: { dangerous: true, grantable: ["ADMIN"], inSector: [], byRole: [] },
  NEWS_PUBLISH: { dangerous: false, grantable: ["VOLUNTEER"], inSector: [], byRole: ["ADMIN"] },
  AUDIT_READ: { dangerous: true, grantable: ["ADMIN"], inSector: [], byRole: [] },
  EXPORT_PERSONAL_DATA: { dangerous: true, grantable: ["ADMIN"], inSector: ["VOLUNTEER"], byRole: [] },
  BENEFICIARY_READ_RESTRICTED: { dangerous: true, grantable: ["ADMIN"], inSector: ["ADMIN", "VOLUNTEER"], byRole: [] },
  ACCOUNTS_MANAGE: { dangerous: true, grantable: [], inSector: ["VOLUNTEER"], byRole: ["ADMIN"] },
  NOTIFICATIONS_SEND: { dangerous: false, grantable: [], inSector: ["VOLUNTEER"], byRole: ["ADMIN"] },
  HOURS_VALIDATE: { dangerous: false, grantable: [], inSector: ["VOLUNTEER"], byRole: ["ADMIN"] },
  EVENTS_SCAN: { dangerous: false, grantable: [], inSector: ["VOLUNTEER"], byRole: ["ADMIN"] },
  MESSAGES_ANSWER: { dangerous: true, grantable: [], inSector: ["VOLUNTEER"], byRole: ["ADMIN"] },
  EVENTS_CHECKIN_MANUAL: { dangerous: true, grantable: [], inSector: ["VOLUNTEER"], byRole: ["ADMIN"] },
  EVENTS_MANAGE: { dangerous: true, grantable: [], inSector: ["VOLUNTEER"], byRole: ["ADMIN"] },
  EVENTS_REOPEN: { dangerous: false, grantable: ["ADMIN"], inSector: [], byRole: [] },
};

/** Permissions that may be given everywhere. */
export const everywherePermissions = permissions.filter((one) => permissionFacts[one].grantable.length > 0);

/** Permissions that may be given in a sector; the database has the same list. */
export const sectorPermissions = permissions.filter((one) => permissionFacts[one].inSector.length > 0);

/** Whether a role may hold a permission: everywhere, or in a sector. */
export function isGrantable(role: Role, permission: Permission, sectorId: string | null): boolean {
  const { grantable, inSector } = permissionFacts[permission];
  return (sectorId === null ? grantable : inSector).includes(role);
}

/** Someone with what they hold: permissions that count everywhere, and those that count in a sector. */
export type Holder = {
  role?: Role;
  permissions: readonly string[];
  extraData?: { sectorGrants?: readonly { permission: string; sectorId: string }[] };
};

/** The sectors in which somebody holds all of these permissions; a role that may not hold one of them has none. */
export function sectorsWith({ role, extraData }: Omit<Holder, "permissions">, wanted: readonly Permission[]): string[] {
  if (!role || !wanted.every((permission) => permissionFacts[permission].inSector.includes(role))) return [];
  const grants = extraData?.sectorGrants ?? [];
  return [...new Set(grants.map(({ sectorId }) => sectorId))].filter((sector) =>
    wanted.every((permission) => grants.some((one) => one.permission === permission && one.sectorId === sector)),
  );
}

/** Whether a permission counts for the accounts of a sector; for those without one it has to be held everywhere. */
export function holdsFor(holder: Holder, permission: Permission, sectorId: string | null | undefined): boolean {
  return hasPermission(holder, permission) || (!!sectorId && sectorsWith(holder, [permission]).includes(sectorId));
}

/** Permissions that somebody holds in some sectors, among them `to`, and neither everywhere nor in `from`: they would count for an account that comes from there. */
export function gainedByMove(holder: Holder, from: string | null, to: string): Permission[] {
  return sectorPermissions.filter((permission) => holdsFor(holder, permission, to) && !holdsFor(holder, permission, from));
}

/** Who looks after accounts: administrators after all of them, coordinators after those of their sectors. */
export const accountManagers = { roles: ["ADMIN"], inSector: ["ACCOUNTS_MANAGE"] } as const;

/** Who writes to many people at once: administrators to everybody, coordinators to those of their sectors. */
export const campaignSenders = { roles: ["ADMIN"], inSector: ["NOTIFICATIONS_SEND"] } as const;

/** Who reads and answers messages of the contact form: administrators all of them, coordinators those to the local team of their sectors. */
export const messageReaders = { roles: ["ADMIN"], inSector: ["MESSAGES_ANSWER"] } as const;

/** Who sets up and looks after events: administrators all of them, coordinators those of their sectors. */
export const eventManagers = { roles: ["ADMIN"], inSector: ["EVENTS_MANAGE"] } as const;

/** Who exports lists of people: coordinators those of the sectors in which they hold that right too. */
export const peopleExporters = {
  roles: ["ADMIN"],
  permission: "EXPORT_PERSONAL_DATA",
  inSector: ["ACCOUNTS_MANAGE", "EXPORT_PERSONAL_DATA"],
} as const;
