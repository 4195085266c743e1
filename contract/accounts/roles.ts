/** The five roles of an account; a visitor who is not logged in is the sixth case and has none. */
export const roles = ["ADMIN", "VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const;
export type Role = (typeof roles)[number];

export const donorRoles = ["DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const satisfies Role[];
export const isDonor = (role: Role) => role === "DONATOR_MERCHANT" || role === "DONATOR_INDIVIDUAL";

/** Rights given to a person beyond the role. A permission without a role that a page allows opens nothing. */
export const permissions = [
  "ADMIN_MANAGE_USERS_PERMISSIONS",
  "NEWS_PUBLISH",
  "AUDIT_READ",
  "EXPORT_PERSONAL_DATA",
  "BENEFICIARY_READ_RESTRICTED",
  "ACCOUNTS_MANAGE",
  "NOTIFICATIONS_SEND",
  "HOURS_VALIDATE",
  "EVENTS_SCAN",
  "EVENTS_CHECKIN_MANUAL",
  "EVENTS_REOPEN",
  "MESSAGES_ANSWER",
  "EVENTS_MANAGE",
] as const;
export type Permission = (typeof permissions)[number];

/** Whether a permission string is in the person's list, by exact equality. */
export function hasPermission(user: { permissions: readonly string[] }, permission: string): boolean {
  return permission !== "" && user.permissions.includes(permission);
}
