import { expect, test } from "vitest";
import { gainedByMove, holdsFor, permissionFacts, sectorPermissions, sectorsWith } from "#contract/accounts/permissions";
import { type Permission, roles } from "#contract/accounts/roles";

const [lyon, lille] = ["lyon", "lille"];
const holder = (role: (typeof roles)[number], held: [Permission, string][], permissions: Permission[] = []) => ({
  role,
  permissions,
  extraData: { sectorGrants: held.map(([permission, sectorId]) => ({ permission, sectorId })) },
});

test("a right in a sector counts for the roles that may hold it there, and for nobody else, whatever the database says", () => {
  for (const role of roles)
    for (const permission of sectorPermissions) {
      const counts = permissionFacts[permission].inSector.includes(role);
      const person = holder(role, [[permission, lyon]]);
      expect([role, permission, sectorsWith(person, [permission])]).toEqual([role, permission, counts ? [lyon] : []]);
      expect(holdsFor(person, permission, lyon)).toBe(counts);
    }
  expect(sectorsWith(holder("BENEFICIARY", [["ACCOUNTS_MANAGE", lyon]]), ["ACCOUNTS_MANAGE"])).toEqual([]);
  const both = holder("VOLUNTEER", [
    ["ACCOUNTS_MANAGE", lyon],
    ["ACCOUNTS_MANAGE", lille],
    ["EXPORT_PERSONAL_DATA", lille],
  ]);
  expect(sectorsWith(both, ["ACCOUNTS_MANAGE", "EXPORT_PERSONAL_DATA"])).toEqual([lille]);
});

test("what a move from one sector to another would open: rights in the second alone", () => {
  const read = "BENEFICIARY_READ_RESTRICTED" as const;
  const inLyon = holder("ADMIN", [[read, lyon]]);
  expect([gainedByMove(inLyon, lille, lyon), gainedByMove(inLyon, null, lyon)]).toEqual([[read], [read]]);
  expect([gainedByMove(inLyon, lyon, lyon), gainedByMove(inLyon, lyon, lille)]).toEqual([[], []]);
  const everywhere = holder("ADMIN", [[read, lyon]], [read]);
  expect(gainedByMove(everywhere, lille, lyon)).toEqual([]);
  const coordinator = holder("VOLUNTEER", [
    ["ACCOUNTS_MANAGE", lyon],
    [read, lyon],
    [read, lille],
  ]);
  expect(gainedByMove(coordinator, lille, lyon)).toEqual(["ACCOUNTS_MANAGE"]);
});
