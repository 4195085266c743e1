import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { outgoingMails } from "#backend/modules/mails/tables";
import { users } from "#backend/modules/users/tables";
import { accountDecisions } from "#backend/modules/verification/tables";
import { approvalsApi } from "#contract/accounts/approvals";
import { peopleApi } from "#contract/accounts/people";
import { type TestBackend, testClock } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { addPerson, signIn } from "#tests/support/people";
import { expectNoFault, twoOffices } from "#tests/support/two-offices";

const patience = 120_000;

/** Ten accounts that one administrator has approved together, and how they undo that in either backend. */
async function approvedByOne() {
  const time = testClock();
  const { backend, backends, second } = await twoOffices({ clock: time.clock });
  const { db } = backend.services;
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const ids: string[] = [];
  for (let at = 0; at < 10; at += 1) ids.push((await addPerson(backend, { role: "VOLUNTEER", accountState: "to_validate" })).id);
  const approve = { step: "approve", dryRun: false, selection: { ids } };
  await backend.request(peopleApi.bulk.path, { method: "POST", cookie, json: approve });
  time.pass(60);
  const [decision] = await db.select().from(accountDecisions);
  const undo = async (one: TestBackend) => {
    const json = { approval: decision?.batchId, reason: "Validés par erreur." };
    const answer = await one.request(approvalsApi.undo.path, { method: "POST", cookie, json });
    return [answer.status, ((await answer.json()) as { changed?: number }).changed] as const;
  };
  const undone = () => db.$count(accountDecisions, eq(accountDecisions.verdict, "take_back"));
  const stateOf = async (id: string) => (await db.select({ state: users.accountState }).from(users).where(eq(users.id, id)))[0]?.state;
  return { time, backends, second, db, ids, undo, undone, stateOf };
}

describe.runIf(serverUrl)("in two backends", () => {
  test(
    "an approval that is undone twice at once: each account is set back once",
    async () => {
      const { backends, db, ids, undo, undone } = await approvedByOne();
      const answers = await Promise.all(backends.map(undo));
      expectNoFault(answers.map(([status]) => status));
      expect(answers.reduce((sum, [, changed = 0]) => sum + changed, 0)).toBe(ids.length);
      expect(await undone()).toBe(ids.length);
      expect(await db.$count(outgoingMails, eq(outgoingMails.status, "expired"))).toBe(ids.length);
    },
    patience,
  );

  test(
    "an approval that is undone while its accounts are suspended: each is suspended or set back",
    async () => {
      const { backends, second, ids, undo, undone, stateOf } = await approvedByOne();
      const suspend = (id: string) => second(peopleApi.move.path.replace(":id", id), { step: "suspend", reason: "À revoir" });
      const [[status], ...suspended] = await Promise.all([undo(backends[0]), ...ids.toReversed().map(suspend)]);
      expectNoFault([status, ...suspended]);
      const states = await Promise.all(ids.map(stateOf));
      const count = (state: string) => states.filter((one) => one === state).length;
      expect([count("suspended"), count("to_validate")]).toEqual([suspended.filter((one) => one === 200).length, await undone()]);
      expect(count("suspended") + count("to_validate")).toBe(ids.length);
    },
    patience,
  );

  test(
    "an account that is used while the approval is undone stays open",
    async () => {
      const { time, backends, db, ids, undo, stateOf } = await approvedByOne();
      const [used = ""] = ids.toSorted();
      let answer: ReturnType<typeof undo> | undefined;
      await db.transaction(async (tx) => {
        await tx.update(users).set({ lastInteractionAt: time.clock() }).where(eq(users.id, used));
        answer = undo(backends[1]);
        await new Promise((resolve) => setTimeout(resolve, 500));
      });
      expect(await answer).toEqual([200, ids.length - 1]);
      expect(await stateOf(used)).toBe("validated");
    },
    patience,
  );
});
