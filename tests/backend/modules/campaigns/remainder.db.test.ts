import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import { erasePeople } from "#backend/modules/privacy/erasure";
import { notificationChoices } from "#backend/modules/privacy/tables";
import { tasks } from "#backend/modules/tasks/tables";
import { users } from "#backend/modules/users/tables";
import type { PersonResult } from "#contract/accounts/campaigns";
import { backendForTest, testClock } from "#tests/support/backend";
import { campaignOffice, runCampaigns, storedCampaign } from "#tests/support/campaigns";
import { addPerson, signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";

type People = { items: PersonResult[]; left: number; untouched: number; areNamed: boolean };

async function opened() {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const admin = await signIn(backend, { role: "ADMIN", locale: "fr" });
  const people = async (id: string, show: string) =>
    (await (await backend.request(`/api/admin/campaigns/${id}/people?show=${show}`, { cookie: admin.cookie })).json()) as People;
  return { backend, db: backend.services.db, admin, office: campaignOffice(backend, admin.cookie), people };
}

test("a campaign that is stopped says how many people it never came to, and names them", async () => {
  const { backend, office, people } = await opened();
  const added = [await addPerson(backend, { role: "VOLUNTEER" }), await addPerson(backend, { role: "VOLUNTEER" })];
  const id = await office.create();
  await office.start(id);
  await office.step(id, "stop");
  await runCampaigns(backend);
  expect((await office.get(id)).campaign).toMatchObject({ people: 2, untouched: 2, leftWhile: [] });
  const shown = await people(id, "untouched");
  expect(shown).toMatchObject({ left: 0, untouched: 2, areNamed: true });
  expect(shown.items.map(({ id, name, channels }) => [id, name, channels])).toEqual(
    added.map((one) => [one.id, `${one.firstName} ${one.lastName}`, []]).sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );
});

test("a campaign that its sender stops as a task is stopped in the log, like one that is stopped on its page", async () => {
  const { backend, db, admin, office } = await opened();
  await addPerson(backend, { role: "VOLUNTEER" });
  const [asTask, onPage] = [await office.create(), await office.create()];
  for (const id of [asTask, onPage]) await office.start(id);
  const { taskId } = await storedCampaign(backend, asTask);
  const cancelled = await backend.request(`/api/account/tasks/${taskId}/cancel`, { method: "POST", cookie: admin.cookie, json: {} });
  expect(cancelled.status).toBe(200);
  await office.step(onPage, "stop");
  await runCampaigns(backend);
  const { action, entityId, actorId } = auditLog;
  const stops = await db
    .select({ action, entityId, actorId })
    .from(auditLog)
    .where(inArray(action, ["campaign.stop", "task.cancel"]));
  expect(stops.filter((one) => one.action === "campaign.stop").map((one) => [one.entityId, one.actorId])).toEqual([
    [onPage, admin.id],
    [asTask, admin.id],
  ]);
  expect(stops.filter((one) => one.action === "task.cancel").map((one) => one.entityId)).toEqual([
    taskId,
    (await storedCampaign(backend, onPage)).taskId,
  ]);
});

test("a campaign whose sender is erased while it is sent is stopped, and administrators are notified", async () => {
  const { backend, db, admin, office } = await opened();
  await addPerson(backend, { role: "VOLUNTEER" });
  const sender = await signIn(backend, { role: "ADMIN" });
  const own = campaignOffice(backend, sender.cookie);
  const id = await own.create();
  await own.start(id);
  await erasePeople(backend.services, null, [sender.id], backend.services.clock());
  await runCampaigns(backend);
  expect((await office.get(id)).campaign).toMatchObject({ state: "stopped", reason: "rights", people: 1, untouched: 1 });
  const notified = await db.select().from(outgoingMails).where(eq(outgoingMails.topic, "sending_incomplete"));
  expect(notified.map(({ userId }) => userId)).toEqual([admin.id]);
});

test("a mail that comes back after a campaign was sent makes it partly sent, once, and its sender is notified", async () => {
  const { backend, db, admin, office } = await opened();
  const [lost] = [await addPerson(backend, { role: "VOLUNTEER" }), await addPerson(backend, { role: "VOLUNTEER" })];
  const id = await office.create({ channels: ["email"] });
  await office.start(id);
  await runCampaigns(backend);
  const { mailer } = await postOffice();
  await sendWaitingMails(backend.services, mailer);
  await runCampaigns(backend);
  expect((await storedCampaign(backend, id)).state).toBe("sent");
  await db.update(outgoingMails).set({ status: "failed" }).where(eq(outgoingMails.recipient, lost.email));
  await runCampaigns(backend);
  await runCampaigns(backend);
  expect((await storedCampaign(backend, id)).state).toBe("partly_failed");
  const notified = await db.select().from(outgoingMails).where(eq(outgoingMails.topic, "sending_incomplete"));
  expect(notified.map(({ userId }) => userId)).toEqual([admin.id]);
});

test("whom the sending left out is named to every administrator, and counted after its task is deleted", async () => {
  const { backend, db, office, people } = await opened();
  const [gone, suspended] = [await addPerson(backend, { role: "VOLUNTEER" }), await addPerson(backend, { role: "VOLUNTEER" })];
  await addPerson(backend, { role: "VOLUNTEER" });
  const other = campaignOffice(backend, (await signIn(backend, { role: "ADMIN" })).cookie);
  const id = await other.create({ channels: ["inbox"] });
  await other.start(id);
  await db.insert(notificationChoices).values({ userId: gone.id, topic: "association", channel: "email", frequency: "never" });
  await db.update(users).set({ accountState: "suspended" }).where(eq(users.id, suspended.id));
  await runCampaigns(backend);
  const shown = await people(id, "left");
  expect(new Map(shown.items.map((one) => [one.name, one.reason]))).toEqual(
    new Map([
      [`${gone.firstName} ${gone.lastName}`, "campaigns:left.unsubscribed"],
      [`${suspended.firstName} ${suspended.lastName}`, "campaigns:left.notOpen"],
    ]),
  );
  await db.delete(tasks).where(eq(tasks.id, (await storedCampaign(backend, id)).taskId ?? ""));
  const { campaign, results } = await office.get(id);
  const left = campaign.leftWhile?.reduce((sum, { count }) => sum + count, 0);
  expect([campaign.people, results[0]?.sent, left, campaign.untouched]).toEqual([3, 1, 2, 0]);
  expect(await people(id, "left")).toMatchObject({ items: [], left: 2, areNamed: false });
});
