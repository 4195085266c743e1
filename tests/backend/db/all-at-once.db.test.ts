import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openServer } from "#backend/db/client";
import { messages } from "#backend/modules/contact/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { changeDraft } from "#backend/modules/registration/drafts";
import { registrations } from "#backend/modules/registration/tables";
import { registrationLinks } from "#backend/modules/registration-links/tables";
import { backendForTest, publicUrl, type TestBackend, testClock } from "#tests/support/backend";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { oldProof } from "#tests/support/form-proof";
import { signIn } from "#tests/support/people";
import { aPassword, completeSteps } from "#tests/support/registration";

const patience = 240_000;
const atOnce = 500;

/** Two backends with connections of their own to one database. */
async function twoBackends() {
  const database = await openTestDatabase();
  if (!("url" in database)) throw new Error("the database has no address");
  return [await backendForTest({ database }), await backendForTest({ database: await openServer(database.url, 20) })] as const;
}

type Backends = Awaited<ReturnType<typeof twoBackends>>;

/** An invitation with one place, and the cookies of browsers in which everything but the account is filled in. */
async function invited([{ request, services }]: Backends, cookie: string, guests: number) {
  const json = { label: "Forum de Lyon", role: "VOLUNTEER", maxUses: 1 };
  const made = await request("/api/admin/registration-links", { method: "POST", cookie, json });
  const { id } = (await made.json()) as { id: string };
  const answers = Object.assign({}, ...Object.values(completeSteps.volunteer));
  const draft = { kind: "volunteer", answers: () => answers, registrationLinkId: id } as const;
  const drafts = Array.from({ length: guests }, () => changeDraft(services.db, services.clock(), draft));
  return { id, cookies: (await Promise.all(drafts)).map(({ token }) => `registration-volunteer=${token}`) };
}

/** All holders of an invitation with one place register at the same time, over two backends. Returns the responses and the stored rows. */
async function signUpAtOnce(backends: Backends, guests: number) {
  const [{ services }] = backends;
  const { id, cookies } = await invited(backends, (await signIn(backends[0], { role: "ADMIN" })).cookie, guests);
  const signUp = async (cookie: string, guest: number) => {
    const account = { email: `race-${guest}@maillon.example`, password: aPassword, locale: "fr", terms: true };
    const headers = { origin: publicUrl, "content-type": "application/json", cookie };
    const request = new Request(`${publicUrl}/api/registration`, { method: "POST", headers, body: JSON.stringify(account) });
    const answer = await (backends[guest % 2] as TestBackend).fetch(request, {
      ip: `198.51.${100 + (guest >> 8)}.${guest & 255}`,
    });
    return { status: answer.status, spent: ((await answer.json()) as { invitationSpent?: boolean }).invitationSpent };
  };
  const answers = await Promise.all(cookies.map(signUp));
  const [link] = await services.db.select().from(registrationLinks).where(eq(registrationLinks.id, id));
  return {
    statuses: [...new Set(answers.map(({ status }) => status))],
    won: answers.filter(({ spent }) => spent === false).length,
    lost: answers.filter(({ spent }) => spent === true).length,
    stored: await services.db.$count(registrations, eq(registrations.registrationLinkId, id)),
    uses: link?.uses,
  };
}

test.runIf(serverUrl)(
  `of ${atOnce} sign-ups at the same time over two backends, one has the invitation's last place and the others are told that it is gone`,
  { timeout: patience },
  async () => {
    const outcome = await signUpAtOnce(await twoBackends(), atOnce);
    expect(outcome).toEqual({ statuses: [201], won: 1, lost: atOnce - 1, stored: 1, uses: 1 });
  },
);

test.runIf(serverUrl)(
  "without the lock between looking at the places and taking one, the same sign-ups take it more than once",
  async () => {
    const backends = await twoBackends();
    const [{ services }] = backends;
    // An update of a view looks at its rows without locking them; what it found is written, a moment later, over what others wrote since.
    await services.db.execute(sql`alter table registration_links rename to registration_links_unlocked`);
    await services.db.execute(sql`create view registration_links as select * from registration_links_unlocked`);
    await services.db.execute(sql`
    create function take_without_lock() returns trigger language plpgsql as $$
    begin
      perform pg_sleep(0.1);
      update registration_links_unlocked set uses = new.uses where id = old.id;
      return new;
    end $$`);
    await services.db.execute(sql`
    create trigger take_without_lock instead of update on registration_links for each row execute function take_without_lock()`);
    const outcome = await signUpAtOnce(backends, 60);
    expect(outcome.statuses).toEqual([201]);
    expect(outcome.won).toBeGreaterThan(1);
  },
);

test.runIf(serverUrl)("a message sent a hundred times at the same time with one key is one row, one mail and one answer", async () => {
  const time = testClock(new Date());
  const database = await openTestDatabase();
  if (!("url" in database)) throw new Error("the database has no address");
  const backends = [
    await backendForTest({ database, clock: time.clock }),
    await backendForTest({ database: await openServer(database.url, 20), clock: time.clock }),
  ];
  const [first] = backends as [TestBackend];
  const { cookie } = await signIn(first, { role: "VOLUNTEER" });
  const message = {
    topic: "press",
    name: "Noé Martin",
    email: "noe@example.org",
    message: "Une question.",
    proof: await oldProof(first, time),
  };
  const send = (one: TestBackend | undefined) =>
    one?.request("/api/contact", { method: "POST", cookie, json: message, headers: { "idempotency-key": "a-key-of-one-form" } });
  const answers = await Promise.all(Array.from({ length: 100 }, (_, turn) => send(backends[turn % 2])));
  expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([201]));
  expect(new Set(await Promise.all(answers.map((answer) => answer?.text()))).size).toBe(1);
  const { db } = first.services;
  expect([await db.$count(messages), await db.$count(outgoingMails)]).toEqual([1, 1]);
});
