import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { eraseEmail } from "#backend/modules/privacy/erasure";
import { applyRetention } from "#backend/modules/privacy/retention";
import { retentionPolicies } from "#backend/modules/privacy/tables";
import { testimonials } from "#backend/modules/testimonials/tables";
import type { SentRecord, SentRow } from "#contract/publishing/sent-testimonials";
import { backendForTest, testClock } from "#tests/support/backend";
import { addContent, publishContent } from "#tests/support/content";
import { serverUrl } from "#tests/support/database";
import { mailsTo } from "#tests/support/outbox";
import { signIn } from "#tests/support/people";
import { sendTestimonial } from "#tests/support/sent-testimonials";

async function open() {
  const time = testClock(new Date());
  const backend = await backendForTest({ clock: time.clock });
  const admin = await signIn(backend, { role: "ADMIN" });
  const { db } = backend.services;
  const send = (more: Record<string, unknown> = {}, language?: string) => sendTestimonial(backend, time, more, language);
  const staff = (method: string, path: string, json?: unknown) => backend.request(path, { method, cookie: admin.cookie, json });
  const stored = () => db.select().from(testimonials).orderBy(asc(testimonials.number));
  const queue = async (query = "") =>
    ((await (await staff("GET", `/api/admin/sent-testimonials${query}`)).json()) as { items: SentRow[] }).items;
  /** Sends one; answers its id, and the token that its mail carries. */
  const sent = async (more: Record<string, unknown> = {}, language?: string) => {
    expect((await send(more, language)).status).toBe(201);
    const id = (await stored()).at(-1)?.id ?? "";
    const mail = (await mailsTo(backend, String(more.email ?? "ines@example.org"))).find(({ dedupeKey }) => dedupeKey === id);
    return { id, token: /withdraw\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "", mail };
  };
  const decide = (id: string, json: unknown) => staff("POST", `/api/admin/sent-testimonials/${id}/decision`, json);
  const publish = (id: string) => staff("POST", `/api/admin/testimonials/${id}/status`, { status: "published" });
  const own = async (token: string, path = "") =>
    (await (await backend.request(`/api/testimonials/own${path}`, { method: "POST", json: { token } })).json()) as Record<string, unknown>;
  const onLine = async () => ((await (await backend.request("/api/testimonials")).json()) as { items: { id: string }[] }).items;
  return { backend, db, time, admin, send, staff, stored, queue, sent, decide, publish, own, onLine };
}

const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];

test("a sent testimonial is stored in its language, unread and unpublished, with the version of the agreement; a mail of thanks is sent", async () => {
  const { send, sent, stored, queue, onLine, staff } = await open();
  const { id, mail } = await sent({ speaker: "student in Lyon", quote: "Someone was waiting.", initials: "O. B." }, "en");
  expect(await stored()).toMatchObject([
    { initials: "O. B.", quote: { fr: "", en: "Someone was waiting." }, locale: "en", status: "draft", review: "submitted", agreement: 1 },
  ]);
  expect((await stored())[0]?.consentedOn).not.toBeNull();
  expect([mail?.topic, mail?.recipient, mail?.subject]).toEqual([
    "testimonial_received",
    "ines@example.org",
    "Thank you for your testimonial, no. T-00001",
  ]);
  const agreed = "I agree that the charity Maillon publishes these words";
  expect([mail?.text.includes(agreed), mail?.text.includes("/en/testimonials/withdraw?token=")]).toEqual([true, true]);
  expect(JSON.stringify(await stored())).not.toContain(/token=([\w-]+)/.exec(mail?.text ?? "")?.[1]);
  const record = (await (await staff("GET", `/api/admin/sent-testimonials/${id}`)).json()) as SentRecord;
  expect(record).toMatchObject({ email: "ines@example.org", quote: "Someone was waiting.", status: "submitted", locale: "en" });
  expect(record.agreement).toContain(agreed);
  expect([await onLine(), JSON.stringify(await queue()).includes("@")]).toEqual([[], false]);
  expect((await send()).status).toBe(201);
  expect((await (await staff("GET", "/api/admin/testimonials")).json()) as object).toMatchObject({ items: [], total: 0 });
});

test("the page of a testimonial has the mails to its sender, without name or address", async () => {
  const { sent, decide, staff } = await open();
  const { id } = await sent();
  expect((await decide(id, { decision: "declined" })).status).toBe(200);
  const { subject, items } = await (await staff("GET", `/api/admin/notices/about/${id}`)).json();
  expect([subject, items.map(({ topic, reader }: { topic: string; reader: unknown }) => [topic, reader]).sort()]).toEqual([
    "testimonial",
    [
      ["testimonial_declined", null],
      ["testimonial_received", null],
    ],
  ]);
});

test("sent twice, also at once, it is one testimonial, with one number and one mail", async () => {
  const { db, send, stored } = await open();
  const answers = await Promise.all([send(), send()]);
  const results = await Promise.all(answers.map(async (answer) => [answer.status, await answer.json()]));
  expect(results).toEqual(Array(2).fill([201, { ticket: expect.stringMatching(/^T-0000\d$/) }]));
  expect(results[0]).toEqual(results[1]);
  expect([(await stored()).length, await db.$count(outgoingMails)]).toEqual([1, 1]);
});

test.each([
  ["without agreement", { consent: undefined }, "consent"],
  ["with an agreement to other words than those of today", { agreement: "7" }, "consent"],
  ["without a name", { initials: " " }, "initials"],
  ["with more words than fit", { quote: "a".repeat(601) }, "quote"],
  ["without an address", { email: "ines" }, "email"],
])("a testimonial %s is refused at its field", async (_, more, field) => {
  const { send, stored } = await open();
  const answer = await send(more);
  expect([answer.status, Object.keys(((await answer.json()) as { fieldErrors: object }).fieldErrors)]).toEqual([422, [field]]);
  expect(await stored()).toEqual([]);
});

test("bots are refused, and both the sender and the recipient of the mail are rate-limited", async () => {
  const { send, stored } = await open();
  expect((await send({ website: "https://spam.example" })).status).toBe(422);
  expect((await send({ proof: undefined })).status).toBe(422);
  const answers: number[] = [];
  for (let at = 0; at < 6; at += 1) answers.push((await send({ quote: `Mots ${at}` })).status);
  expect(answers).toEqual([201, 201, 201, 201, 201, 429]);
  for (let at = 0; at < 15; at += 1) answers.push((await send({ quote: "Mots", email: `a${at}@example.org` })).status);
  expect([answers.at(-2), answers.at(-1), (await stored()).length]).toEqual([201, 429, 19]);
});

test("the queue is for administrators only, undecided ones first, each part from the oldest", async () => {
  const { backend, sent, queue, decide, own, time, staff } = await open();
  const { id } = await sent({ initials: "A." });
  time.pass(60);
  const withdrawn = await sent({ initials: "B.", quote: "b" });
  time.pass(60);
  await sent({ initials: "C.", quote: "c" });
  time.pass(60);
  await sent({ initials: "D.", quote: "d" });
  await decide(id, { decision: "declined" });
  await own(withdrawn.token, "/withdrawal");
  expect((await queue()).map(({ initials, status }) => [initials, status])).toEqual([
    ["C.", "submitted"],
    ["D.", "submitted"],
    ["A.", "declined"],
    ["B.", "withdrawn"],
  ]);
  expect((await queue("?status=submitted&q=c")).map(({ initials }) => initials)).toEqual(["C."]);
  expect((await queue("?status=withdrawn")).map(({ initials }) => initials)).toEqual(["B."]);
  for (const role of ["VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const) {
    const { cookie } = await signIn(backend, { role });
    const answers = ["/api/admin/sent-testimonials", `/api/admin/sent-testimonials/${id}`].map((path) => backend.request(path, { cookie }));
    const json = { decision: "approved" };
    const decided = backend.request(`/api/admin/sent-testimonials/${id}/decision`, { method: "POST", cookie, json });
    expect([role, ...(await Promise.all([...answers, decided])).map(({ status }) => status)]).toEqual([role, 403, 403, 403]);
  }
  expect((await backend.request("/api/admin/sent-testimonials")).status).toBe(401);
  const ours = await addContent(backend, "testimonials", (await signIn(backend, { role: "ADMIN" })).cookie);
  expect((await staff("GET", `/api/admin/sent-testimonials/${ours.id}`)).status).toBe(404);
  expect((await decide(ours.id, { decision: "declined" })).status).toBe(404);
});

test("approved, it is a draft after all others, which staff write in French and publish; the sender gets the text that staff add", async () => {
  const { backend, db, admin, sent, decide, publish, staff, queue, onLine } = await open();
  await publishContent(backend, "testimonials", admin.cookie);
  const { id } = await sent({ speaker: "student", quote: "Someone was waiting." }, "en");
  expect(await codeOf(await publish(id))).toEqual([409, "not_approved"]);
  expect((await decide(id, { decision: "maybe" })).status).toBe(422);
  expect((await decide(id, { decision: "approved", word: "So well said." })).status).toBe(200);
  expect(await codeOf(await decide(id, { decision: "declined" }))).toEqual([409, "wrong_state"]);
  expect(await codeOf(await publish(id))).toEqual([409, "no_french"]);
  const record = (await (await staff("GET", `/api/admin/testimonials/${id}`)).json()) as { version: number; consentedOn: string };
  const edit = {
    initials: "I.",
    speaker: { fr: "étudiante", en: "student" },
    quote: { fr: "On m’attendait.", en: "Someone was waiting." },
  };
  const saved = await staff("PATCH", `/api/admin/testimonials/${id}`, { ...record, ...edit });
  expect(await saved.json()).toMatchObject({ english: "reviewed" });
  expect((await publish(id)).status).toBe(200);
  expect((await onLine()).map((item) => item.id).at(-1)).toBe(id);
  expect([await queue(), Object.keys((await onLine())[0] ?? {}).sort()]).toEqual([[], ["id", "initials", "quote", "speaker"]]);
  const mails = await db.select().from(outgoingMails).where(eq(outgoingMails.topic, "testimonial_approved"));
  expect(mails.map(({ recipient, text }) => [recipient, text.includes("So well said.")])).toEqual([["ines@example.org", true]]);
  const log = await db.select().from(auditLog).where(eq(auditLog.entityId, id)).orderBy(auditLog.seq);
  expect(log.map(({ action, actorId }) => [action, actorId])).toEqual(
    ["testimonial.approve", "testimonial.edit", "testimonial.publish"].map((action) => [action, admin.id]),
  );
});

test("declined, it is archived permanently, and the mail says so with or without a text", async () => {
  const { db, sent, decide, publish, staff, stored } = await open();
  const { id } = await sent();
  expect(await (await decide(id, { decision: "declined" })).json()).toMatchObject({ status: "declined" });
  expect(await stored()).toMatchObject([{ status: "archived", review: "declined" }]);
  await staff("POST", `/api/admin/testimonials/${id}/status`, { status: "draft" });
  expect(await codeOf(await publish(id))).toEqual([409, "not_approved"]);
  const [mail] = await db.select().from(outgoingMails).where(eq(outgoingMails.topic, "testimonial_declined"));
  expect([mail?.recipient, mail?.text.includes("publier votre témoignage.\n\nVotre témoignage")]).toEqual(["ines@example.org", true]);
});

test("the database itself refuses to publish unread, declined, withdrawn or untranslated ones, and a withdrawal has its date", async () => {
  const { db, sent, decide, own } = await open();
  const set = (id: string, values: Partial<typeof testimonials.$inferInsert>) =>
    db.update(testimonials).set(values).where(eq(testimonials.id, id));
  const refused = { cause: { code: "23514" } };
  const { id, token } = await sent();
  await expect(set(id, { status: "published" })).rejects.toMatchObject(refused);
  await decide(id, { decision: "approved" });
  await expect(set(id, { status: "published", quote: { fr: "" } })).rejects.toMatchObject(refused);
  await expect(set(id, { email: null })).rejects.toMatchObject(refused);
  await set(id, { status: "published" });
  await expect(set(id, { review: "declined" })).rejects.toMatchObject(refused);
  await own(token, "/withdrawal");
  await expect(set(id, { status: "published" })).rejects.toMatchObject(refused);
  await expect(set(id, { withdrawnOn: null })).rejects.toMatchObject(refused);
});

test("the link shows the testimonial and withdraws the agreement, once; staff cannot undo it, and the log records who did what", async () => {
  const { db, sent, decide, publish, own, onLine, stored, staff } = await open();
  const { id, token } = await sent();
  await decide(id, { decision: "approved" });
  await publish(id);
  for (let visit = 0; visit < 2; visit += 1)
    expect(await own(token)).toMatchObject({ state: "valid", testimonial: { quote: "On m’attendait à la porte.", onLine: true } });
  expect((await onLine()).length).toBe(1);
  const done = await own(token, "/withdrawal");
  expect(done).toEqual({ state: "used", testimonial: null, withdrawnOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
  expect([await own(token, "/withdrawal"), await own(token), await onLine()]).toEqual([done, done, []]);
  expect(await stored()).toMatchObject([{ status: "archived", withdrawnOn: done.withdrawnOn }]);
  expect(await codeOf(await publish(id))).toEqual([409, "no_consent"]);
  const record = (await (await staff("GET", `/api/admin/testimonials/${id}`)).json()) as object;
  const given = await staff("PATCH", `/api/admin/testimonials/${id}`, { ...record, withdrawnOn: null });
  expect([given.status, (await given.json()) as object]).toMatchObject([422, { fieldErrors: { withdrawnOn: [expect.any(String)] } }]);
  const log = await db.select().from(auditLog).where(eq(auditLog.action, "testimonial.withdraw_consent"));
  expect(log.map(({ entityId, actorKind, fields }) => [entityId, actorKind, [...fields].sort()])).toEqual([
    [id, "system", ["status", "withdrawnOn"]],
  ]);
  expect(await own("a".repeat(43), "/withdrawal")).toEqual({ state: "expired", testimonial: null, withdrawnOn: null });
});

test("a form that staff opened before the withdrawal does not undo it", async () => {
  const { sent, decide, own, staff, stored } = await open();
  const { id, token } = await sent();
  await decide(id, { decision: "approved" });
  const before = (await (await staff("GET", `/api/admin/testimonials/${id}`)).json()) as object;
  await own(token, "/withdrawal");
  expect((await staff("PATCH", `/api/admin/testimonials/${id}`, before)).status).toBe(409);
  expect((await stored())[0]?.withdrawnOn).not.toBeNull();
});

test.runIf(serverUrl)("withdrawn while staff publish it, one by one or in bulk, a testimonial is unpublished in any order", async () => {
  const { sent, decide, publish, own, onLine, staff, stored } = await open();
  for (let at = 0; at < 8; at += 1) {
    const { id, token } = await sent({ quote: `Mots ${at}`, email: `a${at}@example.org` });
    await decide(id, { decision: "approved" });
    const bulk = () => staff("POST", "/api/admin/testimonials/bulk", { action: "published", selection: { ids: [id] } });
    const publishing = at % 2 ? bulk() : publish(id);
    const [published, withdrawn] = await Promise.all([publishing, own(token, "/withdrawal")]);
    expect([200, 409]).toContain(published.status);
    expect([withdrawn.state, await onLine()]).toEqual(["used", []]);
  }
  expect((await stored()).map(({ status }) => status)).toEqual(Array(8).fill("archived"));
});

test.runIf(serverUrl)("of concurrent approval and refusal one is saved, and one mail is sent", async () => {
  const { db, sent, decide } = await open();
  const { id } = await sent();
  const answers = await Promise.all([decide(id, { decision: "approved" }), decide(id, { decision: "declined" })]);
  expect([answers.map(({ status }) => status).sort(), await db.$count(outgoingMails)]).toEqual([[200, 409], 2]);
});

test("declined and withdrawn ones are erased after a month, other unpublished ones after a year, with their texts in the log", async () => {
  const { backend, db, time, sent, decide, publish, own, stored } = await open();
  const declined = await sent({ quote: "Refusé" });
  const withdrawn = await sent({ quote: "Retiré" });
  const onLine = await sent({ quote: "En ligne" });
  await sent({ quote: "Oublié" });
  await decide(declined.id, { decision: "declined", word: "Trop long" });
  for (const { id } of [withdrawn, onLine]) {
    await decide(id, { decision: "approved" });
    await publish(id);
  }
  await own(withdrawn.token, "/withdrawal");
  const left = async () => (await stored()).map(({ quote }) => quote.fr);
  time.pass(29 * 86_400);
  await applyRetention(backend.services);
  expect(await left()).toEqual(["Refusé", "Retiré", "En ligne", "Oublié"]);
  time.pass(2 * 86_400);
  const { counts } = await applyRetention(backend.services);
  expect(counts).toMatchObject({ "declined_testimonials.erase": 1, "withdrawn_testimonials.erase": 1, "unused_testimonials.erase": 0 });
  expect([await left(), (await own(withdrawn.token)).state]).toEqual([["En ligne", "Oublié"], "expired"]);
  const log = await db.select().from(auditLog).where(eq(auditLog.entityType, "testimonial"));
  const rows = log.filter(({ entityId }) => entityId !== onLine.id);
  expect([rows.length, rows.every(({ changes, reason }) => changes === null && reason === null)]).toEqual([4, true]);
  time.pass(366 * 86_400);
  await applyRetention(backend.services);
  expect(await left()).toEqual(["En ligne"]);
  expect(await db.$count(retentionPolicies, eq(retentionPolicies.dataKind, "unused_testimonials"))).toBe(1);
});

test("an erasure deletes the person's testimonial, also an unpublished one", async () => {
  const { backend, db, time, sent, decide, publish, onLine, stored } = await open();
  const { id } = await sent();
  await decide(id, { decision: "approved" });
  await publish(id);
  await sent({ email: "autre@example.org" });
  time.pass(60);
  await eraseEmail(backend.services, "INES@example.org", time.clock());
  expect([await onLine(), (await stored()).map(({ email }) => email)]).toEqual([[], ["autre@example.org"]]);
  const log = await db.select().from(auditLog).where(eq(auditLog.entityId, id));
  expect(JSON.stringify(log)).not.toContain("attendait");
});
