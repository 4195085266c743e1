import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { addPerson, signIn } from "#tests/support/people";

type Someone = Awaited<ReturnType<typeof signIn>>;
const time = testClock(new Date("2026-11-18T10:00:00Z"));
let backend: TestBackend;
let author: Someone;
let assignee: Someone;
let entryId: string;

beforeEach(async () => {
  backend = await backendForTest({ clock: time.clock });
  author = await signIn(backend, { role: "ADMIN" });
  assignee = await signIn(backend, { role: "ADMIN" });
  const { id: subjectId } = await addPerson(backend, { role: "BENEFICIARY" });
  const draft = { kind: "call", title: "Rappeler pour l’adresse", occurredAt: "2026-11-18T09:00", visibility: "staff" };
  const json = { ...draft, subjectId, ...action() };
  const answer = await backend.request("/api/admin/tracking", { method: "POST", cookie: author.cookie, json });
  entryId = ((await answer.json()) as { id: string }).id;
});

const action = () => ({ nextActionAt: "2026-11-20", nextActionUserId: assignee.id });
const put = async (path: "action" | "done", json: object) => {
  const answer = await backend.request(`/api/admin/tracking/${entryId}/${path}`, { method: "PUT", cookie: author.cookie, json });
  expect(answer.status).toBe(200);
};
const ofAssignee = () => eq(outgoingMails.userId, assignee.id);
const mails = async () =>
  (await backend.services.db.select({ status: outgoingMails.status }).from(outgoingMails).where(ofAssignee()))
    .map(({ status }) => status)
    .sort();
const inInbox = () => backend.services.db.$count(notices, and(eq(notices.userId, assignee.id), eq(notices.channel, "inbox")));

test("an action that is taken away while its mail is being sent keeps the notice, and is not mailed twice", async () => {
  const claimedUntil = new Date(time.clock().getTime() + 60_000);
  await backend.services.db.update(outgoingMails).set({ claimedUntil }).where(ofAssignee());
  await put("action", { ...action(), nextActionUserId: author.id });
  expect([await mails(), await inInbox()]).toEqual([["waiting"], 1]);
  await put("action", action());
  expect([await mails(), await inInbox()]).toEqual([["waiting"], 1]);
});

test("an action that is done and opened again is notified once more where its mail had not left, and else not", async () => {
  await put("done", { done: true });
  expect([await mails(), await inInbox()]).toEqual([["expired"], 0]);
  await put("done", { done: false });
  expect([await mails(), await inInbox()]).toEqual([["expired", "waiting"], 1]);
  const sent = { status: "sent", subject: "", text: "", html: "" } as const;
  await backend.services.db
    .update(outgoingMails)
    .set(sent)
    .where(and(ofAssignee(), eq(outgoingMails.status, "waiting")));
  await put("done", { done: true });
  await put("done", { done: false });
  expect([await mails(), await inInbox()]).toEqual([["expired", "sent"], 1]);
});
