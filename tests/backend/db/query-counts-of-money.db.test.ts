import { expect, test } from "vitest";
import { aids } from "#backend/modules/aids/tables";
import { providerEvents } from "#backend/modules/card-payments/tables";
import { memberships } from "#backend/modules/memberships/tables";
import { payments, statementLines, statements } from "#backend/modules/payments/tables";
import { projects } from "#backend/modules/projects/tables";
import { franceDay } from "#contract/formats/france-time";
import { backendForTest } from "#tests/support/backend";
import { openTestDatabase } from "#tests/support/database";
import { addGift } from "#tests/support/gifts";
import { addPerson, signIn } from "#tests/support/people";
import { costs, expectFew } from "#tests/support/query-counts";

test("lists of payments, pledges, memberships, slips, card events, birthdays, statements and aids cost the same for 3 rows and for 30", async () => {
  const database = await openTestDatabase();
  const backend = await backendForTest({ database });
  const admin = await signIn(backend, { role: "ADMIN" });
  const { db, clock } = backend.services;
  const student = await addPerson(backend, { role: "BENEFICIARY" });
  const birthDate = `1990${franceDay(clock()).slice(4)}`;
  const add = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      const id = crypto.randomUUID();
      const person = await addPerson(backend, { role: "VOLUNTEER", birthDate });
      const [project] = await db
        .insert(projects)
        .values({ name: { fr: id }, body: { fr: "" }, stage: "running" })
        .returning();
      await addGift(backend, { email: "lou@example.org", status: "received", projectId: project?.id });
      await db.insert(memberships).values({ userId: person.id, startDate: "2026-01-01", endDate: "2030-01-01" });
      await db
        .insert(payments)
        .values({ donorId: person.id, receivedOn: "2026-01-01", amountCents: 100, method: "cheque", submission: id });
      const event = { event: id, type: "charge.refunded", objectId: id, live: true } as const;
      await db.insert(providerEvents).values({ ...event, state: "failed" });
      const statement = {
        fileName: id,
        format: "table",
        firstDay: "2026-01-01",
        lastDay: "2026-01-01",
        known: 0,
        debits: 0,
        unbooked: 0,
        createdBy: person.id,
      } as const;
      const [file] = await db.insert(statements).values(statement).returning();
      const line = { place: round, day: "2026-01-01", amountCents: 100, text: "Don", fingerprint: id, state: "waiting" } as const;
      await db.insert(statementLines).values({ ...line, statementId: file?.id ?? "" });
      await db.insert(aids).values({ userId: student.id, kind: "meal", day: "2026-01-01" });
    }
  };
  const lists = {
    payments: "/api/admin/payments?perPage=100",
    "payments of a name": "/api/admin/payments?perPage=100&q=lou",
    pledges: "/api/admin/pledges?perPage=100",
    memberships: "/api/admin/memberships?perPage=100",
    cheques: "/api/admin/cheque-deposits",
    journal: "/api/admin/payment-journal",
    "card events": "/api/admin/card-events?perPage=100",
    birthdays: "/api/admin/birthdays?perPage=100",
    statements: "/api/admin/bank-statements",
    aids: `/api/admin/users/${student.id}/aids`,
  };
  const measure = () => costs(backend, database, lists, admin.cookie);
  await add(3);
  await measure();
  const few = await measure();
  await add(27);
  expect(await measure()).toEqual(few);
  expectFew(few, 8);
});
