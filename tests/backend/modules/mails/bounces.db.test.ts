import { createHmac } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { machineEvents } from "#backend/http/tables";
import { queueMail, queueMailTo } from "#backend/modules/mails/outbox";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { bouncedMailboxes, outgoingMails } from "#backend/modules/mails/tables";
import { guestTopics, limitedTopics, linkTopics } from "#backend/modules/mails/topics";
import { notices } from "#backend/modules/notices/tables";
import { applyRetention } from "#backend/modules/privacy/retention";
import { consents, notificationChoices } from "#backend/modules/privacy/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { bouncesApi } from "#contract/api/mail-bounces";
import { consentTexts } from "#contract/law/privacy";
import { backendForTest, testClock, testSettings } from "#tests/support/backend";
import { newsletterVisitor } from "#tests/support/newsletter";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";

const secrets = ["the secret of mails that come back, long", "the one before it, long enough as well"];
const path = bouncesApi.report.path;
const day = 24 * 60 * 60;
const address = "reader@maillon.example";

type Report = { id?: string; type?: string; address?: string; messageId?: string; at?: string; diagnostic?: string };
type Signing = { secret?: string; at?: Date; header?: string; changed?: string };

async function opened(given: readonly string[] | undefined = secrets) {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock, settings: { ...testSettings, mailBounceSecrets: given } });
  const { services } = backend;
  const { db } = services;
  const person = await addPerson(backend, { role: "VOLUNTEER", email: address, firstName: "Lou" });
  const report = async (more: Report = {}, { secret = secrets[0] ?? "", at = time.clock(), header, changed }: Signing = {}) => {
    const body = JSON.stringify({ id: crypto.randomUUID(), type: "hard", address, ...more });
    const seconds = Math.floor(at.getTime() / 1000);
    const signature = header ?? `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
    const headers = { "content-type": "application/json", ...(signature && { "x-signature": signature }) };
    const request = new Request(`https://elsewhere.example${path}`, { method: "POST", body: changed ?? body, headers });
    return (await backend.fetch(request, { ip: "192.0.2.9" })).status;
  };
  const stored = async (of = address) => (await db.select().from(bouncedMailboxes).where(eq(bouncedMailboxes.email, of)))[0];
  const mails = () => db.select().from(outgoingMails).orderBy(outgoingMails.dedupeKey);
  const queue = (key: string, topic: "session_revoked" | "account_accepted" = "session_revoked") =>
    queueMail(services, person.id, topic, {}, key);
  const askReset = (key: string) => {
    const link = { token: key.padEnd(43, "a"), endsAt: new Date(time.clock().getTime() + 3_600_000) };
    return queueMail(services, person.id, "password_reset", {}, key, { link });
  };
  return { time, backend, services, db, person, report, stored, mails, queue, askReset };
}

describe("the signature", () => {
  test("none, a wrong one, an old one and one of another body are refused, and change nothing", async () => {
    const { report, stored, time } = await opened();
    const at = (seconds: number) => new Date(time.clock().getTime() + seconds * 1000);
    expect(await report({}, { header: "" })).toBe(401);
    expect(await report({}, { header: `t=${Math.floor(time.clock().getTime() / 1000)},v1=${"0".repeat(64)}` })).toBe(401);
    expect(await report({}, { secret: "not the secret, but as long as it is" })).toBe(401);
    expect(await report({}, { at: at(-301) })).toBe(401);
    expect(await report({}, { at: at(301) })).toBe(401);
    expect(await report({}, { changed: JSON.stringify({ id: "x", type: "hard", address }) })).toBe(401);
    expect(await stored()).toBeUndefined();
    expect(await report({}, { at: at(-299), secret: secrets[1] })).toBe(204);
    expect(await stored()).toMatchObject({ reason: "hard" });
  });

  test("without a secret, the endpoint does not exist", async () => {
    const { report, backend } = await opened([]);
    expect(await report()).toBe(404);
    expect((await backend.request(path)).status).toBe(404);
    expect(JSON.stringify(await (await backend.request("/api/openapi.json")).json())).not.toContain(path);
  });

  test("a body that is none of ours is refused", async () => {
    const { report } = await opened();
    expect(await report({ type: "unknown" })).toBe(422);
    expect(await report({ address: "no address" })).toBe(422);
    expect(await report({ id: "" })).toBe(422);
    expect(await report({ diagnostic: "x".repeat(9_000) })).toBe(413);
  });
});

test.each([
  ["smtp; 550 5.1.1 <someone@example.org>: unknown", "5.1.1"],
  ["550-5.1.10 no such recipient. 5.1.10.", "5.1.10"],
  ["550 the host 5.10.20.30 is none of ours (#5.7.1)", "5.7.1"],
  ["550 192.0.2.5.1.1 is none", null],
  ["unknown", null],
])("of the words %j, the code %j is stored and nothing else", async (diagnostic, code) => {
  const { report, stored } = await opened();
  await report({ diagnostic });
  expect((await stored())?.code).toBe(code);
});

test("a report that is repeated counts once, also a hundred times at once", async () => {
  const { report, stored, db, time } = await opened();
  const same = { id: "the same", type: "soft" };
  const answers = await Promise.all(Array.from({ length: 100 }, () => report(same)));
  expect(new Set(answers)).toEqual(new Set([204]));
  expect(await stored()).toMatchObject({ softDays: ["2026-11-21"], deadSince: null });
  expect(await db.$count(machineEvents)).toBe(1);
  time.pass(day);
  expect(await report(same)).toBe(204);
  expect((await stored())?.softDays).toEqual(["2026-11-21"]);
});

test("a hundred reports about one address at once leave one row, dead since the first of them", async () => {
  const { report, db, stored } = await opened();
  const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => report({ type: at % 2 ? "soft" : "hard" })));
  expect(new Set(answers)).toEqual(new Set([204]));
  expect(await db.$count(bouncedMailboxes)).toBe(1);
  expect(await stored()).toMatchObject({ reason: "hard", deadSince: new Date("2026-11-21T10:00:00Z") });
});

test("nothing is stored of an address that nobody of ours has, and of no address the text of a mail server", async () => {
  const { report, db, stored, services } = await opened();
  expect(await report({ address: "stranger@elsewhere.example" })).toBe(204);
  expect(await db.$count(bouncedMailboxes)).toBe(0);
  await queueMailTo(services, { email: "Visitor@Elsewhere.example", locale: "fr" }, "contact_copy", { ticket: "M-1", message: "" }, "copy");
  expect(
    await report({ address: "visitor@elsewhere.example", diagnostic: "smtp; 550 5.1.1 <visitor@elsewhere.example> Camille has left" }),
  ).toBe(204);
  expect(await stored("visitor@elsewhere.example")).toMatchObject({ code: "5.1.1", reason: "hard" });
  expect(JSON.stringify(await db.select().from(bouncedMailboxes))).not.toContain("Camille");
  expect(JSON.stringify(await db.select().from(machineEvents))).not.toContain("elsewhere");
});

test("five days with soft bounces within thirty make an address dead; several on one day count once", async () => {
  const { report, stored, time } = await opened();
  for (const _ of [1, 2, 3, 4, 5, 6]) await report({ type: "soft" });
  expect((await stored())?.deadSince).toBeNull();
  for (const _ of [1, 2, 3]) {
    time.pass(day);
    await report({ type: "soft" });
  }
  expect(await stored()).toMatchObject({ deadSince: null, softDays: ["2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24"] });
  time.pass(day);
  await report({ type: "soft", diagnostic: "4.2.2 mailbox full" });
  expect(await stored()).toMatchObject({ reason: "soft", code: "4.2.2", deadSince: time.clock() });
});

test("soft bounces of more than thirty days ago do not count", async () => {
  const { report, stored, time } = await opened();
  for (const _ of [1, 2, 3, 4]) {
    await report({ type: "soft" });
    time.pass(day);
  }
  time.pass(28 * day);
  await report({ type: "soft" });
  expect((await stored())?.deadSince).toBeNull();
  expect(await report({ at: "2026-11-21T10:00:00Z" })).toBe(204);
  expect((await stored())?.deadSince).toBeNull();
});

test("the Message-ID says which address it is about; one that looks like ours and is not proves an invention", async () => {
  const { report, stored, queue, mails, services, db } = await opened();
  const { mailer } = await postOffice();
  await queue("one");
  await sendWaitingMails(services, mailer);
  const [sent] = await mails();
  expect(await report({ messageId: `<${crypto.randomUUID()}@localhost>` })).toBe(204);
  expect(await stored()).toBeUndefined();
  const other = "forwarded@elsewhere.example";
  expect(await report({ address: other, messageId: `<${sent?.id}@localhost>`, diagnostic: "550 5.1.1 no" })).toBe(204);
  expect(await stored(other)).toBeUndefined();
  expect(await stored()).toMatchObject({ reason: "hard" });
  expect(await mails()).toMatchObject([{ status: "failed", lastError: "BOUNCED 5.1.1", text: "" }]);
  const [notice] = await db.select().from(notices).where(eq(notices.channel, "email"));
  expect(notice?.state).toBe("failed");
});

test("nothing is sent to a dead address, and staff read why", async () => {
  const { report, queue, mails, services, backend, db } = await opened();
  const { received, mailer } = await postOffice();
  await report();
  await queue("one");
  await sendWaitingMails(services, mailer);
  expect(received).toEqual([]);
  expect(await mails()).toMatchObject([{ status: "failed", lastError: "DEAD" }]);
  const { cookie } = await signIn(backend, { role: "ADMIN", email: "admin@maillon.example" });
  const { items } = await (await backend.request("/api/admin/mails?status=failed", { cookie })).json();
  expect(items).toMatchObject([{ recipient: address, status: "failed", reason: "dead" }]);
  const record = await (await backend.request(`/api/admin/mails/${items[0].id}`, { cookie })).json();
  expect(record).toMatchObject({ canSend: false, mailbox: { reason: "hard", deadSince: "2026-11-21T10:00:00.000Z" } });
  expect((await backend.request(`/api/admin/mails/${items[0].id}/send`, { method: "POST", cookie })).status).toBe(409);
  expect(await (await backend.request("/api/admin/mail-addresses", { cookie })).json()).toEqual({ dead: 1 });
  expect((await backend.request(`/api/admin/mails/${items[0].id}/address-works`, { method: "POST", cookie })).status).toBe(200);
  expect((await backend.request(`/api/admin/mails/${items[0].id}/send`, { method: "POST", cookie })).status).toBe(200);
  await sendWaitingMails(services, mailer);
  expect(received.map(({ to }) => to)).toEqual([[address]]);
  // The inbox had it all the time.
  expect(await db.$count(notices, eq(notices.channel, "inbox"))).toBe(1);
});

test("a mail that somebody asked for is tried once a day; the answer to who asks is the same", async () => {
  const { report, askReset, mails, services, backend, time } = await opened();
  const { received, mailer } = await postOffice();
  const ask = async () => {
    const answer = await backend.request("/api/password/request", { method: "POST", json: { email: address } });
    return [answer.status, await answer.text()];
  };
  const before = await ask();
  await services.db.delete(outgoingMails);
  await report();
  expect(await ask()).toEqual(before);
  await sendWaitingMails(services, mailer);
  expect(received).toHaveLength(1);
  time.pass(3_600);
  await askReset("second");
  await sendWaitingMails(services, mailer);
  expect(received).toHaveLength(1);
  expect((await mails()).map(({ status }) => status).sort()).toEqual(["failed", "sent"]);
  time.pass(day);
  await askReset("third");
  await sendWaitingMails(services, mailer);
  expect(received).toHaveLength(2);
});

/** What a stranger requests and waits for: it holds a link. */
const requested = [
  "email_change",
  "email_verification",
  "event_guest_confirm",
  "event_guest_known",
  "guardian_consent",
  "magic_link",
  "newsletter_confirm",
  "password_reset",
  "registration_resume",
  "testimonial_received",
] as const;

test("no other mail that a stranger triggers holds a link", () => {
  const withLink = limitedTopics.filter((topic) => [...linkTopics, ...guestTopics].includes(topic));
  expect([...withLink].sort()).toEqual(requested);
});

test.each(requested)("%s is sent to a dead address once a day", async (topic) => {
  const { report, services, time } = await opened();
  const { received, mailer } = await postOffice();
  await report();
  const ask = async (key: string) => {
    const link = { token: "t".repeat(43), endsAt: null };
    expect(await queueMailTo(services, { email: address, locale: "fr" }, topic, {}, key, { link })).toBe(true);
    await sendWaitingMails(services, mailer);
  };
  await ask("first");
  await ask("second");
  expect(received).toHaveLength(1);
  time.pass(day);
  await ask("third");
  expect(received).toHaveLength(2);
});

test("a mail server that puts the try off is asked again, as for any mail", async () => {
  const { report, askReset, mails, services, time } = await opened();
  const { received, mailer } = await postOffice({ refusals: 2 });
  await report();
  await askReset("first");
  for (const _ of [1, 2, 3]) {
    await sendWaitingMails(services, mailer);
    time.pass(600);
  }
  expect(received).toHaveLength(1);
  expect(await mails()).toMatchObject([{ status: "sent", attempts: 3 }]);
});

test("whoever opens a link that was mailed to the address has shown that it works", async () => {
  const { report, stored, services, backend } = await opened();
  const { received, mailer } = await postOffice();
  await report();
  await backend.request("/api/password/request", { method: "POST", json: { email: address } });
  await sendWaitingMails(services, mailer);
  const token = /token=(?:3D)?([\w-]{43})/.exec(received[0]?.source.replace(/=\r\n/g, "") ?? "")?.[1];
  const answer = await backend.request("/api/password/update", {
    method: "POST",
    json: { token, password: "une phrase assez longue pour passer" },
  });
  expect(answer.status).toBe(200);
  expect((await stored())?.deadSince).toBeNull();
});

describe("what the mail server says itself", () => {
  test("there is no such mailbox: the mail is given up at once, and the address is dead", async () => {
    const { queue, mails, services, stored } = await opened();
    const { mailer } = await postOffice({ recipients: { code: 550, words: "5.1.1 <reader@maillon.example>: unknown" } });
    await queue("one");
    await sendWaitingMails(services, mailer);
    expect(await mails()).toMatchObject([{ status: "failed", attempts: 1, lastError: "EENVELOPE 550 5.1.1 RCPT TO" }]);
    expect(await stored()).toMatchObject({ reason: "hard", code: "5.1.1" });
  });

  test.each([
    [550, "5.7.1 relaying denied"],
    [550, "refused"],
    [552, "5.2.2 mailbox full"],
    [450, "4.1.1 not now"],
    [550, "5.2.1.77 is on a list"],
    [550, "15.1.1 5.1.1.2"],
  ])("%i %s says nothing for good of the address", async (code, words) => {
    const { queue, mails, services, stored } = await opened();
    const { mailer } = await postOffice({ recipients: { code, words } });
    await queue("one");
    await sendWaitingMails(services, mailer);
    expect(await mails()).toMatchObject([{ status: "waiting", attempts: 1 }]);
    expect(await stored()).toBeUndefined();
  });
});

describe("an address that works again", () => {
  test("staff say so on the person, which is recorded; what came back before does not count any more", async () => {
    const { report, backend, person, db, stored, time } = await opened();
    const { cookie, id: adminId } = await signIn(backend, { role: "ADMIN", email: "admin@maillon.example" });
    const again = () => backend.request(`/api/admin/people/${person.id}/address-works`, { method: "POST", cookie });
    expect((await again()).status).toBe(409);
    await report({ diagnostic: "5.1.1" });
    const { more } = await (await backend.request(`/api/admin/people/${person.id}`, { cookie })).json();
    expect(more.delivery).toEqual({ deadSince: "2026-11-21T10:00:00.000Z", reason: "hard", code: "5.1.1", complainedAt: null });
    const listed = async () => (await (await backend.request("/api/admin/people/volunteers?unreached=yes", { cookie })).json()).total;
    expect(await listed()).toBe(1);
    time.pass(60);
    expect((await again()).status).toBe(200);
    expect(await listed()).toBe(0);
    const { rows } = await db.execute(sql`select actor_id, entity_id, changes from audit_log where action = 'user.write_again'`);
    expect(rows).toEqual([{ actor_id: adminId, entity_id: person.id, changes: {} }]);
    await report({ at: "2026-11-21T10:00:30Z" });
    expect((await stored())?.deadSince).toBeNull();
    time.pass(60);
    await report();
    expect((await stored())?.deadSince).toEqual(time.clock());
  });

  test("a coordinator says so in their own sector alone, a volunteer nowhere", async () => {
    const { report, backend, person } = await opened();
    await report();
    const volunteer = await signIn(backend, { role: "VOLUNTEER", email: "volunteer@maillon.example" });
    const call = (cookie: string) => backend.request(`/api/admin/people/${person.id}/address-works`, { method: "POST", cookie });
    expect((await call(volunteer.cookie)).status).toBe(403);
    const { rows } = await backend.services.db.execute<{ id: string }>(
      sql`insert into sectors (slug, name) values ('ici', 'Ici'), ('la', 'Là') returning id`,
    );
    const [here = "", there = ""] = rows.map(({ id }) => id);
    await backend.services.db.update(users).set({ sectorId: here }).where(eq(users.id, person.id));
    const right = (sectorId: string) => ({ role: "VOLUNTEER" as const, inSectors: [{ permission: "ACCOUNTS_MANAGE" as const, sectorId }] });
    const elsewhere = await signIn(backend, { ...right(there), email: "there@maillon.example" });
    expect((await call(elsewhere.cookie)).status).toBe(404);
    const coordinator = await signIn(backend, { ...right(here), email: "here@maillon.example" });
    expect((await call(coordinator.cookie)).status).toBe(200);
  });

  test("the person reads it in their settings, and says so themselves", async () => {
    const { report, backend, person, stored } = await opened();
    const cookie = await cookiesOf(backend, person.id);
    const own = async () => (await (await backend.request("/api/account/email-delivery", { cookie })).json()).delivery;
    expect(await own()).toBeNull();
    await report();
    expect(await own()).toMatchObject({ reason: "hard", deadSince: "2026-11-21T10:00:00.000Z" });
    expect((await backend.request("/api/account/email-works", { method: "POST", cookie })).status).toBe(200);
    expect(await own()).toBeNull();
    expect((await stored())?.deadSince).toBeNull();
    const answers = [];
    for (const _ of [1, 2, 3, 4, 5]) answers.push((await backend.request("/api/account/email-works", { method: "POST", cookie })).status);
    expect(answers).toEqual([409, 409, 409, 409, 429]);
  });
});

test("a complaint of a volunteer who answers for a team stops the mails about its messages too", async () => {
  const { report, person, db } = await opened();
  const [lyon] = await db.insert(sectors).values({ slug: "lyon", name: "Lyon" }).returning();
  const right = { permission: "MESSAGES_ANSWER", sectorId: lyon?.id ?? "" } as const;
  await db.insert(permissionGrants).values({ ...right, userId: person.id });
  expect(await report({ type: "complaint" })).toBe(204);
  const choices = await db.select().from(notificationChoices).where(eq(notificationChoices.userId, person.id));
  expect(choices.map(({ topic }) => topic)).toContain("messages");
});

test("a complaint stops what may be stopped, and no mail about the account", async () => {
  const { report, person, db, services, queue, stored } = await opened();
  const { received, mailer } = await postOffice();
  await db
    .insert(consents)
    .values({ userId: person.id, purpose: "newsletter", given: true, textVersion: consentTexts.newsletter, at: new Date("2026-11-01") });
  expect(await report({ type: "complaint" })).toBe(204);
  expect(await stored()).toMatchObject({ deadSince: null, complainedAt: new Date("2026-11-21T10:00:00Z") });
  const choices = await db.select().from(notificationChoices).where(eq(notificationChoices.userId, person.id));
  expect(choices.map(({ topic, frequency }) => [topic, frequency]).sort()).toEqual([
    ["association", "never"],
    ["greetings", "never"],
    ["reminders", "never"],
    ["summary", "never"],
  ]);
  expect(await report({ type: "complaint" })).toBe(204);
  const written = await db.select({ channel: notices.channel, path: notices.path }).from(notices).where(eq(notices.topic, "mails_stopped"));
  expect(written).toEqual([{ channel: "inbox", path: "/account/settings/notifications" }]);
  const [last] = await db.select().from(consents).where(eq(consents.given, false));
  expect(last).toMatchObject({ userId: person.id, purpose: "newsletter" });
  await queue("one");
  await sendWaitingMails(services, mailer);
  expect(received).toHaveLength(1);
});

test("a report from the future is one of now, and a complaint that arrives late does not hide a later one", async () => {
  const { report, stored, time } = await opened();
  expect(await report({ type: "complaint" })).toBe(204);
  expect(await report({ type: "complaint", at: "2026-11-19T10:00:00Z" })).toBe(204);
  expect(await report({ type: "hard", at: "2026-12-21T10:00:00Z" })).toBe(204);
  expect(await stored()).toMatchObject({ complainedAt: time.clock(), deadSince: time.clock(), lastReportAt: time.clock() });
});

test("a complaint of somebody without account ends their subscription to the newsletter", async () => {
  const { report, backend, stored } = await opened();
  const visitor = newsletterVisitor(backend);
  await visitor.subscribe("zoe@example.org");
  expect(await report({ type: "complaint", address: "Zoe@example.org" })).toBe(204);
  expect((await visitor.row("zoe@example.org"))?.withdrawnAt).not.toBeNull();
  expect(await stored("zoe@example.org")).toMatchObject({ deadSince: null, complainedAt: expect.any(Date) });
});

test("an erasure takes the address, also one that was never confirmed", async () => {
  const { report, backend, db } = await opened();
  const { erasePeople } = await import("#backend/modules/privacy/erasure");
  const unsure = await addPerson(backend, {
    role: "VOLUNTEER",
    email: "typo@maillon.example",
    emailVerifiedAt: null,
    accountState: "registered",
  });
  await report();
  await report({ address: "typo@maillon.example" });
  const ids = (await db.select({ id: users.id }).from(users)).map(({ id }) => id);
  expect(ids).toContain(unsure.id);
  await erasePeople(backend.services, null, ids, backend.services.clock());
  expect(await db.$count(bouncedMailboxes)).toBe(0);
});

test("after a year the address of nobody is deleted; that of an account stays dead", async () => {
  const { report, db, services, time } = await opened();
  await queueMailTo(services, { email: "visitor@elsewhere.example", locale: "fr" }, "contact_copy", { ticket: "M-1", message: "" }, "copy");
  await report();
  await report({ address: "visitor@elsewhere.example" });
  time.pass(364 * day);
  await applyRetention(services);
  expect(await db.$count(bouncedMailboxes)).toBe(2);
  time.pass(3 * day);
  await applyRetention(services);
  expect((await db.select().from(bouncedMailboxes)).map((row) => row.email)).toEqual([address]);
});
