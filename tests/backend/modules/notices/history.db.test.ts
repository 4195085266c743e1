import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { notices } from "#backend/modules/notices/tables";
import type { SentNotice } from "#contract/accounts/inbox";
import type { Role } from "#contract/accounts/roles";
import { backendForTest } from "#tests/support/backend";
import { addPerson, signIn } from "#tests/support/people";

async function opened() {
  const backend = await backendForTest();
  const { db } = backend.services;
  const plain = await signIn(backend, { role: "ADMIN" });
  const permitted = await signIn(backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
  async function addNotified(role: Role) {
    const { id: userId } = await addPerson(backend, { role });
    const at = new Date("2026-11-20T10:00:00Z");
    const row = { userId, channel: "inbox", state: "sent", createdAt: at, stateAt: at } as const;
    const about = { subject: "event", subjectId: crypto.randomUUID() } as const;
    await db.insert(notices).values([
      { ...row, topic: "kit_moved", values: { kind: "delivery", status: "delivered" }, dedupeKey: "kit", ...about },
      { ...row, topic: "event_offer", values: { eventTitle: "Collecte" }, dedupeKey: "offer" },
      { ...row, topic: "campaign_event", values: { title: "Samedi" }, dedupeKey: "campaign", ...about },
      { ...row, topic: "registration_paused", values: { until: "2026-12-20" }, dedupeKey: "pause" },
      { ...row, topic: "account_accepted", dedupeKey: "accepted", subject: "person", subjectId: userId },
      { ...row, topic: "password_changed", dedupeKey: "password" },
    ]);
    return userId;
  }
  const history = async (id: string, { cookie }: { cookie: string }) => {
    const answer = await backend.request(`/api/admin/users/${id}/notices`, { cookie });
    const { items, withheld } = (await answer.json()) as { items: SentNotice[]; withheld: boolean };
    return { topics: items.map(({ topic }) => topic).sort(), withheld };
  };
  const recorded = (id: string) => db.$count(auditLog, and(eq(auditLog.action, "user.read_restricted"), eq(auditLog.entityId, id)));
  return { backend, plain, permitted, addNotified, history, recorded };
}

const open = ["account_accepted", "password_changed"];
const all = [...open, "campaign_event", "event_offer", "kit_moved", "registration_paused"].sort();

test("what a student was sent about events and kits takes the permission, and its reading is in the log", async () => {
  const { plain, permitted, addNotified, history, recorded } = await opened();
  const student = await addNotified("BENEFICIARY");
  expect(await history(student, plain)).toEqual({ topics: open, withheld: true });
  expect(await recorded(student)).toBe(0);
  expect(await history(student, permitted)).toEqual({ topics: all, withheld: false });
  expect(await recorded(student)).toBe(1);
});

test("what anybody else was sent is read by every administrator", async () => {
  const { backend, plain, addNotified, history, recorded } = await opened();
  const volunteer = await addNotified("VOLUNTEER");
  expect(await history(volunteer, plain)).toEqual({ topics: all, withheld: false });
  expect(await recorded(volunteer)).toBe(0);
  expect((await backend.request(`/api/admin/users/${crypto.randomUUID()}/notices`, { cookie: plain.cookie })).status).toBe(404);
});
