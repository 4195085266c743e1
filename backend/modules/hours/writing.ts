import { and, eq, inArray, ne } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { HoursDraft, HoursRemark, HoursSource, HoursWeek } from "#contract/charity/volunteer-hours";
import type { StaffHoursDraft } from "#contract/charity/volunteer-hours-admin";
import { franceDay, instantInFrance } from "#contract/formats/france-time";
import { timeOfMinutes } from "#contract/formats/hours";
import { type Checked, checkHours } from "./checking.ts";
import { sectorsSeenBy } from "./list.ts";
import { readOwnEntry } from "./own.ts";
import { heldByDatabase } from "./refusals.ts";
import { volunteerHours } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;
type Entry = typeof volunteerHours.$inferSelect;
/** Whose entry it is, and whether staff writes it for them. */
type Owner = { userId: string; source: HoursSource };
type Saved = { id: string; version: number; remark: HoursRemark | null };

/** Adds an entry and sends it. */
export function addHours({ db, clock }: Deps, owner: Owner, draft: HoursDraft): Promise<Saved> {
  return heldByDatabase(() => db.transaction((tx) => insertHours(tx, clock(), owner, draft)));
}

/** The lines of a week, all or none of them. */
export function addWeek({ db, clock }: Deps, actor: Actor, { lines }: HoursWeek): Promise<number> {
  const inOrder = lines.toSorted((one, other) => one.date.localeCompare(other.date));
  return heldByDatabase(() =>
    db.transaction(async (tx) => {
      for (const line of inOrder) {
        await insertHours(
          tx,
          clock(),
          { userId: actor.id, source: "self" },
          { ...line, sectorId: actor.sectorId },
          `${line.date}.${line.activity}`,
        );
      }
      return inOrder.length;
    }),
  );
}

/** Changes an entry of one's own that nobody has validated, and sends it, again if it was rejected. */
export function editHours(
  { db, clock }: Deps,
  actor: Actor,
  id: string,
  { version, ...draft }: HoursDraft & { version: number },
): Promise<Saved> {
  return heldByDatabase(() =>
    db.transaction(async (tx) => {
      const before = await lockOwn(tx, actor, id, version);
      if (!isOpen(before)) throw new Refusal("wrong_state");
      // What was in time, or proposed, is not too old to be corrected.
      const mayBeOld = draft.date === before.date;
      const checked = await checkHours(tx, franceDay(clock()), { userId: actor.id, mayBeOld, id }, draft, "");
      return send(tx, clock(), before, checked);
    }),
  );
}

/** Sends a proposed entry as it is, however old, once its time is over: until then an exit may still change it. */
export function confirmHours({ db, clock }: Deps, actor: Actor, id: string, version: number): Promise<Saved> {
  return heldByDatabase(() =>
    db.transaction(async (tx) => {
      const before = await lockOwn(tx, actor, id, version);
      // Sent twice, it is sent.
      if (before.status === "submitted") return before;
      if (before.status !== "proposed") throw new Refusal("wrong_state");
      if (isGoingOn(before, clock())) throw fieldRefusal("minutes", "hours:error.goingOn");
      return send(tx, clock(), before, await checkHours(tx, franceDay(clock()), { userId: actor.id, mayBeOld: true, id }, before, ""));
    }),
  );
}

/** Takes back an entry of one's own that nobody has validated, or declines a proposal. */
export function removeHours({ db }: Pick<Services, "db">, actor: Actor, id: string, version: number): Promise<void> {
  return heldByDatabase(() =>
    db.transaction(async (tx) => {
      const before = await lockOwn(tx, actor, id, version);
      if (!isOpen(before)) throw new Refusal("wrong_state");
      await tx.delete(volunteerHours).where(eq(volunteerHours.id, id));
    }),
  );
}

function isGoingOn({ date, startsAt, minutes }: Entry, now: Date): boolean {
  const begins = startsAt === null ? null : instantInFrance(`${date}T${timeOfMinutes(startsAt)}`);
  return begins !== null && begins.getTime() + minutes * 60_000 > now.getTime();
}

const isOpen = ({ status }: Entry) => status === "proposed" || status === "submitted" || status === "rejected";

async function lockOwn(tx: Db, actor: Actor, id: string, version: number): Promise<Entry> {
  const [row] = await tx
    .select()
    .from(volunteerHours)
    .where(and(eq(volunteerHours.id, id), eq(volunteerHours.userId, actor.id)))
    .for("update");
  if (!row) throw new Refusal("not_found");
  if (row.version !== version) throw new Refusal("stale", { current: await readOwnEntry(tx, actor, id) });
  return row;
}

async function send(tx: Db, now: Date, { id, version }: Entry, checked: Checked): Promise<Saved> {
  const sent = {
    status: "submitted",
    validatorId: null,
    rejectReason: null,
    rejectedAt: null,
    submittedAt: now,
    updatedAt: now,
    version: version + 1,
  } as const;
  const [row] = await tx
    .update(volunteerHours)
    .set({ ...checked, ...sent })
    .where(eq(volunteerHours.id, id))
    .returning();
  if (!row) throw new Refusal("unexpected");
  return row;
}

/** Writes an entry that waits for a decision, in the transaction of the caller. `field` names the field of a form with several lines. */
export async function insertHours(tx: Db, now: Date, { userId, source }: Owner, draft: HoursDraft, field = ""): Promise<Saved> {
  const checked = await checkHours(tx, franceDay(now), { userId, mayBeOld: source !== "self" }, draft, field);
  const times = { createdAt: now, updatedAt: now, submittedAt: now };
  const [row] = await tx
    .insert(volunteerHours)
    .values({ ...checked, ...times, userId, source, status: "submitted" })
    .returning();
  if (!row) throw new Refusal("unexpected");
  return row;
}

/**
 * Adds hours for somebody, in a sector whose hours the actor validates. Who is no administrator adds them for people of those sectors alone, and learns
 * nothing of other addresses. One's own are as if entered by oneself.
 */
export async function addHoursFor({ db, clock }: Deps, actor: Actor, { email, ...draft }: StaffHoursDraft): Promise<{ id: string }> {
  const theirs = actor.role === "ADMIN" ? null : (await sectorsSeenBy(db, actor)).map(({ id }) => id);
  if (theirs && draft.sectorId && !theirs.includes(draft.sectorId)) throw fieldRefusal("sectorId", "hours:error.sector");
  const [person] = await db
    .select({ id: users.id, sectorId: users.sectorId })
    .from(users)
    .where(
      and(
        eq(users.email, email),
        inArray(users.role, ["ADMIN", "VOLUNTEER"]),
        ne(users.accountState, "left"),
        theirs ? inArray(users.sectorId, theirs) : undefined,
      ),
    );
  if (!person) throw fieldRefusal("email", "hours:error.unknownPerson");
  const sectorId = draft.sectorId ?? person.sectorId;
  const own = person.id === actor.id;
  return heldByDatabase(() =>
    db.transaction(async (tx) => {
      const saved = await insertHours(tx, clock(), { userId: person.id, source: own ? "self" : "staff" }, { ...draft, sectorId });
      const change = { action: "volunteer_hours.add_for", entityType: "volunteer_hours", entityId: saved.id } as const;
      if (!own) await recordChange(tx, actor, { ...change, after: { minutes: draft.minutes } });
      return saved;
    }),
  );
}
