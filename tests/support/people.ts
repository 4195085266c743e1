import type { Services } from "#backend/http/services";
import { cookieNames } from "#backend/identity/authentication";
import { openSession } from "#backend/identity/sessions";
import { permissionGrants, users } from "#backend/modules/users/tables";
import type { AccountState, CurrentUser } from "#contract/accounts/current-user";
import type { Permission, Role } from "#contract/accounts/roles";

/** The current user as pages see it, with what a test says of it; an open account unless it says otherwise. */
export function aUser(
  about: Partial<Omit<CurrentUser, "extraData">> & { annualVerificationNeeded?: boolean; accountState?: AccountState } = {},
): CurrentUser {
  const { annualVerificationNeeded = false, accountState = "validated", ...rest } = about;
  return {
    id: crypto.randomUUID(),
    role: "ADMIN",
    firstName: "Aya",
    lastName: "Test",
    email: "aya@maillon.example",
    isEmailVerified: true,
    isAccountWaitingUser: false,
    isAccountValidated: true,
    needToSignDocument: false,
    hasActiveMembership: false,
    isStaffMember: false,
    mattermostID: null,
    microsoftId: null,
    latitude: null,
    longitude: null,
    extraData: { annualVerificationNeeded, accountState, team: null, sectorGrants: [] },
    permissions: [],
    documents: [],
    docToSign: null,
    legalDocuments: [],
    ...rest,
  };
}

/** Accounts whose place is a page of its own, by that page. */
export const standing: Record<string, { accountState: AccountState; emailVerifiedAt?: null }> = {
  "/account/pending/email": { accountState: "registered", emailVerifiedAt: null },
  "/account/pending/criteria": { accountState: "waiting" },
  "/account/pending/validation": { accountState: "to_validate" },
  "/account/not-verified": { accountState: "suspended" },
};

/** Pages that are closed to administrators, with a role that opens them. */
const closedToStaff: Record<string, Role> = {
  "/account/settings/profile": "DONATOR_INDIVIDUAL",
  "/account/settings/needs": "BENEFICIARY",
  "/account/settings/shop": "DONATOR_MERCHANT",
  "/dashboard/my-file": "BENEFICIARY",
  "/dashboard/donator/fiscal-receipts": "DONATOR_INDIVIDUAL",
};

/** Who opens a page, where an administrator does not: the role, or the state of an account whose place it is. */
export const openerOf = (path: string): Person | undefined =>
  closedToStaff[path] ? { role: closedToStaff[path] } : standing[path] && { role: "BENEFICIARY", ...standing[path] };

type PersonRow = typeof users.$inferInsert;
type Person = Partial<PersonRow> & { role: Role; permissions?: Permission[]; inSectors?: { permission: Permission; sectorId: string }[] };

let count = 0;

/** A person in the database, with an open account unless the test says otherwise. */
export async function addPerson({ services }: { services: Services }, { permissions = [], inSectors = [], ...person }: Person) {
  count += 1;
  const values = {
    email: `person-${count}-${crypto.randomUUID().slice(0, 8)}@maillon.example`,
    firstName: "Aya",
    lastName: `Test ${count}`,
    emailVerifiedAt: new Date("2026-01-01"),
    accountState: "validated" as const,
  };
  const [row] = await services.db
    .insert(users)
    .values({ ...values, ...person })
    .returning();
  if (!row) throw new Error("the person was not added");
  const grants = [...permissions.map((permission) => ({ permission, sectorId: null })), ...inSectors];
  if (grants.length > 0) await services.db.insert(permissionGrants).values(grants.map((grant) => ({ ...grant, userId: row.id })));
  return row;
}

/** The cookies of a person who has logged in, as a browser sends them. */
export async function cookiesOf({ services }: { services: Services }, userId: string): Promise<string> {
  const { access, refresh } = await openSession(services.db, services.clock(), { userId });
  const names = cookieNames(services);
  return `${names.access}=${access}; ${names.refresh}=${refresh}`;
}

/** A person of a role, logged in. */
export async function signIn(backend: { services: Services }, person: Person) {
  const row = await addPerson(backend, person);
  return { ...row, cookie: await cookiesOf(backend, row.id) };
}
