import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import type { GateUser } from "./access.ts";
import { redirectFor } from "./access.ts";
import { roles } from "./roles.ts";

export const accountStates = ["registered", "waiting", "to_validate", "validated", "refused", "suspended", "left"] as const;
export const AccountState = z.enum(accountStates);
export type AccountState = z.infer<typeof AccountState>;

const DocumentRef = z.object({ type: z.string(), uuid: z.uuid() });
const LegalDocumentRef = z.object({ uuid: z.uuid(), key: z.string(), version: z.int(), title: z.string(), signed: z.boolean() });

/** The signed-in person, with exactly the fields of the specification (S3-001 to S3-012). */
export const CurrentUser = z.object({
  id: z.uuid(),
  role: z.enum(roles),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  isAccountWaitingUser: z.boolean(),
  isAccountValidated: z.boolean(),
  needToSignDocument: z.boolean(),
  hasActiveMembership: z.boolean(),
  isStaffMember: z.boolean(),
  mattermostID: z.string().nullable(),
  microsoftId: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  extraData: z.object({
    annualVerificationNeeded: z.boolean(),
    accountState: AccountState,
    team: z.string().nullable(),
    /** Permissions that count for the accounts of one sector; `permissions` are those that count everywhere. */
    sectorGrants: z.array(z.object({ permission: z.string(), sectorId: z.uuid() })).default([]),
  }),
  permissions: z.array(z.string()),
  documents: z.array(DocumentRef),
  docToSign: LegalDocumentRef.nullable(),
  legalDocuments: z.array(LegalDocumentRef),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

/** What error reports may know of a person. */
export const SessionUser = z.object({
  id: z.uuid(),
  email: z.string(),
  username: z.string(),
  role: z.enum(roles),
  type: z.enum(["staff", "volunteer", "beneficiary", "donor"]),
  emailVerified: z.boolean(),
});
export type SessionUser = z.infer<typeof SessionUser>;

/** The one page that fits a person's state: a pending page, the refusal page, or the dashboard. */
export function homeOf(user: GateUser & { extraData: { accountState: AccountState } }): string {
  if (["refused", "suspended", "left"].includes(user.extraData.accountState)) return "/account/not-verified";
  return redirectFor(user, { roles: [user.role] }) ?? "/dashboard";
}

export const currentUserApi = {
  me: endpoint({ method: "GET", path: "/api/user/me", access: "authenticated", response: CurrentUser }),
  session: endpoint({
    method: "GET",
    path: "/api/_auth/session",
    access: "public",
    response: z.object({ user: SessionUser.nullable() }),
  }),
  endSession: endpoint({ method: "DELETE", path: "/api/_auth/session", access: "public", response: z.object({ success: z.boolean() }) }),
};
