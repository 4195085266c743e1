import { describe, expect, test } from "vitest";
import { type Access, redirectFor } from "#contract/accounts/access";
import { hasPermission, type Permission, type Role } from "#contract/accounts/roles";
import { aUser } from "#tests/support/people";
import { policies } from "~/access/policies";

const admin = { roles: ["ADMIN"] } as const;

test.each([
  ["a visitor", null, "/login"],
  ["an unverified e-mail", aUser({ isEmailVerified: false }), "/account/pending/email"],
  [
    "a waiting beneficiary",
    aUser({ role: "BENEFICIARY", isAccountWaitingUser: true, isAccountValidated: false }),
    "/account/pending/criteria",
  ],
  ["an unvalidated account", aUser({ isAccountValidated: false }), "/account/pending/validation"],
  ["a yearly check due", aUser({ annualVerificationNeeded: true }), "/account/pending/validation"],
  ["a document to sign", aUser({ needToSignDocument: true }), "/account/pending/documents"],
  ["another role", aUser({ role: "VOLUNTEER" }), "/"],
  ["an admin", aUser(), null],
])("S4-003 S4-005 S4-006 S4-007 S4-008 S4-009 %s is sent to the gate's stop", (_, user, stop) => {
  expect(redirectFor(user, admin)).toBe(stop);
});

test("S4-002 the checks run in the specification's order: over every combination of flags, the first failing one decides", () => {
  const booleans = [true, false];
  for (const isEmailVerified of booleans)
    for (const waiting of booleans)
      for (const isAccountValidated of booleans)
        for (const annual of booleans)
          for (const needToSignDocument of booleans)
            for (const role of ["BENEFICIARY", "VOLUNTEER"] as const) {
              const user = aUser({
                role,
                isEmailVerified,
                isAccountWaitingUser: waiting,
                isAccountValidated,
                annualVerificationNeeded: annual,
                needToSignDocument,
              });
              const stops = [
                !isEmailVerified && "/account/pending/email",
                waiting && role === "BENEFICIARY" && "/account/pending/criteria",
                (!isAccountValidated || annual) && "/account/pending/validation",
                needToSignDocument && "/account/pending/documents",
                role !== "VOLUNTEER" && "/",
              ].filter(Boolean);
              expect(redirectFor(user, { roles: ["VOLUNTEER"] })).toBe(stops[0] ?? null);
            }
});

test("S4-004 an unverified e-mail comes first, whatever else is true of the account", () => {
  const user = aUser({
    role: "BENEFICIARY",
    isAccountWaitingUser: true,
    isAccountValidated: false,
    needToSignDocument: true,
    isEmailVerified: false,
  });
  expect(redirectFor(user, admin)).toBe("/account/pending/email");
});

test("S6-002 the permissions page takes the role and the permission together", () => {
  const right = "ADMIN_MANAGE_USERS_PERMISSIONS";
  const policy = policies["/dashboard/admin/permissions"];
  expect(redirectFor(aUser({ permissions: [right] }), policy)).toBeNull();
  expect(redirectFor(aUser(), policy)).toBe("/");
  expect(redirectFor(aUser({ role: "VOLUNTEER", permissions: [right] }), policy)).toBe("/");
});

test.each([
  ["NEWS_PUBLISH", true],
  ["news_publish", false],
  ["NEWS", false],
  ["NEWS_PUBLISH_ALL", false],
  ["", false],
])("S6-019 a permission is held by exact equality: %j → %s", (permission, held) => {
  expect(hasPermission({ permissions: ["NEWS_PUBLISH"] }, permission)).toBe(held);
  expect(hasPermission({ permissions: [] }, permission)).toBe(false);
});

describe("an access that is open in a sector", () => {
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
  const both: Access = { roles: ["ADMIN"], permission: "EXPORT_PERSONAL_DATA", inSector: ["ACCOUNTS_MANAGE", "EXPORT_PERSONAL_DATA"] };
  const holder = (role: Role, ...held: [permission: Permission, sectorId: string][]) => {
    const user = aUser({ role });
    const sectorGrants = held.map(([permission, sectorId]) => ({ permission, sectorId }));
    return { ...user, extraData: { ...user.extraData, sectorGrants } };
  };

  test.each([
    ["all permissions in one sector", holder("VOLUNTEER", ["ACCOUNTS_MANAGE", one], ["EXPORT_PERSONAL_DATA", one]), null],
    ["each in another sector", holder("VOLUNTEER", ["ACCOUNTS_MANAGE", one], ["EXPORT_PERSONAL_DATA", two]), "/"],
    ["one of them", holder("VOLUNTEER", ["ACCOUNTS_MANAGE", one]), "/"],
    ["a role that may not hold them", holder("BENEFICIARY", ["ACCOUNTS_MANAGE", one], ["EXPORT_PERSONAL_DATA", one]), "/"],
    ["the role without the permission", holder("ADMIN"), "/"],
    ["none", holder("VOLUNTEER"), "/"],
  ] as const)("answers %s", (_, user, stop) => {
    expect(redirectFor(user, both)).toBe(stop);
  });

  test("opens nothing to a right that counts in a sector where one is needed everywhere", () => {
    const user = holder("ADMIN", ["BENEFICIARY_READ_RESTRICTED", one]);
    expect(redirectFor(user, { roles: ["ADMIN"], permission: "BENEFICIARY_READ_RESTRICTED" })).toBe("/");
  });
});
