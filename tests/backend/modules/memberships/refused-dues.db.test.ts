import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { outgoingMails } from "#backend/modules/mails/tables";
import type { MailTopic } from "#backend/modules/mails/topics";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { membershipsOf } from "#tests/support/memberships";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let admin: Awaited<ReturnType<typeof signIn>>;
let by: ReturnType<typeof membershipsOf>;
let planId: string;

beforeAll(async () => {
  backend = await startBackend({ clock: testClock(new Date("2026-11-20T10:00:00Z")).clock });
  admin = await signIn(backend, { role: "ADMIN" });
  by = membershipsOf(backend, () => admin.cookie);
  planId = await by.addPlan();
});
afterAll(() => backend.close());

const mailsAbout = (userId: string, topic: MailTopic) =>
  backend.services.db
    .select()
    .from(outgoingMails)
    .where(and(eq(outgoingMails.topic, topic), eq(outgoingMails.userId, userId)));

test.each(["cheque", "transfer"] as const)(
  "of a %s that the bank took back its member reads that it was not paid, once",
  async (method) => {
    const member = await signIn(backend, { role: "VOLUNTEER" });
    const id = await by.ask(planId, member.cookie, { method });
    expect((await by.pay(id, { method })).status).toBe(201);
    const [came] = (await by.record(id)).payments;
    const refused = {
      ...{ reversal: "refund", byBank: true, receivedOn: "2026-11-20", method, amountCents: 1_500 },
      ...{ reason: "Sans provision", submission: crypto.randomUUID() },
    };
    for (const _ of [1, 2]) expect((await by.post(`admin/payments/${came?.id}/reversals`, refused)).status).toBe(201);
    expect(await by.record(id)).toMatchObject({ status: "refunded", receivedCents: 0 });
    expect(await mailsAbout(member.id, "membership_refunded")).toEqual([]);
    const written = await mailsAbout(member.id, "membership_unpaid");
    expect(written.map(({ text }) => [/15.€/.test(text), text.includes("terminée"), text.includes("provision")])).toEqual([
      [true, true, false],
    ]);
  },
);
