import { expect, test } from "vitest";
import { decideRights, retainedGrants } from "#backend/modules/rights/deciding";
import { permissionFacts } from "#contract/accounts/permissions";
import type { Grant } from "#contract/accounts/rights";
import { permissions, roles } from "#contract/accounts/roles";

const grant = (permission: Grant["permission"], expiresOn: string | null = null): Grant => ({ permission, sectorId: null, expiresOn });

test("nobody changes their own role or rights, whatever they are", () => {
  for (const role of roles)
    for (const permission of permissions) {
      const wanted = { role, grants: [grant(permission)] };
      expect(decideRights({ id: "a" }, { id: "a", role: "ADMIN", grants: [] }, wanted)).toBe("own_account");
    }
});

test("a right is granted to the roles that allow it, and to no other", () => {
  for (const role of roles)
    for (const permission of permissions) {
      const verdict = decideRights({ id: "a" }, { id: "b", role, grants: [] }, { role, grants: [grant(permission)] });
      expect([role, permission, verdict]).toEqual([
        role,
        permission,
        permissionFacts[permission].grantable.includes(role) ? null : "not_for_role",
      ]);
    }
});

test("a role and a right that do not go together are refused even when the role is new", () => {
  const target = { id: "b", role: "VOLUNTEER" as const, grants: [] };
  expect(decideRights({ id: "a" }, target, { role: "ADMIN", grants: [grant("AUDIT_READ")] })).toBeNull();
  expect(decideRights({ id: "a" }, { ...target, role: "ADMIN" as never }, { role: "VOLUNTEER", grants: [grant("AUDIT_READ")] })).toBe(
    "not_for_role",
  );
});

test("rights that a new role does not allow are removed; a later last day counts as a new grant", () => {
  const held = [grant("AUDIT_READ", "2027-01-31")];
  const target = { id: "b", role: "ADMIN" as const, grants: held };
  expect(decideRights({ id: "a" }, target, { role: "VOLUNTEER", grants: held })).toBeNull();
  expect(retainedGrants({ role: "VOLUNTEER", grants: held })).toEqual([]);
  expect(decideRights({ id: "a" }, target, { role: "VOLUNTEER", grants: [grant("AUDIT_READ")] })).toBe("not_for_role");
});
