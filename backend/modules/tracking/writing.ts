import { and, eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { withdrawNotices, writeInInbox } from "#backend/modules/mails/notice-writing";
import { cancelMails, queueMail } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { mayReadRestricted } from "#contract/accounts/restricted";
import type { TrackingAction, TrackingCorrection, TrackingDraft, TrackingEdit } from "#contract/accounts/tracking";
import { instantInFrance, writtenDay } from "#contract/formats/france-time";
import { editableUntil } from "./queries.ts";
import { mayBeAssigned, subjectOf } from "./staff.ts";
import { trackingEntries } from "./tables.ts";
import { readableBy } from "./visibility.ts";

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;
type Entry = typeof trackingEntries.$inferSelect;

/** What the log says of an entry: never its texts. */
const logged = ({ kind, visibility, nextActionAt, nextActionUserId, doneAt }: Entry) => ({
  ...{ kind, visibility, nextActionAt, nextActionUserId },
  done: doneAt !== null,
});

/** Adds an entry about somebody else; whoever is given its next action is told, and so is the person where they read it. */
export function addEntry(services: Deps, actor: Actor, { subjectId, occurredAt, ...draft }: TrackingDraft) {
  const { clock } = services;
  return services.db.transaction(async (tx) => {
    if (subjectId === actor.id) throw new Refusal("own_account");
    const person = await subjectOf(tx, subjectId).catch(() => Promise.reject(fieldRefusal("subjectId", "tracking:error.person")));
    if (person.accountState === "left") throw fieldRefusal("subjectId", "tracking:error.left");
    requireRight(actor, draft.visibility, person.sectorId);
    await requireAssignee(tx, draft.nextActionUserId, { ...person, restricted: draft.visibility === "restricted" }, clock());
    const values = { ...draft, subjectUserId: subjectId, authorId: actor.id, occurredAt: momentOf(occurredAt, clock()) };
    const entry = await insert(tx, values, clock());
    await notifyAssignee({ ...services, db: tx }, actor, entry);
    await notifySubject(tx, entry, clock());
    await recordChange(tx, actor, {
      action: "tracking_entry.create",
      entityType: "tracking_entry",
      entityId: entry.id,
      after: { subjectId, ...logged(entry) },
    });
    return { id: entry.id };
  });
}

async function insert(tx: Db, values: Omit<typeof trackingEntries.$inferInsert, "createdAt" | "updatedAt">, now: Date): Promise<Entry> {
  const [entry] = await tx
    .insert(trackingEntries)
    .values({ ...values, createdAt: now, updatedAt: now })
    .returning();
  if (!entry) throw new Error("The entry was not added.");
  return entry;
}

const momentOf = (wallTime: string, now: Date) => instantInFrance(wallTime) ?? now;

function requireRight(actor: Actor, visibility: Entry["visibility"], sectorId: string | null) {
  if (visibility === "restricted" && !mayReadRestricted(actor, sectorId)) throw new Refusal("restricted");
}

async function requireAssignee(
  tx: Db,
  id: string | undefined,
  about: { id: string; sectorId: string | null; restricted: boolean },
  now: Date,
) {
  if (id && !(await mayBeAssigned(tx, id, about, now))) throw fieldRefusal("nextActionUserId", "tracking:error.assignee");
}

/** Notifies a member of staff of what was given to them: only the day, since the entry may be restricted. */
async function notifyAssignee(services: Deps, actor: Actor, { id, nextActionUserId, nextActionAt }: Entry) {
  if (!nextActionUserId || !nextActionAt || nextActionUserId === actor.id) return;
  const [reader] = await services.db.select({ locale: users.locale }).from(users).where(eq(users.id, nextActionUserId));
  const values = { entryId: id, date: writtenDay(reader?.locale ?? "fr", nextActionAt) };
  await queueMail(services, nextActionUserId, "follow_up_assigned", values, mailKey({ id, nextActionUserId, nextActionAt }));
}

const mailKey = ({ id, nextActionUserId, nextActionAt }: Pick<Entry, "id" | "nextActionUserId" | "nextActionAt">) =>
  `follow-up ${id} ${nextActionUserId} ${nextActionAt}`;

const sharedKey = ({ id }: Entry) => `entry_shared:${id}`;

/** Notifies the person, in their inbox, of an entry or a correction that they read: nothing of what it says. Once of each. */
async function notifySubject(tx: Db, entry: Entry, now: Date) {
  if (entry.visibility !== "subject") return;
  await writeInInbox(tx, "entry_shared", {
    ...{ userId: entry.subjectUserId, path: "/dashboard/my-tracking", dedupeKey: sharedKey(entry), createdAt: now },
    values: { kind: entry.correctsId ? "correction" : "entry" },
  });
}

/** Locks an entry that the actor may read. */
async function lock(tx: Db, actor: Actor, id: string): Promise<Entry> {
  const [entry] = await tx
    .select()
    .from(trackingEntries)
    .where(and(eq(trackingEntries.id, id), readableBy(tx, actor)))
    .for("update");
  if (!entry) throw new Refusal("not_found");
  return entry;
}

/** Changes what an entry says: by its author, within a day. The database refuses it later. */
export function editEntry({ db, clock }: Deps, actor: Actor, id: string, { occurredAt, ...edit }: TrackingEdit) {
  return db.transaction(async (tx) => {
    const before = await lock(tx, actor, id);
    const now = clock();
    if (before.authorId !== actor.id) throw new Refusal("forbidden");
    if (now >= editableUntil(before)) throw new Refusal("wrong_state");
    const { sectorId } = await subjectOf(tx, before.subjectUserId);
    requireRight(actor, edit.visibility, sectorId);
    if (edit.visibility !== before.visibility) await requireNoOtherReader(tx, before, edit.visibility, sectorId, now);
    const values = { ...edit, occurredAt: momentOf(occurredAt, now), editedAt: now, updatedAt: now };
    const [after] = await tx.update(trackingEntries).set(values).where(eq(trackingEntries.id, id)).returning();
    if (!after) throw new Refusal("not_found");
    if (after.visibility === "subject") await notifySubject(tx, after, now);
    else await withdrawNotices(tx, [sharedKey(after)]);
    await recordChange(tx, actor, {
      action: "tracking_entry.edit",
      entityType: "tracking_entry",
      entityId: id,
      before: logged(before),
      after: logged(after),
    });
  });
}

/** Who reads an entry stays the same once it is corrected, or is a correction; and whoever does the next action has to be able to read it. */
async function requireNoOtherReader(tx: Db, entry: Entry, visibility: Entry["visibility"], sectorId: string | null, now: Date) {
  const tied = entry.correctsId !== null || (await tx.$count(trackingEntries, eq(trackingEntries.correctsId, entry.id))) > 0;
  if (tied) throw fieldRefusal("visibility", "tracking:error.corrected");
  const about = { id: entry.subjectUserId, sectorId, restricted: visibility === "restricted" };
  if (entry.nextActionUserId && !entry.doneAt && !(await mayBeAssigned(tx, entry.nextActionUserId, about, now)))
    throw fieldRefusal("visibility", "tracking:error.assigneeCannotRead");
}

/** Adds an entry that corrects another, for the same readers. What a correction says is corrected beside it. */
export function correctEntry({ db, clock }: Deps, actor: Actor, id: string, texts: TrackingCorrection) {
  return db.transaction(async (tx) => {
    const corrected = await lock(tx, actor, id);
    const { kind, subjectUserId, visibility } = corrected;
    const correctsId = corrected.correctsId ?? corrected.id;
    const now = clock();
    const entry = await insert(tx, { ...texts, kind, subjectUserId, visibility, correctsId, authorId: actor.id, occurredAt: now }, now);
    await notifySubject(tx, entry, now);
    await recordChange(tx, actor, {
      action: "tracking_entry.correct",
      entityType: "tracking_entry",
      entityId: correctsId,
      after: { correction: entry.id },
    });
    return { id: correctsId };
  });
}

/** Sets or removes the next action. Another day or another person opens it again. */
export function setAction(services: Deps, actor: Actor, id: string, { nextActionAt = null, nextActionUserId }: PutAction) {
  const { clock } = services;
  return services.db.transaction(async (tx) => {
    const before = await lock(tx, actor, id);
    const { sectorId } = await subjectOf(tx, before.subjectUserId);
    const about = { id: before.subjectUserId, sectorId, restricted: before.visibility === "restricted" };
    await requireAssignee(tx, nextActionUserId, about, clock());
    const values = { nextActionAt, nextActionUserId: nextActionUserId ?? null, doneAt: null };
    const [after] = await tx
      .update(trackingEntries)
      .set({ ...values, updatedAt: clock() })
      .where(eq(trackingEntries.id, id))
      .returning();
    if (!after) throw new Refusal("not_found");
    if (mailKey(before) !== mailKey(after)) await cancelMails({ db: tx, clock }, [mailKey(before)]);
    await notifyAssignee({ ...services, db: tx }, actor, after);
    await recordAction(tx, actor, before, after, "assign");
  });
}
type PutAction = Omit<TrackingAction, "nextActionAt"> & { nextActionAt?: string | null };

/** Ends the next action, or opens it again: whoever has it is then told, unless they were before. */
export function setDone(services: Deps, actor: Actor, id: string, done: boolean) {
  const { clock } = services;
  return services.db.transaction(async (tx) => {
    const before = await lock(tx, actor, id);
    if (!before.nextActionAt) throw new Refusal("wrong_state");
    if ((before.doneAt !== null) === done) return;
    const values = { doneAt: done ? clock() : null, updatedAt: clock() };
    const [after] = await tx.update(trackingEntries).set(values).where(eq(trackingEntries.id, id)).returning();
    if (!after) throw new Refusal("not_found");
    if (done) await cancelMails({ db: tx, clock }, [mailKey(before)]);
    else await notifyAssignee({ ...services, db: tx }, actor, after);
    await recordAction(tx, actor, before, after, done ? "done" : "reopen");
  });
}

async function recordAction(tx: Db, actor: Actor, before: Entry, after: Entry, action: "assign" | "done" | "reopen") {
  await recordChange(tx, actor, {
    action: `tracking_entry.${action}`,
    entityType: "tracking_entry",
    entityId: before.id,
    before: logged(before),
    after: logged(after),
  });
}
