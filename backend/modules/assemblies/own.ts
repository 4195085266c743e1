import { and, asc, desc, eq, exists, gte, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { isValidOn, memberships } from "#backend/modules/memberships/tables";
import { fullName, fullNameIfAny } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { type OwnAssembly, outcomeOf } from "#contract/charity/assemblies";
import { franceDay } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";
import { assemblies, attendances, resolutions } from "./tables.ts";

/** The most assemblies, and resolutions of all of them. */
const most = { assemblies: 5, resolutions: 200 };
/** For how many days after it an assembly is shown. */
const shownFor = 365;

const holders = alias(users, "holders");
const held = alias(attendances, "held");
const givers = alias(users, "givers");

/** The assemblies to come, open or of the last year at which a person may vote, or something is recorded in their name; the latest first. */
export async function ownAssemblies(db: Db, now: Date, userId: string): Promise<{ items: OwnAssembly[] }> {
  const today = franceDay(now);
  const isShown = or(
    and(eq(assemblies.state, "prepared"), gte(assemblies.day, today)),
    and(inArray(assemblies.state, ["open", "closed"]), gte(assemblies.day, addDays(today, -shownFor))),
  );
  const mayVote = exists(
    db
      .select({ one: sql`1` })
      .from(memberships)
      .where(and(eq(memberships.userId, userId), isValidOn(sql`${assemblies.day}`))),
  );
  const givenTo = and(eq(held.assemblyId, assemblies.id), eq(held.holderId, userId), isNull(held.withdrawnAt));
  const proxies = db
    .select({ name: fullName(givers) })
    .from(held)
    .innerJoin(givers, eq(givers.id, held.userId))
    .where(givenTo)
    .orderBy(asc(givers.lastName), asc(givers.firstName), asc(givers.id));
  const rows = await db
    .select({
      row: assemblies,
      attendance: attendances.kind,
      holder: fullNameIfAny(holders),
      proxies: sql<string[]>`array(${proxies})`,
    })
    .from(assemblies)
    .leftJoin(attendances, and(eq(attendances.assemblyId, assemblies.id), eq(attendances.userId, userId), isNull(attendances.withdrawnAt)))
    .leftJoin(holders, eq(holders.id, attendances.holderId))
    .where(and(isShown, or(mayVote, isNotNull(attendances.id), exists(proxies))))
    .orderBy(desc(assemblies.day), desc(assemblies.id))
    .limit(most.assemblies);
  const ids = rows.map(({ row }) => row.id);
  const voted =
    ids.length > 0
      ? await db
          .select()
          .from(resolutions)
          .where(inArray(resolutions.assemblyId, ids))
          .orderBy(asc(resolutions.position))
          .limit(most.resolutions)
      : [];
  return {
    items: rows.map(({ row, ...own }) => ({
      ...{ ...row, ...own },
      resolutions: voted
        .filter(({ assemblyId }) => assemblyId === row.id)
        // Until it is closed, votes may be corrected or taken again.
        .map((one) => ({ ...one, outcome: row.state === "closed" ? outcomeOf(one, row.quorumPercent) : null })),
    })),
  };
}
