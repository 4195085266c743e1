import { and, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Actor } from "#backend/http/actor";
import { auditLog } from "#backend/modules/audit/tables";
import { documents } from "#backend/modules/documents/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { lastApproval, undoApproval } from "#backend/modules/people/approvals";
import { sectors } from "#backend/modules/sectors/tables";
import { tasks } from "#backend/modules/tasks/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { acceptedAt } from "#backend/modules/verification/last-accepted";
import { accountDecisions, beneficiaryFiles, criteriaVersions } from "#backend/modules/verification/tables";
import { verificationChats, verificationMessages } from "#backend/modules/verification-chats/tables";
import { accountApi } from "#contract/accounts/account";
import { approvalsApi, type LastApproval, undoHours } from "#contract/accounts/approvals";
import { type BulkOutcome, type PersonRow, peopleApi } from "#contract/accounts/people";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { addPerson, signIn } from "#tests/support/people";
import { runDue, runOneChunk } from "#tests/support/tasks";

type Admin = Awaited<ReturnType<typeof signIn>>;

async function withAdmin() {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const admin = await signIn(backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
  const send = (path: string, json: object, by: Admin) => backend.request(path, { method: "POST", cookie: by.cookie, json });
  const approve = async (ids: string[], by = admin) =>
    (await (await send(peopleApi.bulk.path, { step: "approve", dryRun: false, selection: { ids } }, by)).json()) as BulkOutcome;
  const last = async (by = admin) => {
    const answer = await backend.request(approvalsApi.last.path, { cookie: by.cookie });
    return ((await answer.json()) as { approval: LastApproval | null }).approval;
  };
  const undo = async (approval: string | undefined, by = admin) => {
    const answer = await send(approvalsApi.undo.path, { approval, reason: "Validés par erreur." }, by);
    return [answer.status, await answer.json()];
  };
  return { time, backend, admin, approve, last, undo };
}

const waiting = (backend: TestBackend, count: number, more: object = {}) =>
  Promise.all(Array.from({ length: count }, () => addPerson(backend, { role: "VOLUNTEER", accountState: "to_validate", ...more })));

async function stateOf({ services }: TestBackend, id: string) {
  const [row] = await services.db.select().from(users).where(eq(users.id, id));
  return row?.accountState;
}

const mailsOf = ({ services }: TestBackend, userId: string) =>
  services.db
    .select({ status: outgoingMails.status, topic: outgoingMails.topic })
    .from(outgoingMails)
    .where(eq(outgoingMails.userId, userId));

test("accounts that were approved together are set back together, once, with a reason; mails that wait are not sent, and whoever has it gets another", async () => {
  const { time, backend, admin, approve, last, undo } = await withAdmin();
  const { db } = backend.services;
  expect(await last()).toBeNull();
  const people = await waiting(backend, 3);
  const ids = people.map(({ id }) => id);
  expect(await approve(ids)).toMatchObject({ changed: 3 });
  await db
    .update(outgoingMails)
    .set({ status: "sent", subject: "", text: "", html: "" })
    .where(eq(outgoingMails.userId, ids[0] ?? ""));
  // One is just being sent.
  const claimedUntil = new Date(time.clock().getTime() + 600_000);
  const [, claimed = ""] = ids;
  await db.update(outgoingMails).set({ claimedUntil }).where(eq(outgoingMails.userId, claimed));
  const inInbox = and(eq(notices.userId, ids[0] ?? ""), eq(notices.channel, "inbox"));
  const [inbox] = await db.select().from(notices).where(inInbox);
  if (inbox) await db.insert(notices).values({ ...inbox, id: crypto.randomUUID(), channel: "push", state: "waiting" });
  const shown = await last();
  expect(shown).toMatchObject({ count: 3, waitingCount: 3, sent: 1, left: [], task: null, reason: null });
  time.pass(60);
  expect(await undo(shown?.id)).toEqual([200, { changed: 3, rest: 0 }]);
  expect(await Promise.all(ids.map((id) => stateOf(backend, id)))).toEqual(ids.map(() => "to_validate"));
  const ofMails = await Promise.all(ids.map((id) => mailsOf(backend, id)));
  const written = ofMails.map((mails) => mails.map(({ topic, status }) => `${topic} ${status}`).toSorted());
  expect(written).toEqual([
    ["account_accepted sent", "account_set_back waiting"],
    ["account_accepted waiting", "account_set_back waiting"],
    ["account_accepted expired"],
  ]);
  const left = await db.select().from(notices).where(inArray(notices.userId, ids));
  expect(left.map(({ topic, channel }) => `${topic} ${channel}`).toSorted()).toEqual([
    ...["account_accepted email", "account_accepted email"],
    ...["account_set_back email", "account_set_back email", "account_set_back inbox", "account_set_back inbox"],
  ]);
  const logged = await db.select().from(auditLog).where(eq(auditLog.action, "account.take_back"));
  expect(logged.map(({ actorId, reason }) => [actorId, reason])).toEqual(ids.map(() => [admin.id, "Validés par erreur."]));
  const undone = await last();
  expect([undone?.waitingCount, undone?.left.map(({ obstacle }) => obstacle)]).toEqual([0, ["undone", "undone", "undone"]]);
  expect(await undo(shown?.id)).toMatchObject([409, {}]);
});

test("an account that was used, decided or changed since stays open, and is named with why", async () => {
  const { time, backend, approve, last, undo } = await withAdmin();
  const { db } = backend.services;
  const ids = (await waiting(backend, 5)).map(({ id }) => id);
  const [used = "", suspended = "", edited = "", granted = "", untouched = ""] = ids;
  await approve(ids);
  time.pass(300);
  const set = (id: string, values: object) => db.update(users).set(values).where(eq(users.id, id));
  await set(used, { lastInteractionAt: time.clock() });
  await set(suspended, { accountState: "suspended", stateChangedAt: time.clock() });
  await set(edited, { phone: "+33612345678", updatedAt: time.clock() });
  const [sector] = await db.insert(sectors).values({ name: "Lyon", slug: "lyon" }).returning();
  await db.insert(permissionGrants).values({ userId: granted, permission: "EVENTS_SCAN", sectorId: sector?.id ?? "" });
  const shown = await last();
  expect([shown?.waiting.map(({ id }) => id), shown?.count]).toEqual([[untouched], 5]);
  expect(Object.fromEntries(shown?.left.map(({ id, obstacle }) => [id, obstacle]) ?? [])).toEqual({
    ...{ [used]: "used", [suspended]: "decided", [edited]: "changed", [granted]: "changed" },
  });
  expect(await undo(shown?.id)).toEqual([200, { changed: 1, rest: 0 }]);
  const states = await Promise.all(ids.map((id) => stateOf(backend, id)));
  expect(states).toEqual(["validated", "suspended", "validated", "validated", "to_validate"]);
});

test("only whoever approved them sets them back, within a day, and among accounts that they look after", async () => {
  const { time, backend, admin, approve, last, undo } = await withAdmin();
  const { db } = backend.services;
  const [lyon] = await db.insert(sectors).values({ name: "Lyon", slug: "lyon" }).returning();
  const sectorId = lyon?.id ?? "";
  const coordinator = await signIn(backend, { role: "VOLUNTEER", sectorId, inSectors: [{ permission: "ACCOUNTS_MANAGE", sectorId }] });
  const volunteer = await signIn(backend, { role: "VOLUNTEER", sectorId });
  const ids = (await waiting(backend, 2, { sectorId })).map(({ id }) => id);
  await approve(ids, coordinator);
  const approval = (await last(coordinator))?.id;
  expect([await last(), await undo(approval)]).toMatchObject([null, [409, {}]]);
  expect((await backend.request(approvalsApi.last.path, { cookie: volunteer.cookie })).status).toBe(403);
  await db
    .update(users)
    .set({ sectorId: null })
    .where(eq(users.id, ids[0] ?? ""));
  expect(await last(coordinator)).toMatchObject({ count: 1 });
  expect(await undo(approval, coordinator)).toEqual([200, { changed: 1, rest: 0 }]);
  expect(await Promise.all(ids.map((id) => stateOf(backend, id)))).toEqual(["validated", "to_validate"]);
  const late = (await waiting(backend, 2)).map(({ id }) => id);
  await approve(late);
  const shown = await last();
  const later = { ...backend.services, clock: () => new Date(time.clock().getTime() + undoHours * 3_600_000) };
  const actor = { id: admin.id, role: "ADMIN", permissions: [] } as unknown as Actor;
  expect(await lastApproval(later, actor)).toBeNull();
  await expect(undoApproval(later, actor, { approval: shown?.id ?? "", reason: "Trop tard" })).rejects.toThrow("wrong_state");
});

test("a student's file waits again as it was, and is complete", async () => {
  const { time, backend, approve, last, undo } = await withAdmin();
  const { db } = backend.services;
  const students = await Promise.all([1, 2].map(() => addPerson(backend, { role: "BENEFICIARY", accountState: "to_validate" })));
  const ids = students.map(({ id }) => id);
  const file = { visibility: "owner", mime: "application/pdf", bytes: 2_000, sha256: "one", kind: "PROOF_STUDIES" } as const;
  for (const userId of ids) {
    await db.insert(beneficiaryFiles).values({ userId, status: "to_verify", answers: { income: 1 } });
    const sent = { ownerId: userId, verification: "accepted", storageKey: `papers/${userId}`, createdAt: new Date("2026-01-01") } as const;
    await db.insert(documents).values({ ...file, ...sent });
  }
  expect(await db.$count(criteriaVersions)).toBeGreaterThan(0);
  expect(await approve(ids)).toMatchObject({ changed: 2 });
  time.pass(60);
  expect(await undo((await last())?.id)).toEqual([200, { changed: 2, rest: 0 }]);
  const files = await db.select().from(beneficiaryFiles);
  expect(files.map(({ status, answersPurgeAt }) => [status, answersPurgeAt])).toEqual(ids.map(() => ["to_verify", null]));
  expect((await db.select().from(documents)).map(({ purgeAt }) => purgeAt)).toEqual(ids.map(() => null));
  const verdicts = await db.select().from(accountDecisions).orderBy(accountDecisions.decidedAt);
  expect(verdicts.map(({ verdict }) => verdict).toSorted()).toEqual(["accept", "accept", "take_back", "take_back"]);
  const since = async () =>
    (
      await db
        .select({ at: acceptedAt, changed: users.stateChangedAt })
        .from(users)
        .where(eq(users.id, ids[0] ?? ""))
    )[0];
  const waits = await since();
  expect(waits?.at).toEqual(waits?.changed);
  time.pass(60);
  expect(await approve(ids)).toMatchObject({ changed: 2, left: [] });
  expect((await since())?.at).toEqual(time.clock());
});

test("an account waits again at its former place, its person reads why, and a chat that the approval closed is open again", async () => {
  const { time, backend, approve, last, undo } = await withAdmin();
  const { db } = backend.services;
  const since = new Date("2026-11-03T09:00:00Z");
  const [wrote, answered, closed] = await Promise.all(
    [1, 2, 3].map(() => signIn(backend, { role: "VOLUNTEER", accountState: "to_validate", stateChangedAt: since })),
  );
  const [writer] = await waiting(backend, 1);
  const people = [wrote, answered, closed].flatMap((one) => one ?? []);
  for (const [at, { id: userId }] of people.entries()) {
    const chat = { userId, status: at === 2 ? "closed" : "waiting_staff", lastMessageAt: since } as const;
    const [{ id: chatId } = { id: "" }] = await db.insert(verificationChats).values(chat).returning();
    const fromId = at === 1 ? (writer?.id ?? "") : userId;
    await db.insert(verificationMessages).values({ chatId, fromId, body: "Bonjour", at: since });
  }
  const ids = people.map(({ id }) => id);
  await approve(ids);
  time.pass(60);
  expect(await undo((await last())?.id)).toEqual([200, { changed: 3, rest: 0 }]);
  const rows = await db.select().from(users).where(inArray(users.id, ids));
  expect(rows.map(({ stateChangedAt, updatedAt }) => [stateChangedAt, updatedAt])).toEqual(ids.map(() => [since, time.clock()]));
  const chats = new Map((await db.select().from(verificationChats)).map((chat) => [chat.userId, chat]));
  expect(ids.map((id) => [chats.get(id)?.status, chats.get(id)?.waitingSince])).toEqual([
    ["waiting_staff", since],
    ["closed", null],
    ["closed", null],
  ]);
  const standing = await backend.request(accountApi.standing.path, { cookie: wrote?.cookie });
  const read = { undone: "Validés par erreur.", question: null, since: since.toISOString(), late: true };
  expect(await standing.json()).toMatchObject(read);
});

test("the newest approval of which something can be undone is offered, then the earlier one", async () => {
  const { time, backend, approve, last, undo } = await withAdmin();
  const [first, second, alone] = [await waiting(backend, 2), await waiting(backend, 3), await waiting(backend, 1)];
  for (const people of [first, second, alone]) {
    await approve(people.map(({ id }) => id));
    time.pass(60);
  }
  const newest = await last();
  expect(newest).toMatchObject({ count: 3, waitingCount: 3 });
  expect(await undo(newest?.id)).toMatchObject([200, { changed: 3 }]);
  const earlier = await last();
  expect(earlier).toMatchObject({ count: 2, waitingCount: 2 });
  time.pass(60);
  expect(await undo(earlier?.id)).toMatchObject([200, { changed: 2 }]);
  expect(await last()).toMatchObject({ id: newest?.id, waitingCount: 0 });
});

test("one account that refuses does not block the others: a student, once the approver has lost the right to read the file", async () => {
  const { time, backend, approve, last, undo } = await withAdmin();
  const { db } = backend.services;
  const [lyon] = await db.insert(sectors).values({ name: "Lyon", slug: "lyon" }).returning();
  const sectorId = lyon?.id ?? "";
  const inSectors = (["ACCOUNTS_MANAGE", "BENEFICIARY_READ_RESTRICTED"] as const).map((permission) => ({ permission, sectorId }));
  const coordinator = await signIn(backend, { role: "VOLUNTEER", sectorId, inSectors });
  const volunteers = await waiting(backend, 2, { sectorId });
  const student = await addPerson(backend, { role: "BENEFICIARY", accountState: "to_validate", sectorId });
  await db.insert(beneficiaryFiles).values({ userId: student.id, status: "to_verify", answers: { income: 1 } });
  const file = { visibility: "owner", mime: "application/pdf", bytes: 2_000, sha256: "one", kind: "PROOF_STUDIES" } as const;
  const sent = { ownerId: student.id, verification: "accepted", storageKey: "papers/one", createdAt: new Date("2026-01-01") } as const;
  await db.insert(documents).values({ ...file, ...sent });
  const ids = [...volunteers, student].map(({ id }) => id);
  expect(await approve(ids, coordinator)).toMatchObject({ changed: 3 });
  time.pass(60);
  const approval = (await last(coordinator))?.id ?? "";
  expect(await last(coordinator)).toMatchObject({ waitingCount: 3 });
  await db.delete(permissionGrants).where(eq(permissionGrants.permission, "BENEFICIARY_READ_RESTRICTED"));
  const shown = await last(coordinator);
  expect([shown?.waitingCount, shown?.left.map(({ id, obstacle }) => [id, obstacle])]).toEqual([2, [[student.id, "restricted"]]]);
  // Somebody whose request began before the right was lost.
  const held = {
    id: coordinator.id,
    role: "VOLUNTEER",
    permissions: [],
    requestId: "one",
    extraData: { sectorGrants: inSectors },
  } as unknown as Actor;
  expect(await undoApproval(backend.services, held, { approval, reason: "Erreur" })).toEqual({ changed: 2, rest: 0 });
  expect(await Promise.all(ids.map((id) => stateOf(backend, id)))).toEqual(["to_validate", "to_validate", "validated"]);
  expect(await undo(approval, coordinator)).toMatchObject([409, {}]);
});

test("more accounts than a request changes are approved by a task, and set back some at a time", async () => {
  const { time, backend, admin, last, undo } = await withAdmin();
  const person = { role: "VOLUNTEER", accountState: "to_validate", firstName: "Lou", emailVerifiedAt: new Date("2026-01-01") } as const;
  const many = Array.from({ length: 203 }, (_, at) => ({ ...person, lastName: `Attente${at}`, email: `attente-${at}@example.org` }));
  await backend.services.db.insert(users).values(many);
  const json = { step: "approve", dryRun: false, selection: { all: true, query: {} } };
  await backend.request(peopleApi.bulk.path, { method: "POST", cookie: admin.cookie, json });
  const { db } = backend.services;
  time.pass(300);
  await runOneChunk(backend, peopleApi.bulk.path);
  const begun = time.clock();
  const [task] = await db.select().from(tasks);
  const underWay = await last();
  expect([underWay?.id, underWay?.task]).toEqual([task?.id, task?.id]);
  expect(await undo(underWay?.id)).toMatchObject([422, { fieldErrors: { reason: ["people:undoApproval.underWay"] } }]);
  time.pass(60);
  await runDue(backend);
  const decisions = await db.select().from(accountDecisions);
  expect(new Set(decisions.map(({ batchId }) => batchId))).toEqual(new Set([task?.id]));
  // The clock of each part, not that of the request.
  const instants = decisions.map(({ decidedAt }) => decidedAt.getTime());
  expect(new Set(instants)).toEqual(new Set([begun.getTime(), time.clock().getTime()]));
  const shown = await last();
  expect(shown).toMatchObject({ id: task?.id, count: 203, waitingCount: 203, task: null });
  time.pass(60);
  expect(await undo(shown?.id)).toEqual([200, { changed: 200, rest: 3 }]);
  const some = await last();
  expect(some).toMatchObject({ waitingCount: 3, reason: "Validés par erreur." });
  expect([some?.waiting.length, some?.left.length]).toEqual([3, 50]);
  expect(await undo(shown?.id)).toEqual([200, { changed: 3, rest: 0 }]);
  const list = await backend.request("/api/admin/people/pending-approval", { cookie: admin.cookie });
  expect(((await list.json()) as { items: PersonRow[]; total: number }).total).toBe(203);
}, 120_000);
