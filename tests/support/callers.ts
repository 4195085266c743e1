import { everywherePermissions } from "#contract/accounts/permissions";
import { type Role, roles } from "#contract/accounts/roles";
import type { Endpoint } from "#contract/api/endpoint";
import type { TestBackend } from "./backend";
import { addPerson, cookiesOf } from "./people";

/** The role that an endpoint admits: an administrator where it does, nobody where it is open to all. */
export function roleFor({ access }: Pick<Endpoint, "access">): Role | null {
  if (access === "public") return null;
  if (access === "authenticated" || access.roles.includes("ADMIN")) return "ADMIN";
  return access.roles[0] ?? null;
}

/** Somebody of each role, with every permission, and the cookies of whoever an endpoint admits. */
export async function addCallers(backend: TestBackend) {
  const ids = new Map<Role, string>();
  for (const role of roles) ids.set(role, (await addPerson(backend, { role, permissions: [...everywherePermissions] })).id);
  return {
    idOf: (role: Role) => ids.get(role) ?? "",
    cookieFor: async (endpoint: Pick<Endpoint, "access">) => {
      const role = roleFor(endpoint);
      return role ? cookiesOf(backend, ids.get(role) ?? "") : undefined;
    },
  };
}
