import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { countBounce } from "#backend/modules/mails/dead-mailboxes";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { bouncedMailboxes, outgoingMails } from "#backend/modules/mails/tables";
import { unsubscribeToken } from "#backend/modules/mails/unsubscribe-links";
import { readSubscription, undoUnsubscribing } from "#backend/modules/mails/unsubscribing";
import { purgeRequests } from "#backend/modules/newsletter/requesting";
import { newsletterRequests, newsletterSubscribers } from "#backend/modules/newsletter/tables";
import { eraseEmail, erasePeople } from "#backend/modules/privacy/erasure";
import { applyRetention } from "#backend/modules/privacy/retention";
import { consents, notificationPauses } from "#backend/modules/privacy/tables";
import { users } from "#backend/modules/users/tables";
import { hashOf } from "#backend/secrets";
import { newsletterApi, type Subscriber, subscribersApi } from "#contract/accounts/newsletter";
import { consentTexts } from "#contract/law/privacy";
import { backendForTest, testClock } from "#tests/support/backend";
import { campaignOffice } from "#tests/support/campaigns";
import { serverUrl } from "#tests/support/database";
import { newsletterVisitor } from "#tests/support/newsletter";
import { noLimits } from "#tests/support/no-limits";
import { mailsTo } from "#tests/support/outbox";
import { addPerson, signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";

const email = "zoe@example.org";
const day = 24 * 3_600;

async function opened(parts: Parameters<typeof backendForTest>[0] = {}) {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock, limits: noLimits, ...parts });
  const { db } = backend.services;
  const choices = (userId: string) =>
    db.select({ given: consents.given, at: consents.at }).from(consents).where(eq(consents.userId, userId)).orderBy(consents.at);
  return { time, backend, db, choices, visitor: newsletterVisitor(backend) };
}

test("an address is subscribed by the link of its mail alone, with the proof of it, and the token is stored nowhere", async () => {
  const { backend, db, visitor, time } = await opened();
  expect((await visitor.ask(email, { locale: "en", page: "/news/{id}" })).status).toBe(200);
  const [mail] = await mailsTo(backend, email);
  expect([mail?.topic, mail?.subject]).toEqual(["newsletter_confirm", "Confirm that you want our newsletter"]);
  expect(mail?.text).toContain("http://localhost:3000/en/newsletter/confirm?token=");
  expect(await visitor.row(email)).toBeUndefined();
  const token = await visitor.tokenFor(email);
  const [request] = await db.select().from(newsletterRequests);
  expect(request?.tokenHash).toBe(hashOf(token));
  expect(JSON.stringify([request, await db.select().from(outgoingMails)])).not.toContain(token);
  time.pass(60);
  const link = await visitor.post(newsletterApi.link.path, { token });
  expect([await link.json(), await visitor.row(email)]).toEqual([{ state: "valid" }, undefined]);
  expect(await visitor.confirm(token)).toBe("valid");
  expect(await visitor.row(email)).toMatchObject({
    ...{ email, locale: "en", page: "/news/{id}", textVersion: consentTexts.newsletter, withdrawnAt: null, userId: null },
    ...{ requestedAt: new Date("2026-11-21T10:00:00Z"), confirmedAt: new Date("2026-11-21T10:01:00Z") },
  });
  expect([await visitor.confirm(token), await visitor.confirm("x".repeat(43))]).toEqual(["used", "expired"]);
  const { mailer } = await postOffice();
  await sendWaitingMails(backend.services, mailer);
  expect(await db.select().from(outgoingMails)).toMatchObject([{ status: "sent", sealedToken: null, text: "" }]);
});

test("the answer is the same whether an address is unknown, subscribed, or that of an account, and who gets it already reads so", async () => {
  const { backend, visitor, db } = await opened();
  await visitor.subscribe(email);
  const person = await addPerson(backend, { role: "VOLUNTEER" });
  const reader = await addPerson(backend, { role: "VOLUNTEER" });
  await db.insert(consents).values({ userId: reader.id, purpose: "newsletter", given: true, textVersion: consentTexts.newsletter });
  const answers = [];
  for (const address of ["new@example.org", "ZOE@example.org", person.email, reader.email]) {
    const answer = await visitor.ask(address);
    answers.push([answer.status, await answer.text(), answer.headers.get("set-cookie")]);
  }
  expect(new Set(answers.map(String)).size).toBe(1);
  const topics = [];
  for (const address of ["new@example.org", "ZOE@example.org", person.email, reader.email])
    topics.push((await mailsTo(backend, address))[0]?.topic);
  expect(topics).toEqual(["newsletter_confirm", "newsletter_known", "newsletter_confirm", "newsletter_known"]);
});

test("who has paused all mails and asks for the newsletter reads that they get it already; who has withdrawn it since does not", async () => {
  const { backend, visitor, db, time } = await opened();
  const [paused, withdrawn] = [await addPerson(backend, { role: "VOLUNTEER" }), await addPerson(backend, { role: "VOLUNTEER" })];
  const consent = { purpose: "newsletter", textVersion: consentTexts.newsletter } as const;
  for (const { id: userId, email: address } of [paused, withdrawn]) {
    await db.insert(consents).values({ userId, given: true, at: time.clock(), ...consent });
    await db.insert(notificationPauses).values({ userId, topic: "all", until: "2026-12-21" });
    await visitor.ask(address);
  }
  time.pass(1);
  await db.insert(consents).values({ userId: withdrawn.id, given: false, at: time.clock(), ...consent });
  const { mailer, received } = await postOffice();
  await sendWaitingMails(backend.services, mailer);
  expect(received.map(({ to }) => to)).toEqual([[paused.email]]);
});

test("a new link replaces the former one, a link lasts seven days, and then nothing is left", async () => {
  const { visitor, time, db, backend } = await opened();
  await visitor.ask(email);
  const former = await visitor.tokenFor(email);
  time.pass(60);
  await visitor.ask(email);
  const token = await visitor.tokenFor(email);
  expect(token).not.toBe(former);
  expect(await visitor.confirm(former)).toBe("expired");
  time.pass(7 * day);
  expect(await visitor.confirm(token)).toBe("expired");
  expect(await mailsTo(backend, email)).toHaveLength(2);
  await purgeRequests(db, time.clock());
  expect([await db.$count(newsletterRequests), await db.$count(newsletterSubscribers)]).toEqual([0, 0]);
  expect(await mailsTo(backend, email)).toEqual([]);
});

test("an address gets three of these mails a day, and the link of the third stays valid", async () => {
  const { visitor, backend } = await opened();
  for (let times = 0; times < 5; times += 1) expect((await visitor.ask(times % 2 ? email : email.toUpperCase())).status).toBe(200);
  const mails = [...(await mailsTo(backend, email)), ...(await mailsTo(backend, email.toUpperCase()))];
  expect(mails).toHaveLength(3);
  const waiting = mails.find(({ status }) => status === "waiting");
  const token = /token=([\w-]+)/.exec(waiting?.text ?? "")?.[1] ?? "";
  expect(await visitor.confirm(token)).toBe("valid");
});

test("bots and a network that asks too often are refused, and the source page is none but a page of ours", async () => {
  const { visitor, db } = await opened({ limits: undefined });
  const trapped = await visitor.post(newsletterApi.ask.path, { email, website: "https://spam.example" });
  expect(trapped.status).toBe(422);
  for (let at = 0; at < 20; at += 1) expect((await visitor.ask(`a${at}@example.org`, { page: "/news?q=secret" })).status).toBe(200);
  expect((await visitor.ask("last@example.org")).status).toBe(429);
  const rows = await db.select().from(newsletterRequests);
  expect([rows.length, ...new Set(rows.map(({ page }) => page))]).toEqual([20, null]);
});

test("links are opened a hundred and twenty times an hour from one network, not more often", async () => {
  const { visitor, backend } = await opened({ limits: undefined });
  for (let times = 0; times < 119; times += 1) await backend.services.limits.take("newsletterLinkByNetwork", "192.0.2.1");
  const follow = async () => (await visitor.post(newsletterApi.confirm.path, { token: "x".repeat(43) })).status;
  expect([await follow(), await follow()]).toEqual([200, 429]);
});

test("a confirmation by a process whose clock is behind counts, and its mail outlives the request", async () => {
  const { visitor, db, time } = await opened();
  await visitor.ask(email);
  const token = await visitor.tokenFor(email);
  time.pass(-5);
  expect(await visitor.confirm(token)).toBe("valid");
  expect(await visitor.row(email)).toMatchObject({ requestedAt: time.clock(), confirmedAt: time.clock() });
  time.pass(8 * day);
  await purgeRequests(db, time.clock());
  expect([await db.$count(newsletterRequests), await db.$count(outgoingMails)]).toEqual([0, 1]);
});

test("a new version of the text ends a subscription to the former one, and its link does not bring it back", async () => {
  const { visitor, backend, db, time } = await opened();
  const { id } = await visitor.subscribe(email);
  const { services } = backend;
  const former = { textVersion: consentTexts.newsletter - 1 };
  await db.update(newsletterSubscribers).set(former).where(eq(newsletterSubscribers.id, id));
  const office = campaignOffice(backend, (await signIn(backend, { role: "ADMIN" })).cookie);
  expect(await office.audience({ roles: [], subscribers: true, topic: "newsletter", channels: ["email"] })).toMatchObject({
    people: 0,
    left: {},
  });
  const token = unsubscribeToken(services.settings, { topic: "newsletter", subscriberId: id });
  const call = { ...services, network: "192.0.2.1" };
  expect(await readSubscription(call, token)).toMatchObject({ isWanted: false });
  await db.update(newsletterSubscribers).set({ withdrawnAt: time.clock() }).where(eq(newsletterSubscribers.id, id));
  expect(await undoUnsubscribing(call, token, "each")).toMatchObject({ isWanted: false });
  expect((await visitor.row(email))?.withdrawnAt).toEqual(time.clock());
  await visitor.ask(email);
  expect((await mailsTo(backend, email)).map(({ topic }) => topic)).toEqual(["newsletter_confirm"]);
});

test.skipIf(!serverUrl)("a hundred confirmations at once subscribe once, and each has an answer", async () => {
  const { visitor, db } = await opened();
  await visitor.ask(email);
  const token = await visitor.tokenFor(email);
  const states = await Promise.all(Array.from({ length: 100 }, () => visitor.confirm(token)));
  expect(states.sort()).toEqual(["used", ...Array.from({ length: 98 }, () => "used"), "valid"]);
  expect(await db.$count(newsletterSubscribers)).toBe(1);
});

test("the address of an open account consents in the account, once, and has no row of its own", async () => {
  const { visitor, backend, db, choices } = await opened();
  const person = await addPerson(backend, { role: "BENEFICIARY", email: "Aya@Example.org" });
  await visitor.ask("aya@example.org");
  expect(await visitor.confirm(await visitor.tokenFor("aya@example.org"))).toBe("valid");
  expect(await db.$count(newsletterSubscribers)).toBe(0);
  expect(await choices(person.id)).toMatchObject([{ given: true }]);
  const logged = await db.select().from(auditLog).where(eq(auditLog.entityId, person.id));
  expect(logged.map(({ action, actorId }) => [action, actorId])).toEqual([["user.subscribe", null]]);
});

test("who consents in their account before they follow the link has one consent", async () => {
  const { visitor, backend, db, choices, time } = await opened();
  const { id } = await addPerson(backend, { role: "VOLUNTEER", email });
  await visitor.ask(email);
  const token = await visitor.tokenFor(email);
  await db
    .insert(consents)
    .values({ userId: id, purpose: "newsletter", given: true, textVersion: consentTexts.newsletter, at: time.clock() });
  time.pass(60);
  expect(await visitor.confirm(token)).toBe("valid");
  expect(await choices(id)).toHaveLength(1);
  expect(await db.$count(auditLog, eq(auditLog.action, "user.subscribe"))).toBe(0);
});

test("an account that is opened with the address takes the consent over, and its own later choice counts", async () => {
  const { visitor, backend, db, choices, time } = await opened();
  const subscriber = await visitor.subscribe(email);
  time.pass(60);
  const person = await addPerson(backend, { role: "VOLUNTEER", email, accountState: "registered", emailVerifiedAt: null });
  expect(await choices(person.id)).toEqual([]);
  // Whoever typed somebody else's address has not proved it.
  expect(await visitor.row(email)).toMatchObject({ userId: null });
  await db.update(users).set({ accountState: "validated", emailVerifiedAt: time.clock() }).where(eq(users.id, person.id));
  expect(await choices(person.id)).toEqual([{ given: true, at: subscriber.confirmedAt }]);
  expect(await visitor.row(email)).toMatchObject({ userId: person.id, withdrawnAt: null });
  const other = await visitor.subscribe("lou@example.org");
  const refuses = await addPerson(backend, { role: "VOLUNTEER", email: "lou@example.org", accountState: "waiting" });
  const refused = { userId: refuses.id, purpose: "newsletter" as const, given: false, textVersion: consentTexts.newsletter };
  await db.insert(consents).values({ ...refused, at: new Date(other.confirmedAt.getTime() + 1_000) });
  await db.update(users).set({ accountState: "validated" }).where(eq(users.id, refuses.id));
  expect((await choices(refuses.id)).at(-1)?.given).toBe(false);
});

test("who has closed their account, or has another address there, is not said to get the newsletter, and can have it", async () => {
  const { visitor, backend, db } = await opened();
  const change = (id: string, values: Partial<typeof users.$inferInsert>) => db.update(users).set(values).where(eq(users.id, id));
  const joined = async (address: string) => {
    await visitor.subscribe(address);
    return addPerson(backend, { role: "VOLUNTEER", email: address });
  };
  const closed = await joined(email);
  await change(closed.id, { accountState: "suspended", stateReason: "Essai" });
  const moved = await joined("former@example.org");
  await change(moved.id, { email: "present@example.org" });
  for (const address of [email, "former@example.org"]) {
    expect((await visitor.row(address))?.userId).not.toBeNull();
    await visitor.ask(address);
    expect((await mailsTo(backend, address)).map(({ topic }) => topic)).toEqual(["newsletter_confirm"]);
    expect(await visitor.confirm(await visitor.tokenFor(address))).toBe("valid");
    expect(await visitor.row(address)).toMatchObject({ userId: null, withdrawnAt: null });
  }
  await change(closed.id, { accountState: "validated", stateReason: null });
  expect((await visitor.row(email))?.userId).toBe(closed.id);
});

test.skipIf(!serverUrl)("an account opened while its address confirms ends up with the consent, whichever is first", async () => {
  const { visitor, backend, db, choices } = await opened();
  for (let times = 0; times < 20; times += 1) {
    const address = `race-${times}@example.org`;
    const person = await addPerson(backend, { role: "VOLUNTEER", email: address, accountState: "waiting" });
    await visitor.ask(address);
    const token = await visitor.tokenFor(address);
    const opening = () => db.update(users).set({ accountState: "validated" }).where(eq(users.id, person.id));
    await Promise.all(times % 2 ? [visitor.confirm(token), opening()] : [opening(), visitor.confirm(token)]);
    expect([await choices(person.id), (await visitor.row(address))?.userId ?? person.id]).toMatchObject([[{ given: true }], person.id]);
  }
});

test("an erasure takes subscription, request and notices; a copy has them without the token", async () => {
  const { visitor, backend, db, time } = await opened();
  await visitor.subscribe(email);
  const person = await addPerson(backend, { role: "VOLUNTEER", email: "moved@example.org", accountState: "waiting" });
  await visitor.subscribe("moved@example.org");
  await db.update(users).set({ accountState: "validated" }).where(eq(users.id, person.id));
  const declared = backend.services.declarations.personalData.filter(({ table }) => table.startsWith("newsletter_"));
  expect(declared.flatMap(({ table, hidden = [] }) => (table === "newsletter_requests" ? hidden : []))).toEqual(["token_hash"]);
  await eraseEmail(backend.services, "ZOE@example.org", time.clock());
  expect((await db.select().from(newsletterSubscribers)).map((row) => row.userId)).toEqual([person.id]);
  await erasePeople(backend.services, null, [person.id], time.clock());
  expect([await db.$count(newsletterSubscribers), await db.$count(newsletterRequests)]).toEqual([0, 0]);
});

test("the proof stays three years after the last sign of a person, and no longer", async () => {
  const { visitor, backend, time, db } = await opened();
  const retained = await visitor.subscribe("stays@example.org");
  const stopped = await visitor.subscribe("stopped@example.org");
  await visitor.subscribe("old@example.org");
  time.set("2028-11-21T10:00:00Z");
  await db.update(newsletterSubscribers).set({ withdrawnAt: time.clock() }).where(eq(newsletterSubscribers.id, stopped.id));
  await db.update(newsletterSubscribers).set({ confirmedAt: time.clock() }).where(eq(newsletterSubscribers.id, retained.id));
  time.set("2029-11-21T10:00:01Z");
  expect((await applyRetention(backend.services)).counts["newsletter.erase"]).toBe(1);
  time.set("2031-11-21T10:00:01Z");
  expect((await applyRetention(backend.services)).counts["newsletter.erase"]).toBe(2);
});

test("an address stays dead as long as somebody with an account or a subscription has it, and a year otherwise", async () => {
  const { visitor, backend, time, db } = await opened();
  await addPerson(backend, { role: "VOLUNTEER", email: "account@example.org" });
  await visitor.subscribe("subscriber@example.org");
  const stopped = await visitor.subscribe("stopped@example.org");
  await db.update(newsletterSubscribers).set({ withdrawnAt: time.clock() }).where(eq(newsletterSubscribers.id, stopped.id));
  const at = time.clock();
  const common = { deadSince: at, reason: "hard" as const, createdAt: at, lastReportAt: at };
  const addresses = ["account@example.org", "Subscriber@example.org", "stopped@example.org", "nobody@example.org"];
  await db.insert(bouncedMailboxes).values(addresses.map((email) => ({ email, ...common })));
  await db.insert(bouncedMailboxes).values({ ...common, email: "subscriber.two@example.org", deadSince: null, reason: null });
  time.pass(364 * day);
  expect((await applyRetention(backend.services)).counts["dead_addresses.erase"]).toBe(0);
  time.pass(2 * 24 * 3_600);
  expect((await applyRetention(backend.services)).counts["dead_addresses.erase"]).toBe(3);
  const left = await db.select({ email: bouncedMailboxes.email }).from(bouncedMailboxes);
  expect(left.map(({ email }) => email).sort()).toEqual(["Subscriber@example.org", "account@example.org"]);
});

test("administrators see which addresses no longer get email, and write to one again that works", async () => {
  const { visitor, backend, time, db } = await opened();
  const { id } = await visitor.subscribe(email);
  await visitor.subscribe("camille@example.org");
  await db.transaction((tx) => countBounce(tx, { email, type: "hard", code: "5.1.1", at: time.clock() }, time.clock()));
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const path = `${subscribersApi.list.path}/${id}`;
  const read = async (one: string) => (await backend.request(one, { cookie })).json();
  const emailsOf = async (state: string) =>
    ((await read(`${subscribersApi.list.path}?state=${state}`)) as { items: Subscriber[] }).items.map((one) => one.email);
  expect([await emailsOf("unreached"), await emailsOf("subscribed")]).toEqual([[email], ["camille@example.org"]]);
  expect(await read(path)).toMatchObject({ state: "unreached", delivery: { reason: "hard", deadSince: time.clock().toISOString() } });
  const again = () => backend.request(`${path}/address-works`, { method: "POST", cookie });
  expect([(await again()).status, (await again()).status]).toEqual([200, 409]);
  expect(await read(path)).toMatchObject({ state: "subscribed", delivery: null });
  const logged = await db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.entityId, id));
  expect(logged).toEqual([{ action: "subscriber.write_again" }]);
});

test("administrators see, search and stop subscriptions, with their reason in the log and no address", async () => {
  const { visitor, backend, db } = await opened();
  const { id } = await visitor.subscribe(email, { locale: "en" });
  await visitor.subscribe("camille@example.org");
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const list = async (query: string) => {
    const { items, total } = (await (await backend.request(`${subscribersApi.list.path}?${query}`, { cookie })).json()) as {
      items: Subscriber[];
      total: number;
    };
    return [total, ...items.map((item) => item.email)];
  };
  expect([await list("sort=email&order=asc"), await list("q=cam"), await list("locale=en"), await list("state=withdrawn")]).toEqual([
    [2, "camille@example.org", email],
    [1, "camille@example.org"],
    [1, email],
    [0],
  ]);
  const remove = (json: object) => backend.request(`${subscribersApi.list.path}/${id}/removal`, { method: "POST", cookie, json });
  expect((await remove({})).status).toBe(422);
  expect((await remove({ reason: "par téléphone" })).status).toBe(200);
  expect((await remove({ reason: "encore" })).status).toBe(409);
  expect(await list("state=withdrawn")).toEqual([1, email]);
  const logged = await db.select().from(auditLog).where(eq(auditLog.entityId, id));
  expect(logged).toMatchObject([{ action: "subscriber.remove", reason: "par téléphone" }]);
  expect(JSON.stringify(logged)).not.toContain(email);
  const coordinator = await signIn(backend, { role: "VOLUNTEER" });
  expect((await backend.request(subscribersApi.list.path, { cookie: coordinator.cookie })).status).toBe(403);
});
