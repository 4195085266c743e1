import { desc, eq, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { issueCodes } from "#backend/modules/check-ins/issuing";
import { events } from "#backend/modules/events/tables";
import { fullNameIfAny } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { acceptedAt } from "#backend/modules/verification/last-accepted";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import { Refusal } from "#backend/refusal";
import { type Aid, fileValidUntil, type Household, type OwnFile, shownAids } from "#contract/charity/aids";
import { franceDay } from "#contract/formats/france-time";
import { aids } from "./tables.ts";

/** The aids of a person, the latest first, with who added each by hand. */
export async function aidsOf(db: Db, userId: string): Promise<(Aid & { by: string | null })[]> {
  const rows = await db
    .select({ aid: aids, title: events.title, by: fullNameIfAny(users) })
    .from(aids)
    .leftJoin(events, eq(events.id, aids.eventId))
    .leftJoin(users, eq(users.id, aids.addedBy))
    .where(eq(aids.userId, userId))
    .orderBy(desc(aids.day), aids.id)
    .limit(shownAids);
  return rows.map(({ aid: { id, kind, day, quantity, eventId }, title, by }) => ({
    ...{ id, kind, day, quantity, by },
    event: eventId && title ? { id: eventId, title } : null,
  }));
}

/** A student's account with their household and until when their file is valid; null once it has ended. */
export async function fileOf(db: Db, userId: string, now: Date) {
  const [row] = await db
    .select({
      user: users,
      acceptedAt,
      status: beneficiaryFiles.status,
      adults: beneficiaryFiles.adults,
      children: beneficiaryFiles.children,
    })
    .from(users)
    .leftJoin(beneficiaryFiles, eq(beneficiaryFiles.userId, users.id))
    .where(eq(users.id, userId));
  if (!row) throw new Refusal("not_found");
  const { user, status, adults, children } = row;
  const validUntil = fileValidUntil(franceDay(row.acceptedAt));
  const isOpen = user.role === "BENEFICIARY" && user.accountState === "validated";
  return {
    user,
    helped: user.role === "BENEFICIARY" || status !== null,
    household: adults === null || children === null ? null : { adults, children },
    validUntil: isOpen && franceDay(now) <= validUntil ? validUntil : null,
  };
}

/** One's own file, with the card that is shown at a door. */
export async function ownFile(services: Pick<Services, "db" | "clock" | "settings">, actor: Actor): Promise<OwnFile> {
  const { user, household, validUntil } = await fileOf(services.db, actor.id, services.clock());
  const toConfirm = user.annualVerificationNeeded;
  const issued = validUntil && !toConfirm ? (await issueCodes(services, "beneficiary", [actor.id])).get(actor.id) : undefined;
  const items = await aidsOf(services.db, actor.id);
  return {
    name: `${actor.firstName} ${actor.lastName}`,
    ...{ validUntil, toConfirm, household },
    aids: items.map(({ by: _, ...aid }) => aid),
    card: issued ?? null,
  };
}

/** The household as the student says it. The log says that it changed, not what it is. */
export async function setHousehold({ db, clock }: Pick<Services, "db" | "clock">, actor: Actor, { adults, children }: Household) {
  await db.transaction(async (tx) => {
    const before = await fileOf(tx, actor.id, clock());
    if (before.household?.adults === adults && before.household.children === children) return;
    await tx
      .insert(beneficiaryFiles)
      .values({ userId: actor.id, adults, children })
      .onConflictDoUpdate({ target: beneficiaryFiles.userId, set: { adults: sql`excluded.adults`, children: sql`excluded.children` } });
    await recordChange(tx, actor, {
      action: "user.edit_own",
      entityType: "person",
      entityId: actor.id,
      before: { household: null },
      after: {},
    });
  });
}
