import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { messages } from "#backend/modules/contact/tables";
import { documents } from "#backend/modules/documents/tables";
import { applicationReplies, applications } from "#backend/modules/jobs/tables";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { applyRetention } from "#backend/modules/privacy/retention";
import { filePolicy } from "#contract/api/file-policy";
import { backendForTest, type TestBackend, testClock, testSettings } from "#tests/support/backend";
import { publishContent } from "#tests/support/content";
import { serverUrl } from "#tests/support/database";
import { filesInMemory } from "#tests/support/files-in-memory";
import { oldProof } from "#tests/support/form-proof";
import { mailsTo } from "#tests/support/outbox";
import { signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";

const pdf = () => new File(["%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF"], "cv.pdf", { type: "application/pdf" });

async function openOffer(offer: Record<string, unknown> = {}, parts: Parameters<typeof backendForTest>[0] = {}) {
  const time = testClock(new Date());
  const backend = await backendForTest({ clock: time.clock, ...parts });
  const admin = await signIn(backend, { role: "ADMIN", firstName: "Sam", lastName: "Durand" });
  const { id } = await publishContent(backend, "jobs", admin.cookie, offer);
  const proof = await oldProof(backend, time);
  const apply = (more: Record<string, string | File> = {}, language = "fr") => {
    const body = new FormData();
    const sent = { name: "Lou Martin", email: "lou@example.org", message: "J’aime le vélo.", consent: "on", website: "", proof, ...more };
    for (const [name, value] of Object.entries(sent)) body.set(name, value);
    return backend.request(`/api/jobs/${id}/applications`, { method: "POST", body, headers: { "accept-language": language } });
  };
  return { backend, admin, time, apply, id };
}

const stored = ({ services }: TestBackend) => services.db.select().from(applications);

test("without a mailbox, an application is announced to the administrators", async () => {
  const { backend, admin, apply } = await openOffer({}, { settings: { ...testSettings, contactEmail: null, mailboxes: {} } });
  expect((await apply()).status).toBe(201);
  const arrived = (await mailsTo(backend, admin.email)).map(({ topic }) => topic);
  expect(arrived).toEqual(["application_arrived"]);
  const where = and(eq(notices.userId, admin.id), eq(notices.topic, "application_arrived"), eq(notices.channel, "inbox"));
  expect(await backend.services.db.$count(notices, where)).toBe(1);
});

test("an applicant gets a confirmation, and each answer of staff, by mail in their language", async () => {
  const { backend, admin, time, apply } = await openOffer({ title: { fr: "Tournées à vélo", en: "Bike rounds" } });
  const { received, mailer } = await postOffice();
  expect((await apply({ cv: pdf() }, "en")).status).toBe(201);
  const list = (await (await backend.request("/api/admin/applications?status=received", { cookie: admin.cookie })).json()) as {
    items: { id: string; name: string; hasCv: boolean }[];
  };
  expect(list.items).toMatchObject([{ name: "Lou Martin", hasCv: true }]);
  const path = `/api/admin/applications/${list.items[0]?.id}`;
  const answer = async (body: string, version: number) => {
    time.pass(60);
    return backend.request(`${path}/replies`, { method: "POST", cookie: admin.cookie, form: { body, version } });
  };
  const first = { body: "Come on Monday.\nAsk for Yanis.", from: "Sam Durand", fromStaff: true, internal: false };
  expect(await (await answer(first.body, 1)).json()).toMatchObject({ status: "answered", version: 2, replies: [first] });
  const stale = await answer("Again.", 1);
  expect([stale.status, await stale.json()]).toMatchObject([409, { current: { version: 2, replies: [first] } }]);
  expect(await (await answer("The door is blue.", 2)).json()).toMatchObject({
    version: 3,
    replies: [first, { body: "The door is blue." }],
  });
  time.pass(60);
  await sendWaitingMails(backend.services, mailer);
  const [notified, others] = [
    received.filter(({ to }) => to[0] === "lou@example.org"),
    received.filter(({ to }) => to[0] !== "lou@example.org"),
  ];
  expect([notified.length, others.map(({ to }) => to)]).toEqual([3, [["bonjour@maillon.example"]]]);
  expect(others[0]?.source.replaceAll("=\r\n", "")).toContain(`/dashboard/admin/jobs/applications/${list.items[0]?.id}`);
  // Mails with a link leave first, the answers among them.
  const sources = notified.map(({ source }) => source.replaceAll("=\r\n", ""));
  const [answers, [confirmation]] = [sources.slice(0, 2), sources.slice(2)];
  expect(confirmation).toMatch(/Subject: Your application has arrived, no\. C-00001/);
  for (const [at, words] of ["Ask for Yanis.", "The door is blue."].entries())
    expect([answers[at]?.includes("Subject: Answer to your application, no. C-00001: Bike rounds"), answers[at]?.includes(words)]).toEqual([
      true,
      true,
    ]);
  const log = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityType, "application")).orderBy(auditLog.seq);
  expect(log.map(({ action, actorId }) => [action, actorId])).toEqual(Array(2).fill(["application.reply", admin.id]));
});

test("of many concurrent answers to an application, one is sent", async () => {
  const { backend, admin, apply } = await openOffer();
  await apply();
  const [application] = await stored(backend);
  const path = `/api/admin/applications/${application?.id}/replies`;
  const answers = Array.from({ length: 5 }, (_, at) =>
    backend.request(path, { method: "POST", cookie: admin.cookie, form: { body: `Answer ${at}`, version: 1 } }),
  );
  const statuses = (await Promise.all(answers)).map(({ status }) => status).sort();
  const { db } = backend.services;
  expect([statuses, await db.$count(applicationReplies), await db.$count(outgoingMails)]).toEqual([[201, 409, 409, 409, 409], 1, 3]);
});

test("an answered thread has an answer, for messages and applications: the database refuses anything else", async () => {
  const { backend, apply } = await openOffer();
  await apply();
  const { db } = backend.services;
  await expect(db.update(applications).set({ status: "answered" })).rejects.toMatchObject({ cause: { code: "23514" } });
  const message = { topic: "other", name: "Lou", email: "lou@example.org", locale: "fr", body: ".", dedupeKey: "a" } as const;
  await expect(db.insert(messages).values({ ...message, status: "answered" })).rejects.toMatchObject({ cause: { code: "23514" } });
  expect([(await stored(backend))[0]?.status, await db.$count(messages)]).toEqual(["received", 0]);
});

test("only the states that staff set by hand are accepted", async () => {
  const { backend, admin, apply } = await openOffer();
  await apply();
  const [application] = await stored(backend);
  const path = `/api/admin/applications/${application?.id}/status`;
  const ask = async (status: string, version = 1) =>
    (await backend.request(path, { method: "POST", cookie: admin.cookie, json: { status, version } })).status;
  expect([await ask("answered"), await ask("new"), await ask("closed"), await ask("received", 2)]).toEqual([422, 422, 200, 200]);
});

test("an application that cannot be stored leaves no CV behind", async () => {
  const files = filesInMemory();
  const { backend, apply } = await openOffer({}, { files });
  await backend.services.db.execute(sql`alter table outgoing_mails add constraint none_today check (topic <> 'application_arrived')`);
  expect((await apply({ cv: pdf() })).status).toBe(500);
  expect([files.stored.size, (await stored(backend)).length]).toEqual([0, 0]);
});

test("the same application sent twice is one, with one number and one mail to each side", async () => {
  const { backend, apply } = await openOffer();
  const answers = await Promise.all([apply(), apply()]);
  const [one, other] = await Promise.all(answers.map(async (answer) => ({ status: answer.status, body: await answer.json() })));
  expect([one?.status, one?.body, other]).toEqual([201, { id: expect.any(String), ticket: "C-00001" }, one]);
  expect([(await stored(backend)).length, await backend.services.db.$count(outgoingMails)]).toEqual([1, 2]);
});

test("a CV is a PDF, private, and each access is in the audit log", async () => {
  const { backend, admin, apply } = await openOffer();
  const disguised = new File(["<script>alert(1)</script>"], "cv.pdf", { type: "application/pdf" });
  const refused = await apply({ cv: disguised });
  expect([refused.status, Object.keys(((await refused.json()) as { fieldErrors: object }).fieldErrors)]).toEqual([422, ["cv"]]);
  expect(await stored(backend)).toEqual([]);
  await apply({ cv: pdf() });
  const [application] = await stored(backend);
  const path = `/api/admin/applications/${application?.id}/cv`;
  const { cookie } = await signIn(backend, { role: "VOLUNTEER" });
  expect([(await backend.request(path)).status, (await backend.request(path, { cookie })).status]).toEqual([401, 403]);
  expect((await backend.request(`/api/documents/${application?.cvId}/content`)).status).toBe(404);
  const read = await backend.request(path, { cookie: admin.cookie });
  expect([read.status, (await read.text()).startsWith("%PDF")]).toEqual([200, true]);
  expect(read.headers.get("content-security-policy")).toBe(filePolicy);
  const log = await backend.services.db.select().from(auditLog).where(eq(auditLog.action, "application.read_cv"));
  expect(log.map(({ actorId }) => actorId)).toEqual([admin.id]);
});

test.each([
  ["without agreement", { consent: "" }, 422],
  ["with what only a machine fills in", { website: "https://spam.example" }, 422],
  ["with a proof of its own making", { proof: "1.abc" }, 422],
  ["without a name", { name: " " }, 422],
])("an application %s is not kept", async (_, more, status) => {
  const { backend, apply } = await openOffer();
  expect((await apply(more)).status).toBe(status);
  expect(await stored(backend)).toEqual([]);
});

test("nobody applies for an offer that has closed", async () => {
  const { backend, apply } = await openOffer({ opensOn: "2026-01-01", closesOn: "2026-01-31" });
  expect((await apply()).status).toBe(404);
  expect(await stored(backend)).toEqual([]);
});

test("the data of the page after the form identifies nobody", async () => {
  const { backend, apply } = await openOffer({ title: { fr: "Tournées à vélo", en: "Bike rounds" } });
  const { id } = (await (await apply()).json()) as { id: string };
  const receipt = await (await backend.request(`/api/applications/${id}`)).json();
  expect(receipt).toEqual({ ticket: "C-00001", receivedAt: expect.any(String), jobTitle: { fr: "Tournées à vélo", en: "Bike rounds" } });
  expect((await backend.request(`/api/applications/${crypto.randomUUID()}`)).status).toBe(404);
});

test("an application is deleted after two years, with its file and its answers", async () => {
  const { backend, admin, time, apply } = await openOffer();
  await apply({ cv: pdf() });
  const { services } = backend;
  const [application] = await stored(backend);
  const reply = { threadId: application?.id ?? "", authorId: admin.id, body: "Venez.", at: time.clock() };
  await services.db.insert(applicationReplies).values(reply);
  const [file] = await services.db.select().from(documents).where(eq(documents.kind, "CV"));
  const erased = async () => (await applyRetention(services)).counts["applications.erase"];
  expect(await erased()).toBe(0);
  expect(await services.files.get(file?.storageKey ?? "")).not.toBeNull();
  const later = new Date(time.clock());
  later.setUTCFullYear(later.getUTCFullYear() + 2);
  later.setUTCDate(later.getUTCDate() + 1);
  time.set(later.toISOString());
  expect(await erased()).toBe(1);
  expect([await stored(backend), await services.db.$count(documents), await services.db.$count(applicationReplies)]).toEqual([[], 0, 0]);
  expect(await services.files.get(file?.storageKey ?? "")).toBeNull();
});

test.runIf(serverUrl).each([
  ["a deadlock", "40P01"],
  ["a serialization failure", "40001"],
])("an application that is stored at the second try after %s has one CV, and the file of the first try is gone", async (_, state) => {
  const files = filesInMemory();
  const { backend, apply } = await openOffer({}, { files });
  const { db } = backend.services;
  await db.execute(sql`create sequence tries`);
  await db.execute(
    sql.raw(`create function break_off() returns trigger language plpgsql as $$
    begin if nextval('tries') = 1 then raise exception 'broken off' using errcode = '${state}'; end if; return new; end $$`),
  );
  await db.execute(sql`create trigger break_off before insert on outgoing_mails for each row execute function break_off()`);
  expect((await apply({ cv: pdf() })).status).toBe(201);
  const rows = await db.select({ key: documents.storageKey }).from(documents).where(eq(documents.kind, "CV"));
  expect([...files.stored.keys()]).toEqual(rows.map(({ key }) => key));
  expect(rows).toHaveLength(1);
});
