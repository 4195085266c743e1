import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { expenseClaims } from "#backend/modules/expense-claims/tables";
import { fiscalReceiptSources } from "#backend/modules/fiscal-receipts/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { erasePeople } from "#backend/modules/privacy/erasure";
import { type TestBackend, testClock } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { addAcceptedClaim, addCarRate, addVolunteer, claimRow, sendClaim } from "#tests/support/expenses";
import { signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { expectNoFault, twoOffices } from "#tests/support/two-offices";

const path = "/api/admin/expense-claims";
const tries = 8;
const { clock } = testClock();

/** Some claims of a volunteer that wait for a decision. */
async function waitingClaims(backend: TestBackend) {
  const person = await addVolunteer(backend);
  await addCarRate(backend);
  await addReceiptFacts(backend);
  const ids: string[] = [];
  for (let at = 0; at < tries; at += 1) ids.push(await sendClaim(backend, person.cookie));
  return { ...person, ids };
}

describe.runIf(serverUrl)("in two backends", () => {
  test("two people who decide at once: one of them does, with one mail", async () => {
    const { backend, first, second } = await twoOffices({ clock });
    const { ids } = await waitingClaims(backend);
    for (const id of ids) {
      const statuses = await Promise.all([
        first(`${path}/${id}/acceptance`, { version: 1 }),
        second(`${path}/${id}/refusal`, { version: 1, reason: "Illisible" }),
      ]);
      expect(statuses.toSorted()).toEqual([200, 409]);
      expect((await claimRow(backend, id))?.status).toBe(statuses[0] === 200 ? "accepted" : "declined");
    }
    expect(await backend.services.db.$count(outgoingMails)).toBe(tries);
  });

  test("a decision beside a withdrawal: one of them stands", async () => {
    const { backend, backends, first } = await twoOffices({ clock });
    const { ids, cookie } = await waitingClaims(backend);
    for (const id of ids) {
      const withdrawal = { method: "POST", cookie, json: { version: 1 } };
      const [decided, withdrawn] = await Promise.all([
        first(`${path}/${id}/acceptance`, { version: 1 }),
        backends[1].request(`/api/own-expense-claims/${id}/withdrawal`, withdrawal).then(({ status }) => status),
      ]);
      expect([decided, withdrawn].toSorted()).toEqual([200, 409]);
      expect((await claimRow(backend, id))?.status).toBe(decided === 200 ? "accepted" : "withdrawn");
    }
  });

  test("a receipt and the end of an acceptance at once: a claim that was declined is on no receipt that counts", async () => {
    const { backend, backends, first, second } = await twoOffices({ clock });
    await addReceiptFacts(backend);
    await backends[1].services.organisation.reload();
    const decider = await signIn(backend, { role: "ADMIN" });
    for (let at = 0; at < tries; at += 1) {
      const { id: userId } = await addVolunteer(backend);
      const claim = await addAcceptedClaim(backend, userId, decider.id);
      const statuses = await Promise.all([
        first("/api/admin/fiscal-receipts", { sourceId: claim }),
        second(`${path}/${claim}/refusal`, { version: 1, reason: "Erreur" }),
        second("/api/admin/fiscal-receipts", { sourceId: claim }),
      ]);
      expectNoFault(statuses);
      const live = await backend.services.db.$count(fiscalReceiptSources);
      const accepted = await backend.services.db.$count(expenseClaims, eq(expenseClaims.status, "accepted"));
      expect(live).toBe(accepted);
    }
  });

  test("journeys that are sent at once stay within the kilometres of their rate", async () => {
    const { backend, backends } = await twoOffices({ clock });
    const person = await addVolunteer(backend);
    await addCarRate(backend, { yearlyKilometres: 100 });
    await addReceiptFacts(backend);
    await backends[1].services.organisation.reload();
    const statuses = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        sendClaim(backends[at % 2 ? 0 : 1], person.cookie).then(
          () => 201,
          () => 422,
        ),
      ),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(2);
  });

  test("a claim and the erasure of its person at once: it is deleted with the others, or not sent", async () => {
    const { backend, backends } = await twoOffices({ clock });
    await addCarRate(backend);
    await addReceiptFacts(backend);
    const { services } = backends[1];
    for (let at = 0; at < tries; at += 1) {
      const { id, cookie } = await addVolunteer(backend);
      await sendClaim(backend, cookie);
      const erased = services.db.transaction((tx) => erasePeople({ ...services, db: tx }, null, [id], services.clock()));
      await Promise.all([erased, sendClaim(backend, cookie).catch(() => null)]);
      expect(await backend.services.db.$count(expenseClaims, eq(expenseClaims.userId, id))).toBe(0);
    }
  });
});
