import { randomInt } from "node:crypto";
import { and, asc, desc, eq, gte, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { recordChange, recordChanges } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { sectors } from "#backend/modules/sectors/tables";
import { nextNumber } from "#backend/modules/sequences/numbering";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { type CertificateCheck, codeLength, type VolunteerCertificate, type WithdrawCause } from "#contract/charity/volunteer-certificates";
import { franceDay } from "#contract/formats/france-time";
import { codeSigns, plainCode } from "#contract/formats/typed-code";
import { isCounted } from "./counted.ts";
import { mailWithdrawn } from "./mailing.ts";
import { type CertificateLine, volunteerCertificates, volunteerHours } from "./tables.ts";

type Row = typeof volunteerCertificates.$inferSelect;
type Deps = Pick<Services, "db" | "clock">;

const corrected = alias(volunteerHours, "corrected");
/** The day that isCounted: a correction belongs to the day of what it corrects. */
const countedOn = sql<string>`coalesce(${corrected.date}, ${volunteerHours.date})`;

const shape = ({ withdrawnAt, ...row }: Row): VolunteerCertificate => ({ ...row, withdrawn: withdrawnAt !== null });

export async function ownCertificates(db: Db, actor: Pick<Actor, "id">) {
  const items = await db
    .select()
    .from(volunteerCertificates)
    .where(and(eq(volunteerCertificates.userId, actor.id), isNull(volunteerCertificates.erasedAt)))
    .orderBy(desc(volunteerCertificates.createdAt), desc(volunteerCertificates.id))
    .limit(50);
  const year = sql<number>`extract(year from ${volunteerHours.date})::int`;
  const years = await db
    .select({ year })
    .from(volunteerHours)
    .where(and(eq(volunteerHours.userId, actor.id), isCounted, isNull(volunteerHours.correctsId)))
    .groupBy(year)
    .orderBy(desc(year));
  return { items: items.map(shape), years: years.map((one) => one.year) };
}

/** Attests the validated hours of a year, until yesterday in the year that runs. The same hours are attested once: again, it is the same paper. */
export async function issueCertificate({ db, clock }: Deps, actor: Actor, year: number): Promise<VolunteerCertificate> {
  const now = clock();
  const today = franceDay(now);
  const [from, end] = [`${year}-01-01`, `${year}-12-31`];
  const to = [end, today].toSorted()[0] ?? today;
  if (from > today) throw fieldRefusal("year", "hours:certificate.none");
  return db.transaction(async (tx) => {
    // One after another for a person, so that two presses are one paper.
    const [person] = await tx
      .select({ firstName: users.firstName, lastName: users.lastName, sector: sectors.name })
      .from(users)
      .leftJoin(sectors, eq(sectors.id, users.sectorId))
      .where(eq(users.id, actor.id))
      .for("update", { of: users });
    if (!person) throw new Refusal("not_found");
    const lines = await linesOf(tx, actor.id, from, to);
    const totalMinutes = lines.reduce((sum, { minutes }) => sum + minutes, 0);
    if (totalMinutes <= 0) throw fieldRefusal("year", "hours:certificate.none");
    const holderName = `${person.firstName} ${person.lastName}`;
    const [same] = await tx
      .select()
      .from(volunteerCertificates)
      .where(
        and(
          eq(volunteerCertificates.userId, actor.id),
          eq(volunteerCertificates.periodFrom, from),
          eq(volunteerCertificates.totalMinutes, totalMinutes),
          eq(volunteerCertificates.holderName, holderName),
          eq(volunteerCertificates.lines, lines),
          sql`${volunteerCertificates.sectorName} is not distinct from ${person.sector}`,
          isNull(volunteerCertificates.withdrawnAt),
        ),
      )
      .orderBy(desc(volunteerCertificates.createdAt));
    if (same) return shape(same);
    const number = await nextNumber(tx, "ATT", Number(today.slice(0, 4)));
    const [row] = await tx
      .insert(volunteerCertificates)
      .values({
        ...{ number, userId: actor.id, holderName, totalMinutes, lines, checkCode: newCode(), issuedBy: actor.id },
        ...{ periodFrom: from, periodTo: to, sectorName: person.sector, createdAt: now, updatedAt: now },
      })
      .returning();
    if (!row) throw new Refusal("unexpected");
    const change = { action: "volunteer_hours.issue_certificate", entityType: "volunteer_hours", entityId: row.id } as const;
    await recordChange(tx, actor, { ...change, after: { number } });
    return shape(row);
  });
}

const newCode = () => Array.from({ length: codeLength }, () => codeSigns[randomInt(codeSigns.length)]).join("");

async function linesOf(tx: Db, userId: string, from: string, to: string): Promise<CertificateLine[]> {
  const { activity, minutes } = volunteerHours;
  const rows = await tx
    .select({
      activity,
      from: sql<string>`min(${countedOn})::text`,
      to: sql<string>`max(${countedOn})::text`,
      entries: sql<number>`count(*) filter (where ${volunteerHours.correctsId} is null)`.mapWith(Number),
      minutes: sql<number>`sum(${minutes})`.mapWith(Number),
    })
    .from(volunteerHours)
    .leftJoin(corrected, eq(corrected.id, volunteerHours.correctsId))
    .where(and(eq(volunteerHours.userId, userId), isCounted, sql`${countedOn} between ${from} and ${to}`))
    .groupBy(activity)
    .orderBy(asc(activity));
  return rows.filter((row) => row.minutes > 0);
}

/** A certificate of one's own. */
export async function requireCertificate(db: Db, actor: Pick<Actor, "id">, id: string): Promise<Row> {
  const [row] = await db.select().from(volunteerCertificates).where(eq(volunteerCertificates.id, id));
  if (!row || row.erasedAt || row.userId !== actor.id) throw new Refusal("not_found");
  return row;
}

export const readCertificate = async (db: Db, actor: Actor, id: string) => shape(await requireCertificate(db, actor, id));

/** The newest certificates, or those with a number or a code. */
export async function listCertificates(db: Db, q: string) {
  const { number, checkCode } = volunteerCertificates;
  const rows = await db
    .select()
    .from(volunteerCertificates)
    .where(q ? or(eq(number, q.toUpperCase()), eq(checkCode, plainCode(q))) : undefined)
    .orderBy(desc(volunteerCertificates.createdAt), desc(volunteerCertificates.id))
    .limit(100);
  return rows.map((row) => ({ ...shape(row), holderName: row.holderName }));
}

/** Withdraws a certificate, and writes to its holder, who may have handed it out. */
export async function withdrawCertificate(services: Services, actor: Actor, id: string, reason: string) {
  const { db, clock } = services;
  await db.transaction(async (tx) => {
    const [row] = await tx
      .update(volunteerCertificates)
      .set({ withdrawnAt: clock(), withdrawnBy: actor.id, withdrawReason: reason, updatedAt: clock() })
      .where(and(eq(volunteerCertificates.id, id), isNull(volunteerCertificates.withdrawnAt)))
      .returning();
    if (!row)
      throw new Refusal((await tx.$count(volunteerCertificates, eq(volunteerCertificates.id, id))) > 0 ? "wrong_state" : "not_found");
    await recordWithdrawals(tx, actor, [row]);
    await mailWithdrawn({ ...services, db: tx }, row);
  });
}

const recordWithdrawals = (tx: Db, actor: Actor, rows: Row[]) =>
  recordChanges(
    tx,
    actor,
    rows.map(({ id, number }) => ({
      ...{ action: "volunteer_hours.withdraw_certificate", entityType: "volunteer_hours", entityId: id, after: { number } },
    })),
  );

/**
 * Locks the people of some hours that are validated or taken back, before the hours themselves: their certificates wait for this, and this for them, and
 * sums of one person are made one after the other.
 */
export async function lockPeopleOf(tx: Db, hours: SQL | undefined): Promise<void> {
  const whose = tx.select({ id: volunteerHours.userId }).from(volunteerHours).where(hours);
  await tx.select({ id: users.id }).from(users).where(inArray(users.id, whose)).orderBy(asc(users.id)).for("no key update");
}

type TakenBack = Pick<typeof volunteerHours.$inferSelect, "userId" | "date" | "validatedAt">;

/** Withdraws the certificates that attest hours of which some have just been taken back, and returns them. Their person is locked. */
export async function withdrawAttesting(tx: Db, now: Date, actor: Actor, { userId, date, validatedAt }: TakenBack, cause: WithdrawCause) {
  const rows = await tx
    .update(volunteerCertificates)
    .set({ withdrawnAt: now, withdrawnBy: actor.id, withdrawCause: cause, updatedAt: now })
    .where(
      and(
        eq(volunteerCertificates.userId, userId),
        lte(volunteerCertificates.periodFrom, date),
        gte(volunteerCertificates.periodTo, date),
        validatedAt ? gte(volunteerCertificates.createdAt, validatedAt) : undefined,
        isNull(volunteerCertificates.withdrawnAt),
      ),
    )
    .returning();
  await recordWithdrawals(tx, actor, rows);
  return rows;
}

/** What whoever has a code may know of its certificate. */
export async function checkCertificate(db: Db, typed: string): Promise<CertificateCheck> {
  const [row] = await db
    .select()
    .from(volunteerCertificates)
    .where(eq(volunteerCertificates.checkCode, plainCode(typed)));
  if (!row) return { answer: "unknown" };
  if (row.erasedAt || row.holderName === null) return { answer: "erased" };
  if (row.withdrawnAt) return { answer: "withdrawn" };
  const { number, periodFrom, periodTo, totalMinutes } = row;
  return {
    answer: "valid",
    ...{ name: row.holderName, number, periodFrom, periodTo, totalMinutes },
    sector: row.sectorName,
    issuedAt: row.createdAt.toISOString(),
  };
}
