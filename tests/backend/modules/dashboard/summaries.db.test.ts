import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { articles } from "#backend/modules/articles/tables";
import { receiveMessage } from "#backend/modules/contact/receiving";
import { messages } from "#backend/modules/contact/tables";
import { mailSummaries } from "#backend/modules/dashboard/summaries";
import { volunteerHours } from "#backend/modules/hours/tables";
import { queueMail } from "#backend/modules/mails/outbox";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import { unsubscribeToken } from "#backend/modules/mails/unsubscribe-links";
import { notices } from "#backend/modules/notices/tables";
import { notificationChoices } from "#backend/modules/privacy/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { backendForTest, testClock } from "#tests/support/backend";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { noLimits } from "#tests/support/no-limits";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";

/** An office on the Tuesday at 8:00 in France, with administrators who choose. */
async function office(start = "2026-11-24T07:00:00Z") {
  const time = testClock(new Date(start));
  const backend = await backendForTest({ clock: time.clock, limits: { ...noLimits } });
  const { services } = backend;
  const { db } = services;
  const choose = (cookie: string, json: Record<string, string>) =>
    backend.request("/api/account/notifications", { method: "PUT", cookie, json });
  const administrator = async (json: Record<string, string>, person: Partial<Parameters<typeof signIn>[1]> = {}) => {
    const admin = await signIn(backend, { role: "ADMIN", locale: "fr", ...person });
    expect((await choose(admin.cookie, json)).status).toBe(200);
    return admin;
  };
  const author = await addPerson(backend, { role: "VOLUNTEER" });
  /** An article that is submitted for these people to review. */
  const submitted = async (title: string, readers: { id: string }[]) => {
    const texts = { authorId: author.id, updatedBy: author.id, lead: { fr: "" }, body: { fr: "Texte" } };
    const [article] = await db
      .insert(articles)
      .values({ ...texts, title: { fr: title }, status: "in_review" })
      .returning();
    if (!article) throw new Error("the article was not stored");
    const values = { title, author: "Zoé", articleId: article.id };
    for (const { id } of readers) await queueMail(services, id, "article_in_review", values, `review ${article.id} ${id}`);
    return article.id;
  };
  const mailsTo = async ({ id }: { id: string }) =>
    (await db.select().from(outgoingMails).where(eq(outgoingMails.userId, id))).map(({ topic, subject, text, dueAt }) => ({
      ...{ topic, subject, text, dueAt: dueAt.toISOString() },
    }));
  const inSummary = async ({ id }: { id: string }) =>
    (
      await db
        .select()
        .from(notices)
        .where(and(eq(notices.userId, id), eq(notices.channel, "digest")))
    )
      .map(({ state }) => state)
      .sort();
  const run = async (instant: string, which: "daily" | "weekly" = "daily") => {
    time.set(instant);
    await mailSummaries(services, which);
  };
  return { time, backend, services, db, choose, administrator, submitted, mailsTo, inSummary, run };
}

test("who chose the summary reads what waits and since when, once a day; others get none", async () => {
  const { services, administrator, mailsTo, run } = await office();
  const daily = await administrator({ waiting: "daily" });
  const weekly = await administrator({ waiting: "weekly" });
  const english = await administrator({ waiting: "daily" }, { locale: "en" });
  const never = await administrator({ waiting: "never" });
  await run("2026-11-24T07:00:00Z");
  expect(await mailsTo(daily)).toEqual([]);

  const since = (day: string) =>
    ({ role: "VOLUNTEER", accountState: "to_validate", stateChangedAt: new Date(`${day}T10:00:00Z`) }) as const;
  await addPerson({ services }, since("2026-11-02"));
  await addPerson({ services }, since("2026-11-23"));
  for (const _ of [1, 2]) await run("2026-11-25T07:00:00Z");
  expect(await mailsTo(daily)).toMatchObject([{ topic: "work_summary", subject: "Ce qui attend l’équipe, le 25 novembre 2026" }]);
  expect((await mailsTo(daily))[0]?.text).toContain("- 2 comptes à valider, depuis le 2 novembre 2026 (délai dépassé pour un)");
  expect((await mailsTo(english))[0]?.text).toContain("- 2 accounts to approve, since 2 November 2026 (one overdue)");

  const weeklyAfter = async (instant: string, which: "daily" | "weekly") => {
    await run(instant, which);
    return (await mailsTo(weekly)).length;
  };
  expect(await weeklyAfter("2026-11-26T07:00:00Z", "daily")).toBe(0);
  expect(await weeklyAfter("2026-11-30T07:00:00Z", "daily")).toBe(1);
  expect(await weeklyAfter("2026-11-30T07:00:01Z", "weekly")).toBe(1);
  // Nothing ran on Monday the 7th: it is made up for on Wednesday, once, with the day on which it is sent.
  expect(await weeklyAfter("2026-12-09T09:00:00Z", "weekly")).toBe(2);
  expect(await weeklyAfter("2026-12-10T07:00:00Z", "weekly")).toBe(2);
  expect(JSON.stringify(await mailsTo(weekly))).toContain("9 décembre 2026");
  expect(await mailsTo(never)).toEqual([]);
});

test("a coordinator reads the numbers of their own sector, and none after the right ends; whoever publishes reads what to review", async () => {
  const { backend, services, db, choose, submitted, mailsTo, run } = await office();
  const inserted = await db
    .insert(sectors)
    .values(["Lyon", "Metz"].map((name) => ({ name, slug: name.toLowerCase(), status: "published" as const })))
    .returning();
  const [lyon = "", metz = ""] = inserted.map(({ id }) => id);
  const coordinator = await signIn(backend, {
    ...{ role: "VOLUNTEER", locale: "fr", sectorId: lyon },
    inSectors: [{ permission: "ACCOUNTS_MANAGE", sectorId: lyon }],
  });
  const editor = await signIn(backend, { role: "VOLUNTEER", locale: "fr", permissions: ["NEWS_PUBLISH"] });
  const organiser = await signIn(backend, {
    role: "VOLUNTEER",
    locale: "fr",
    inSectors: [{ permission: "EVENTS_MANAGE", sectorId: lyon }],
  });
  const volunteer = await signIn(backend, { role: "VOLUNTEER", locale: "fr" });
  const choicesOf = async (cookie: string) =>
    (await (await backend.request("/api/account/notifications", { cookie })).json()) as Record<string, string>;
  for (const { cookie } of [coordinator, editor, organiser]) {
    expect(await choicesOf(cookie)).toMatchObject({ waiting: "never" });
    expect((await choose(cookie, { waiting: "daily", articles: "daily" })).status).toBe(200);
  }
  expect((await choicesOf(coordinator.cookie)).articles).toBeUndefined();
  await choose(volunteer.cookie, { waiting: "daily" });
  expect((await choicesOf(volunteer.cookie)).waiting).toBeUndefined();
  for (const sectorId of [lyon, metz, metz])
    await addPerson(
      { services },
      { role: "BENEFICIARY", accountState: "to_validate", sectorId, stateChangedAt: new Date("2026-11-23T10:00Z") },
    );
  await submitted("Une rentrée", []);
  await run("2026-11-25T07:00:00Z");
  const [mail] = await mailsTo(coordinator);
  expect(mail?.topic).toBe("work_summary");
  expect(mail?.text).toContain("un compte à valider");
  expect(mail?.text).not.toMatch(/3 comptes|article/);
  expect((await mailsTo(editor))[0]?.text).toContain("article");
  expect((await mailsTo(editor))[0]?.text).not.toContain("compte à valider");
  expect(await mailsTo(volunteer)).toEqual([]);
  await db.update(permissionGrants).set({ expiresOn: "2026-11-25" }).where(eq(permissionGrants.userId, coordinator.id));
  await run("2026-11-26T07:00:00Z");
  expect([(await mailsTo(coordinator)).length, (await mailsTo(editor)).length]).toEqual([1, 2]);
});

test("whoever leads a sector, or validates hours in one, chooses the summary and reads how many wait", async () => {
  const { backend, services, choose, mailsTo, run } = await office();
  const { db } = services;
  const [lyon] = await db.insert(sectors).values({ slug: "lyon", name: "Lyon" }).returning();
  const sectorId = lyon?.id ?? "";
  const leader = await signIn(backend, { role: "VOLUNTEER", locale: "fr" });
  await db.insert(sectorManagers).values({ sectorId, userId: leader.id });
  const validator = await signIn(backend, { role: "VOLUNTEER", locale: "fr", inSectors: [{ permission: "HOURS_VALIDATE", sectorId }] });
  const other = await signIn(backend, { role: "VOLUNTEER", locale: "fr" });
  const someone = await addPerson(backend, { role: "VOLUNTEER", sectorId });
  const hours = { minutes: 90, activity: "delivery", level: "field", source: "self", status: "submitted" } as const;
  await db.insert(volunteerHours).values({ ...hours, userId: someone.id, sectorId, date: "2026-11-20" });
  const choices = async ({ cookie }: { cookie: string }) =>
    (await (await backend.request("/api/account/notifications", { cookie })).json()) as { waiting?: string };
  for (const reader of [leader, validator, other]) expect((await choose(reader.cookie, { waiting: "daily" })).status).toBe(200);
  expect([await choices(leader), await choices(validator)]).toMatchObject([{ waiting: "daily" }, { waiting: "daily" }]);
  expect(await choices(other)).not.toHaveProperty("waiting");
  await run("2026-11-25T07:00:00Z");
  for (const reader of [leader, validator])
    expect(await mailsTo(reader)).toMatchObject([
      { topic: "work_summary", text: expect.stringContaining("une saisie d’heures à valider") },
    ]);
  await db.delete(sectorManagers);
  await run("2026-11-26T07:00:00Z");
  expect([(await mailsTo(leader)).length, (await mailsTo(validator)).length, (await mailsTo(other)).length]).toEqual([1, 2, 0]);
});

test("a volunteer who answers for a team chooses how messages come, reads those of the team in a summary, and no others", async () => {
  const { time, backend, services, db, choose, mailsTo, inSummary, run } = await office("2026-11-23T10:00:00Z");
  const inserted = await db
    .insert(sectors)
    .values(["Lyon", "Metz"].map((name) => ({ name, slug: name.toLowerCase(), status: "published" as const })))
    .returning();
  const [lyon = "", metz = ""] = inserted.map(({ id }) => id);
  const inSectors = [{ permission: "MESSAGES_ANSWER" as const, sectorId: lyon }];
  const volunteer = await signIn(backend, { role: "VOLUNTEER", locale: "fr", inSectors });
  const other = await signIn(backend, { role: "VOLUNTEER", locale: "fr" });
  const choicesOf = async ({ cookie }: { cookie: string }) =>
    (await (await backend.request("/api/account/notifications", { cookie })).json()) as { messages?: string };
  expect([(await choicesOf(volunteer)).messages, (await choicesOf(other)).messages]).toEqual(["each", undefined]);
  expect((await choose(volunteer.cookie, { messages: "daily" })).status).toBe(200);
  const letter = { topic: "other", name: "Zoé", email: "zoe@maillon.example", message: "Bonjour", copy: false };
  await receiveMessage(services, { ...letter, team: lyon } as never, "fr");
  expect([await mailsTo(volunteer), await inSummary(volunteer)]).toEqual([[], ["waiting"]]);
  await run("2026-11-24T07:00:00Z");
  expect(await mailsTo(volunteer)).toMatchObject([{ topic: "digest", text: expect.stringMatching(/Message M-\d+/) }]);
  const { received, mailer } = await postOffice();
  time.pass(60);
  await sendWaitingMails(services, mailer);
  expect(received.filter(({ to }) => to.includes(volunteer.email))).toHaveLength(1);

  await receiveMessage(services, { ...letter, message: "Encore", team: lyon } as never, "fr");
  await db.update(permissionGrants).set({ sectorId: metz }).where(eq(permissionGrants.userId, volunteer.id));
  await run("2026-11-25T07:00:00Z");
  expect((await mailsTo(volunteer)).map(({ topic }) => topic)).toEqual(["digest"]);
});

test("what happened is in one mail with links, by topic, instead of a mail each; what is urgent is mailed at once", async () => {
  const { time, backend, services, db, administrator, submitted, mailsTo, inSummary, run } = await office("2026-11-23T10:00:00Z");
  const [sector] = await db.insert(sectors).values({ name: "Lyon", slug: "lyon", status: "published" }).returning();
  const person = { sectorId: sector?.id };
  const daily = await administrator({ articles: "daily", messages: "daily", waiting: "daily" }, person);
  const each = await administrator({ articles: "each" }, person);
  const open = await submitted("Une *rentrée* [solidaire](http://mauvais.example)", [daily, each]);
  const done = await submitted("Déjà en ligne", [daily]);
  time.pass(60);
  const draft = {
    topic: "other",
    team: sector?.id ?? null,
    name: "Zoé Secret",
    email: "zoe@maillon.example",
    message: "Bonjour",
    copy: false,
  };
  await receiveMessage(services, draft as never, "fr");
  await queueMail(services, daily.id, "password_changed", {}, "urgent");
  await db.update(articles).set({ status: "published", publishedAt: time.clock() }).where(eq(articles.id, done));
  expect((await mailsTo(daily)).map(({ topic }) => topic)).toEqual(["password_changed"]);
  expect((await mailsTo(each)).map(({ topic }) => topic).sort()).toEqual(["article_in_review", "message_received"]);
  expect(await inSummary(daily)).toEqual(["waiting", "waiting", "waiting"]);

  for (const _ of [1, 2]) await run("2026-11-24T07:00:00Z");
  const [, mail, ...others] = await mailsTo(daily);
  expect([mail?.topic, mail?.subject, others]).toEqual(["digest", "Votre résumé\u00a0: ce qui est nouveau (3)", []]);
  expect(mail?.text).toContain("depuis le 23 novembre 2026");
  const article = (id: string) => `(http://localhost:3000/dashboard/admin/news/${id}/view)`;
  expect(mail?.text).toContain(`- Une *rentrée* [solidaire](http://mauvais.example) ${article(open)}, proposé le 23 novembre 2026\n`);
  expect(mail?.text).toContain(`- Déjà en ligne ${article(done)}, proposé le 23 novembre 2026 (déjà traité)`);
  expect(mail?.text).toMatch(/- Message M-\d+ \(http:\/\/localhost:3000\/dashboard\/admin\/messages\/[\w-]+\), reçu le 23 novembre 2026/);
  expect(mail?.text).toMatch(/Ce qui attend l’équipe\n\n- un message sans réponse/);
  expect(mail?.text).not.toContain("Zoé");
  // The log of the person says by which channel, with the result of the mail.
  const { mailer, received } = await postOffice();
  await sendWaitingMails(services, mailer);
  expect(await inSummary(daily)).toEqual(["sent", "sent", "sent"]);
  expect(received.some(({ source }) => source.includes("List-Unsubscribe-Post: List-Unsubscribe=One-Click"))).toBe(true);
  const log = await backend.request(`/api/admin/users/${daily.id}/notices`, { cookie: await cookiesOf(backend, each.id) });
  const { items } = (await log.json()) as { items: { channel: string; topic: string }[] };
  expect(
    items
      .filter(({ channel }) => channel === "digest")
      .map(({ topic }) => topic)
      .sort(),
  ).toEqual([...["article_in_review", "article_in_review", "message_received"]]);
  // Nothing has happened since, and what waits is in the next one alone.
  await run("2026-11-25T07:00:00Z");
  expect((await mailsTo(daily)).map(({ topic }) => topic).sort()).toEqual(["digest", "password_changed", "work_summary"]);
});

test("what was deleted, stopped, paused or may not be read any more is in no summary", async () => {
  const { backend, db, choose, administrator, submitted, mailsTo, inSummary, run } = await office();
  const [reader, stopped, paused, demoted, single] = [
    await administrator({ articles: "daily" }),
    await administrator({ articles: "daily" }),
    await administrator({ articles: "daily" }),
    await administrator({ articles: "daily" }),
    await administrator({ articles: "weekly" }),
  ];
  const all = [reader, stopped, paused, demoted, single];
  await submitted("Reste", all);
  const gone = await submitted("Supprimé", all);
  await db.delete(articles).where(eq(articles.id, gone));
  await choose(stopped.cookie, { articles: "never" });
  const json = { articles: "2026-12-24" };
  expect((await backend.request("/api/account/notifications/pauses", { method: "PUT", cookie: paused.cookie, json })).status).toBe(200);
  await db.update(users).set({ role: "VOLUNTEER" }).where(eq(users.id, demoted.id));
  await choose(single.cookie, { articles: "each" });
  await run("2026-11-25T07:00:00Z");
  expect((await mailsTo(reader)).map(({ text }) => [text.includes("Reste"), text.includes("Supprimé")])).toEqual([[true, false]]);
  for (const nobody of [stopped, paused, demoted]) {
    expect([await mailsTo(nobody), await inSummary(nobody)]).toEqual([[], ["expired", "expired"]]);
  }
  // Whoever wants single mails from now on gets the rest in a last summary.
  expect((await mailsTo(single)).map(({ topic }) => topic)).toEqual(["digest"]);
});

test.each([
  ["in summer, on the Monday after clocks were put forward", "2026-03-27T10:00:00Z", "2026-03-30T05:59:59Z", "2026-03-30T06:00:00.000Z"],
  ["in winter, on the Monday after they were put back", "2026-10-23T10:00:00Z", "2026-10-26T06:59:59Z", "2026-10-26T07:00:00.000Z"],
  ["in the evening, made up for", "2026-11-23T10:00:00Z", "2026-11-23T21:00:00Z", "2026-11-24T07:00:00.000Z"],
])("the summary leaves at 8:00 in France: %s", async (_, start, written, leaves) => {
  const { administrator, submitted, mailsTo, run } = await office(start);
  const daily = await administrator({ articles: "daily" });
  const weekly = await administrator({ articles: "weekly" });
  await submitted("Un article", [daily, weekly]);
  // Neither on Saturday nor on Sunday.
  if (!start.startsWith("2026-11")) await run(`${start.slice(0, 8)}${Number(start.slice(8, 10)) + 2}T10:00:00Z`);
  expect(await mailsTo(daily)).toEqual([]);
  for (const which of ["daily", "weekly"] as const) await run(written, which);
  await run(leaves);
  for (const person of [daily, weekly]) expect((await mailsTo(person)).map(({ dueAt }) => dueAt)).toEqual([leaves]);
});

test("the link of a summary stops all that comes in one, and takes it back as it was", async () => {
  const { backend, services, db, choose, administrator, submitted, mailsTo, inSummary, run } = await office();
  const person = await administrator({ articles: "weekly", messages: "each", waiting: "daily" });
  const choices = async () => (await backend.request("/api/account/notifications", { cookie: await cookiesOf(backend, person.id) })).json();
  const token = unsubscribeToken(services.settings, { userId: person.id, topic: "summary" });
  const post = async (path: string) => (await backend.request(`/api/mails/unsubscribe${path}`, { method: "POST", json: { token } })).json();
  expect(await post("")).toMatchObject({ topic: "summary", isWanted: false, former: "each" });
  expect(await choices()).toMatchObject({ articles: "never", messages: "each", waiting: "never" });
  await submitted("Personne ne le résume", [person]);
  await run("2026-11-30T07:00:00Z");
  expect([await mailsTo(person), await inSummary(person)]).toEqual([[], []]);
  expect(await post("/undo")).toMatchObject({ topic: "summary", isWanted: true });
  expect(await choices()).toMatchObject({ articles: "weekly", messages: "each", waiting: "daily" });
  await post("");
  // Saved choices are those that were shown.
  await choose(await cookiesOf(backend, person.id), { messages: "daily" });
  expect(await choices()).toMatchObject({ articles: "never", messages: "daily", waiting: "never" });
  expect(await db.$count(notificationChoices, eq(notificationChoices.topic, "summary"))).toBe(0);
});

test("a summary that fails while it is written is written by the next run, and those of others are not held up", async () => {
  const { services, administrator, submitted, mailsTo, inSummary, run } = await office("2026-11-23T10:00:00Z");
  const people = [await administrator({ articles: "daily" }), await administrator({ articles: "daily" })];
  await submitted("Un article", people);
  let failures = 1;
  const broken = {
    ...services,
    wakeMail() {
      if (failures-- > 0) throw new Error("the process ends");
    },
    clock: () => new Date("2026-11-24T07:00:00Z"),
  };
  await expect(mailSummaries(broken, "daily")).rejects.toThrow("the process ends");
  expect((await Promise.all(people.map(mailsTo))).flat()).toHaveLength(1);
  expect((await Promise.all(people.map(inSummary))).flat()).toEqual(["waiting", "waiting"]);
  await run("2026-11-24T07:10:00Z");
  for (const person of people) expect(await mailsTo(person)).toHaveLength(1);
});

test.skipIf(!serverUrl)("two processes write each summary once, and each event is in one", async () => {
  const database = await openTestDatabase();
  const { clock, set } = testClock(new Date("2026-11-23T10:00:00Z"));
  const backend = await backendForTest({ database, clock });
  const { db } = backend.services;
  const people = await Promise.all(Array.from({ length: 12 }, () => addPerson(backend, { role: "ADMIN" })));
  const choice = { topic: "messages", channel: "email" as const, frequency: "daily" as const };
  await db.insert(notificationChoices).values(people.map(({ id }) => ({ userId: id, ...choice })));
  const thread = { topic: "other", name: "Zoé", email: "zoe@maillon.example", locale: "fr", body: "Bonjour" } as const;
  const stored = await db
    .insert(messages)
    .values([1, 2, 3].map((at) => ({ ...thread, dedupeKey: `message ${at}` })) as never)
    .returning();
  for (const { id } of people)
    for (const message of stored)
      await queueMail(backend.services, id, "message_received", { ticket: "M-1", messageId: message.id }, `${message.id} ${id}`, {
        about: "messages",
      });
  set("2026-11-24T07:00:00Z");
  await Promise.all(Array.from({ length: 4 }, () => mailSummaries(backend.services, "daily")));
  const mails = await db.select().from(outgoingMails).where(eq(outgoingMails.topic, "digest"));
  expect(mails.map(({ userId }) => userId).sort()).toEqual(people.map(({ id }) => id).sort());
  const inThem = await db.select().from(notices).where(eq(notices.channel, "digest"));
  const ownMail = (userId: string | null) => mails.find((mail) => mail.userId === userId)?.id;
  expect(inThem.map(({ userId, mailId }) => mailId === ownMail(userId))).toEqual(Array(36).fill(true));
});

test.each([
  ["no longer administers", { role: "VOLUNTEER" }],
  ["is suspended", { accountState: "suspended" }],
] as const)("somebody who %s gets no summary, nor one that waits to be sent", async (_, change) => {
  const { services, db, administrator, submitted, mailsTo, run } = await office("2026-11-23T10:00:00Z");
  const person = await administrator({ waiting: "daily", articles: "daily" });
  await submitted("Un article", [person]);
  await run("2026-11-24T07:00:00Z");
  expect(await mailsTo(person)).toHaveLength(1);
  await db.update(users).set(change).where(eq(users.id, person.id));
  const { mailer, received } = await postOffice();
  await sendWaitingMails(services, mailer);
  await run("2026-11-25T07:00:00Z");
  expect([received, (await mailsTo(person)).length]).toEqual([[], 1]);
});

test.each([
  ["no longer administers", { role: "VOLUNTEER" }],
  ["is suspended", { accountState: "suspended" }],
] as const)("somebody who %s does not read what waits, either", async (_, change) => {
  const { services, db, administrator, mailsTo, run } = await office("2026-11-23T10:00:00Z");
  const person = await administrator({ waiting: "daily" });
  await addPerson({ services }, { role: "VOLUNTEER", accountState: "to_validate", stateChangedAt: new Date("2026-11-20T10:00:00Z") });
  await run("2026-11-24T07:00:00Z");
  expect((await mailsTo(person)).map(({ topic }) => topic)).toEqual(["work_summary"]);
  await db.update(users).set(change).where(eq(users.id, person.id));
  const { mailer, received } = await postOffice();
  await sendWaitingMails(services, mailer);
  expect(received).toEqual([]);
});

test("a choice about a topic that does not concern somebody is not stored", async () => {
  const backend = await backendForTest();
  const { db } = backend.services;
  const { id, cookie } = await signIn(backend, { role: "VOLUNTEER" });
  const json = { waiting: "daily", articles: "never", messages: "weekly" };
  expect((await backend.request("/api/account/notifications", { method: "PUT", cookie, json })).status).toBe(200);
  expect(await db.$count(notificationChoices, eq(notificationChoices.userId, id))).toBe(0);
});
