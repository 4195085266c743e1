import type { Access } from "../contract/accounts/access.ts";
import { admin, donors, only, staff } from "./page-access.ts";

/**
 * Paths of the specification that this site does not have: there is no page behind them, and they are answered with 404. `access/policies.ts` reads who
 * may open them, so that the specification's table of access is tested whole, and `pages.ts` takes them for paths that exist in types. Whoever
 * builds one moves its line to `pages.ts`, with its file.
 */
export const unbuiltRoutes = {
  "/dashboard/team": staff,
  "/dashboard/documents": staff,
  "/dashboard/approval": staff,
  "/dashboard/approval/requests/{id}": staff,
  "/dashboard/donator/merchant": only("DONATOR_MERCHANT"),
  "/dashboard/donator/individual": only("DONATOR_INDIVIDUAL"),
  "/dashboard/donator/requests": donors,
  "/dashboard/donator/requests/{id}": donors,
  "/dashboard/donator/requests/create": only("DONATOR_MERCHANT", "DONATOR_INDIVIDUAL", "ADMIN"),
  "/dashboard/donator/collection-map": donors,
  "/dashboard/volunteer/donator-requests": staff,
  "/dashboard/admin/map": admin,
  "/dashboard/admin/global-stats": admin,
  "/dashboard/admin/microsoft365": admin,
  "/dashboard/admin/rappel-conso": admin,
  "/dashboard/admin/contact-lists": admin,
  "/dashboard/admin/approval-teams": admin,
  "/dashboard/admin/approval-subjects": admin,
  "/dashboard/admin/donator-requests": admin,
  "/dashboard/admin/donator-requests/{id}": admin,
  "/dashboard/admin/collection-zones": admin,
} as const satisfies Record<`/${string}`, Access>;
