import { sectorsWith } from "./permissions.ts";
import { hasPermission, type Permission, type Role } from "./roles.ts";

/**
 * Who may open a page or call an endpoint. Everything not listed is refused. `inSector` also admits those who hold all of these permissions in
 * one sector; the endpoint then answers for their sectors alone.
 */
export type Access =
  | "public"
  | "authenticated"
  | { roles: readonly Role[]; permission?: Permission; inSector?: readonly [Permission, ...Permission[]] };

/** The part of the current user that the access gate reads. */
export type GateUser = {
  role: Role;
  isEmailVerified: boolean;
  isAccountWaitingUser: boolean;
  isAccountValidated: boolean;
  needToSignDocument: boolean;
  permissions: readonly string[];
  extraData: { annualVerificationNeeded: boolean; sectorGrants?: readonly { permission: string; sectorId: string }[] };
};

export type GateRedirect =
  | "/login"
  | "/account/pending/email"
  | "/account/pending/criteria"
  | "/account/pending/validation"
  | "/account/pending/documents"
  | "/";

/**
 * The access gate: where a person must go instead of the page, or null when the page opens.
 * The order is the specification's (S4-002): the first failing check decides.
 */
export function redirectFor(user: GateUser | null, access: Access): GateRedirect | null {
  if (access === "public") return null;
  if (!user) return "/login";
  if (access === "authenticated") return null;
  if (!user.isEmailVerified) return "/account/pending/email";
  if (user.isAccountWaitingUser && user.role === "BENEFICIARY") return "/account/pending/criteria";
  if (!user.isAccountValidated || user.extraData.annualVerificationNeeded) return "/account/pending/validation";
  if (user.needToSignDocument) return "/account/pending/documents";
  if (access.roles.includes(user.role) && (!access.permission || hasPermission(user, access.permission))) return null;
  return access.inSector && sectorsWith(user, access.inSector).length > 0 ? null : "/";
}
