import { describe, expect, test } from "vitest";
import { decideTransition, type MovedBy } from "#backend/modules/users/transitions";
import { type AccountTransition, accountTransitions } from "#contract/accounts/account-transitions";
import { accountStates } from "#contract/accounts/current-user";
import { roles } from "#contract/accounts/roles";

const staff = { id: "staff", permissions: [] };

/** Every step with the states it may start from and where it leads; anything else is refused. */
const table: Record<AccountTransition, Partial<Record<(typeof accountStates)[number], string>>> = {
  verifyEmail: { registered: "to_validate" },
  submitFile: { waiting: "to_validate" },
  ask: { waiting: "to_validate", to_validate: "to_validate", refused: "to_validate" },
  approve: { waiting: "validated", to_validate: "validated", refused: "validated" },
  refuse: { waiting: "refused", to_validate: "refused" },
  undoApproval: { validated: "to_validate" },
  reconsider: { refused: "to_validate" },
  suspend: { validated: "suspended" },
  reopen: { suspended: "validated" },
  restore: { left: "validated" },
  recheck: { validated: "to_validate" },
  oweFile: { to_validate: "waiting", validated: "waiting" },
  waiveFile: { waiting: "to_validate" },
  leave: { registered: "left", waiting: "left", to_validate: "left", validated: "left", suspended: "left", refused: "left" },
};
const others: Partial<Record<AccountTransition, MovedBy>> = {
  verifyEmail: "system",
  submitFile: "self",
  recheck: "self",
  oweFile: "system",
  waiveFile: "system",
  leave: "self",
};
const takenBy = (name: AccountTransition): MovedBy => others[name] ?? "staff";

describe.each(accountTransitions)("%s", (name) => {
  test.each(accountStates)("from %s", (accountState) => {
    const by = takenBy(name);
    const mover = by === "self" ? { id: "person", permissions: [] } : staff;
    const expected = table[name][accountState];
    expect(
      decideTransition(
        name,
        { id: "person", role: "VOLUNTEER", accountState, closedFrom: "validated" },
        by,
        by === "system" ? null : mover,
      ),
    ).toEqual(expected ? { to: expected } : { refusal: "wrong_state" });
  });
});

test.each([
  ["BENEFICIARY", false, "waiting"],
  ["BENEFICIARY", true, "validated"],
  ["VOLUNTEER", false, "to_validate"],
  ["VOLUNTEER", true, "validated"],
  ["DONATOR_MERCHANT", false, "to_validate"],
  ["DONATOR_MERCHANT", true, "validated"],
  ["DONATOR_INDIVIDUAL", false, "validated"],
  ["ADMIN", false, "to_validate"],
] as const)("a confirmed address brings %s (accepted beforehand: %s) to %s", (role, accepted, to) => {
  expect(decideTransition("verifyEmail", { id: "p", role, accountState: "registered" }, "system", null, { accepted })).toEqual({ to });
});

test.each(roles)("a minor without the guardian's consent waits for the team: %s", (role) => {
  const options = { accepted: true, guardianWaiting: true };
  expect(decideTransition("verifyEmail", { id: "p", role, accountState: "registered" }, "system", null, options)).toEqual({
    to: "to_validate",
  });
});

test("a closed account is reopened in its former state, and only while that is known", () => {
  const closed = { id: "p", role: "VOLUNTEER", accountState: "left" } as const;
  for (const closedFrom of ["registered", "waiting", "to_validate", "validated", "suspended", "refused"] as const)
    expect(decideTransition("restore", { ...closed, closedFrom }, "staff", staff)).toEqual({ to: closedFrom });
  for (const closedFrom of [null, undefined])
    expect(decideTransition("restore", { ...closed, closedFrom }, "staff", staff)).toEqual({ refusal: "wrong_state" });
});

test("a question to a student sends the file back to them", () => {
  const student = { id: "p", role: "BENEFICIARY", accountState: "to_validate" } as const;
  const reader = { ...staff, permissions: ["BENEFICIARY_READ_RESTRICTED"] };
  expect(decideTransition("ask", student, "staff", reader)).toEqual({ to: "waiting" });
  for (const step of ["ask", "approve", "refuse"] as const)
    expect(decideTransition(step, student, "staff", staff)).toEqual({ refusal: "restricted" });
});

test("nobody makes a staff transition of their own account, and no person makes one for another", () => {
  for (const name of ["approve", "ask", "refuse", "suspend", "reopen", "restore", "reconsider"] as const)
    for (const accountState of accountStates)
      for (const role of roles) {
        const own = decideTransition(name, { id: "staff", role, accountState }, "staff", staff);
        expect(own).toEqual({ refusal: "own_account" });
        const self = decideTransition(name, { id: "p", role, accountState }, "self", { id: "p", permissions: [] });
        expect(self).toEqual({ refusal: "forbidden" });
      }
  expect(decideTransition("leave", { id: "p", role: "VOLUNTEER", accountState: "validated" }, "self", staff)).toEqual({
    refusal: "forbidden",
  });
});

test("an administrator's account is changed only by those who grant rights", () => {
  const account = { id: "p", role: "ADMIN", accountState: "validated" } as const;
  expect(decideTransition("suspend", account, "staff", staff)).toEqual({ refusal: "forbidden" });
  const giver = { id: "giver", permissions: ["ADMIN_MANAGE_USERS_PERMISSIONS"] };
  expect(decideTransition("suspend", account, "staff", giver)).toEqual({ to: "suspended" });
});
