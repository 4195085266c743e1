import { and, asc, countDistinct, eq, isNull, max, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { PrivateFile } from "#backend/http/private-file";
import type { Services } from "#backend/http/services";
import { assemblies, attendances } from "#backend/modules/assemblies/tables";
import { attendanceSheet } from "#backend/modules/check-ins/attendance-sheet";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { AssemblySheet } from "#contract/charity/memberships";
import { writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { isValidOn, memberships } from "./tables.ts";

/** The most people of one sheet. */
const largestAssembly = 5_000;

export const isMember = (day: string) => and(isValidOn(day), sql`${users.email} not like '%@erased.invalid'`);

/** How many have a membership that is valid on a day, and how many of them a sheet takes. */
export async function countInGoodStanding(db: Db, day: string): Promise<{ people: number; most: number }> {
  const [counted] = await db
    .select({ people: countDistinct(memberships.userId) })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(isMember(day));
  return { people: counted?.people ?? 0, most: largestAssembly };
}

/** Who has a membership that is valid on a day, by name, each once; one more than a sheet takes at most. */
export const inGoodStanding = (db: Db, day: string) =>
  db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, number: max(memberships.number) })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(isMember(day))
    .groupBy(users.id)
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id))
    .limit(largestAssembly + 1);

const holders = alias(users, "holders");

/** The proxies that are recorded for an assembly of that day. */
const proxiesOf = (db: Db, assemblyId: string, day: string) =>
  db
    .select({ giverId: attendances.userId, giver: fullName(users), holderId: attendances.holderId, holder: fullName(holders) })
    .from(attendances)
    .innerJoin(assemblies, eq(assemblies.id, attendances.assemblyId))
    .innerJoin(users, eq(users.id, attendances.userId))
    .innerJoin(holders, eq(holders.id, attendances.holderId))
    .where(and(eq(attendances.assemblyId, assemblyId), eq(assemblies.day, day), isNull(attendances.withdrawnAt)))
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id))
    .limit(largestAssembly);

/** Those in good standing on the day of a general assembly, to tick and sign on paper, with a column for the proxies that each holds. */
export async function assemblySheet(
  { db, clock, translate, settings }: Pick<Services, "db" | "clock" | "translate" | "settings">,
  actor: Actor,
  { day, assembly }: AssemblySheet,
  locale: Locale,
): Promise<PrivateFile> {
  const t = (key: string, values = {}) => translate(locale, `memberships:sheet.${key}`, values);
  const people = await inGoodStanding(db, day);
  // A sheet without some of them would be signed as if they were no members.
  if (people.length > largestAssembly) throw new Refusal("wrong_state");
  const proxies = assembly ? await proxiesOf(db, assembly, day) : [];
  const byGiver = new Map(proxies.map((proxy) => [proxy.giverId, proxy]));
  const byHolder = Map.groupBy(proxies, ({ holderId }) => holderId);
  const after = { query: `day=${day}`, rows: people.length };
  await recordChange(db, actor, {
    action: "list.export",
    entityType: "list",
    entityId: "/dashboard/admin/memberships/assembly.pdf",
    after,
  });
  const { organisation } = settings;
  const bytes = await attendanceSheet(
    { title: t("title"), author: organisation, locale, at: clock() },
    {
      about: t("about", { organisation, day: writtenDay(locale, day) }),
      total: t("total", { count: people.length }),
      lines: people.map(({ id, firstName, lastName, number }) => {
        const given = byGiver.get(id);
        const givers = (byHolder.get(id) ?? []).map(({ giver }) => giver);
        const held = givers.length > 0 ? t("held", { count: givers.length, names: givers.join(", ") }) : "";
        return {
          name: `${lastName} ${firstName}`,
          // Who gives a proxy holds none.
          quota: given ? "" : t("proxies"),
          letters: number?.replace(/^MEM-/, "") ?? "",
          answers: given ? t("given", { name: given.holder }) : held,
        };
      }),
    },
  );
  return { bytes, mime: "application/pdf", name: `assembly-${day}.pdf` };
}
