import { expect, test } from "vitest";
import { type Permission, permissions, roles } from "#contract/accounts/roles";
import { aUser } from "#tests/support/people";
import { barEntries, navigationTo } from "~/layouts/office/navigation";
import { openPages } from "~/layouts/office/open-pages.server";

/** The bar of somebody who holds rights everywhere, and in one sector. */
function barOf(role: (typeof roles)[number], held: Permission[]) {
  const user = aUser({ role, permissions: held });
  const sectorGrants = held.map((permission) => ({ permission, sectorId: crypto.randomUUID() }));
  const open = openPages({ ...user, extraData: { ...user.extraData, sectorGrants } });
  return barEntries(navigationTo(open)).map(({ label }) => label);
}

test("the bar on a phone has five entries at most, whoever reads it, and all tools where it leaves some out", () => {
  const rights: Permission[][] = [[], [...permissions], ...permissions.map((one) => [one])];
  const bars = roles.flatMap((role) => rights.map((held) => ({ role, held, bar: barOf(role, held) })));
  expect(bars.filter(({ bar }) => bar.length > 5 || bar[0] !== "nav.home")).toEqual([]);
  const staff = bars.filter(({ role }) => role === "ADMIN" || role === "VOLUNTEER");
  expect(staff.filter(({ bar }) => bar.at(-1) !== "nav.tools")).toEqual([]);
  expect(barOf("VOLUNTEER", ["ACCOUNTS_MANAGE"])).toEqual(["nav.home", "nav.pending", "nav.chats", "nav.myEvents", "nav.tools"]);
});
