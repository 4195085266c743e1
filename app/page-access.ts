import type { Access } from "../contract/accounts/access.ts";
import type { Role } from "../contract/accounts/roles.ts";

export const only = (...roles: Role[]): Access => ({ roles });
export const admin = only("ADMIN");
export const staff = only("ADMIN", "VOLUNTEER");
export const helpedOrHelping = only("ADMIN", "VOLUNTEER", "BENEFICIARY");
export const donors = only("DONATOR_MERCHANT", "DONATOR_INDIVIDUAL");
export const exporter: Access = { roles: ["ADMIN"], permission: "EXPORT_PERSONAL_DATA" };
export const rightsGiver: Access = { roles: ["ADMIN"], permission: "ADMIN_MANAGE_USERS_PERMISSIONS" };
export const everyone = only("ADMIN", "VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL");
