import { z } from "zod";

/** The five roles of an account; a visitor who is not logged in is the sixth case and has none. */
export const roles = ["ADMIN", "VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const;
export const Role = z.enum(roles);
export type Role = z.infer<typeof Role>;

/** Rights given to a person beyond the role. A permission without a role that a page allows opens nothing. */
export const permissions = ["ADMIN_MANAGE_USERS_PERMISSIONS", "NEWS_PUBLISH", "AUDIT_READ", "EXPORT_PERSONAL_DATA"] as const;
export const Permission = z.enum(permissions);
export type Permission = z.infer<typeof Permission>;

/** Whether a permission string is in the person's list, by exact equality. */
export function hasPermission(user: { permissions: readonly string[] }, permission: string): boolean {
  return permission !== "" && user.permissions.includes(permission);
}
