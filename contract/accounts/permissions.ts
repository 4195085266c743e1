import type { Permission, Role } from "./roles.ts";

type PermissionFacts = {
  /** Whether it gives access to other people's data or rights. */
  dangerous: boolean;
  /** Roles to whom it may be given. */
  grantable: readonly Role[];
  /** Roles that have this access without the permission. */
  byRole: readonly Role[];
};

/** The properties of each permission; its texts are `permissions:name.<permission>` and `permissions:about.<permission>`. */
export const permissionFacts: Record<Permission, PermissionFacts> = {
  ADMIN_MANAGE_USERS_PERMISSIONS: { dangerous: true, grantable: ["ADMIN"], byRole: [] },
  NEWS_PUBLISH: { dangerous: false, grantable: ["VOLUNTEER"], byRole: ["ADMIN"] },
  AUDIT_READ: { dangerous: true, grantable: ["ADMIN"], byRole: [] },
  EXPORT_PERSONAL_DATA: { dangerous: true, grantable: ["ADMIN"], byRole: [] },
  BENEFICIARY_READ_RESTRICTED: { dangerous: true, grantable: ["ADMIN"], byRole: [] },
};
