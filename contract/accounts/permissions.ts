import type { Permission, Role } from "./roles.ts";

type PermissionFacts = {
  /** Whether it opens other people's data or other people's rights. */
  dangerous: boolean;
  /** Roles to whom it may be given. */
  grantable: readonly Role[];
  /** Roles that have what it opens without it. */
  byRole: readonly Role[];
};

/** What is known of each permission; its words are `permissions:name.<permission>` and `permissions:about.<permission>`. */
export const permissionFacts: Record<Permission, PermissionFacts> = {
  ADMIN_MANAGE_USERS_PERMISSIONS: { dangerous: true, grantable: ["ADMIN"], byRole: [] },
  NEWS_PUBLISH: { dangerous: false, grantable: ["VOLUNTEER"], byRole: ["ADMIN"] },
  AUDIT_READ: { dangerous: true, grantable: ["ADMIN"], byRole: [] },
  EXPORT_PERSONAL_DATA: { dangerous: true, grantable: ["ADMIN"], byRole: [] },
  BENEFICIARY_READ_RESTRICTED: { dangerous: true, grantable: ["ADMIN"], byRole: [] },
};
