import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { findActor } from "#backend/identity/authentication";
import { sendingTask } from "#backend/modules/campaigns/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import { consents } from "#backend/modules/privacy/tables";
import { users } from "#backend/modules/users/tables";
import { consentTexts } from "#contract/law/privacy";
import { backendForTest, testClock } from "#tests/support/backend";
import { campaignOffice, runCampaigns, storedCampaign } from "#tests/support/campaigns";
import { serverUrl } from "#tests/support/database";
import { newsletterVisitor } from "#tests/support/newsletter";
import { noLimits } from "#tests/support/no-limits";
import { addPerson, signIn } from "#tests/support/people";
import { itemsOf } from "#tests/support/tasks";

const letter = { topic: "newsletter" as const, subscribers: true };
const day = 24 * 3_600;

async function opened() {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock, limits: noLimits });
  const admin = await signIn(backend, { role: "ADMIN", locale: "fr" });
  const { db } = backend.services;
  const recipients = async () =>
    (await db.select().from(outgoingMails).where(eq(outgoingMails.topic, "campaign_newsletter"))).map(({ recipient }) => recipient).sort();
  return { time, backend, db, admin, recipients, visitor: newsletterVisitor(backend), office: campaignOffice(backend, admin.cookie) };
}

test("who opens an account after a newsletter gets the next one four weeks later, not before", async () => {
  const { time, backend, office, visitor, recipients } = await opened();
  await visitor.subscribe("zoe@example.org");
  await office.start(await office.create(letter));
  await runCampaigns(backend);
  await addPerson(backend, { role: "VOLUNTEER", email: "zoe@example.org", accountState: "validated" });
  time.pass(day);
  const again = campaignOffice(backend, (await signIn(backend, { role: "ADMIN" })).cookie);
  expect(await again.audience(letter)).toMatchObject({ people: 0, left: { recent: 1 } });
  time.pass(27 * day);
  const later = campaignOffice(backend, (await signIn(backend, { role: "ADMIN" })).cookie);
  expect(await later.audience(letter)).toMatchObject({ people: 1 });
  expect(await recipients()).toEqual(["zoe@example.org"]);
});

test("a newsletter to a subscriber who meanwhile got one in their new account is left out", async () => {
  const { backend, office, visitor, recipients } = await opened();
  await visitor.subscribe("zoe@example.org");
  const [first, second] = [await office.create({ ...letter, roles: [] }), await office.create({ ...letter, channels: ["email"] })];
  await office.start(first);
  await addPerson(backend, { role: "VOLUNTEER", email: "zoe@example.org", accountState: "validated" });
  await office.start(second);
  await runCampaigns(backend);
  await runCampaigns(backend);
  expect(await recipients()).toEqual(["zoe@example.org"]);
});

describe.runIf(serverUrl)("between two processes", () => {
  test("two newsletters that are sent at the same moment reach each person once", async () => {
    const { backend, db, office, visitor, admin, recipients } = await opened();
    const { id: subscriber } = await visitor.subscribe("zoe@example.org");
    const reader = await addPerson(backend, { role: "VOLUNTEER", email: "reader@example.org" });
    await db.insert(consents).values({ userId: reader.id, purpose: "newsletter", given: true, textVersion: consentTexts.newsletter });
    const [first, second] = [await office.create(letter), await office.create(letter)];
    for (const id of [first, second]) expect((await office.start(id)).status).toBe(200);
    const actor = await findActor(db, admin.id, new Date());
    if (!actor) throw new Error("the administrator is gone");
    const chunk = (id: string, tx: typeof db) => {
      const call = { ...backend.services, db: tx, actor: { ...actor, requestId: "one" }, body: { id }, taskId: "none", handled: 0 };
      return sendingTask.act(call, [reader.id, subscriber]);
    };
    const inLine = () => db.$count(sql`pg_stat_activity`, sql`datname = current_database() and wait_event_type = 'Lock'`);
    let isDone = false;
    let other: Promise<Map<string, string | null>> | undefined;
    await db.transaction(async (tx) => {
      await chunk(first, tx);
      other ??= db
        .transaction((within) => chunk(second, within))
        .finally(() => {
          isDone = true;
        });
      await expect.poll(async () => isDone || (await inLine()) > 0).toBe(true);
    });
    expect([...((await other) ?? [])].map(([, result]) => result)).toEqual(Array(2).fill("campaigns:left.recent"));
    expect(await recipients()).toEqual(["reader@example.org", "zoe@example.org"]);
  });

  test("who opens an account while a newsletter starts is in it once, as subscriber or as account", async () => {
    const { backend, db, office, visitor, recipients } = await opened();
    const { id: subscriber } = await visitor.subscribe("zoe@example.org");
    await addPerson(backend, { role: "VOLUNTEER", email: "other@example.org" });
    const { id: account } = await addPerson(backend, { role: "VOLUNTEER", email: "zoe@example.org", accountState: "to_validate" });
    await db.execute(sql`create function wait_after_items() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(20); return null; end $$`);
    await db.execute(sql`create trigger wait after insert on task_items for each statement execute function wait_after_items()`);
    const id = await office.create(letter);
    const inLine = () => db.$count(sql`pg_stat_activity`, sql`datname = current_database() and wait_event_type = 'Lock'`);
    let starting: Promise<Response> | undefined;
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(20)`);
      starting = office.start(id);
      await expect.poll(inLine).toBe(1);
      await tx.update(users).set({ accountState: "validated" }).where(eq(users.id, account));
    });
    expect((await starting)?.status).toBe(200);
    const { taskId, people } = await storedCampaign(backend, id);
    const items = (await itemsOf(backend, taskId ?? "")).map(({ itemId }) => itemId);
    expect([items, people]).toEqual([[subscriber], 1]);
    await runCampaigns(backend);
    expect(await recipients()).toEqual(["zoe@example.org"]);
  });
});
