import { and, eq, inArray, isNotNull, not, or, type SQL, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { isHelped } from "#backend/identity/restricted";
import { isChosen, isNotPaused } from "#backend/modules/mails/preferences";
import { sectors } from "#backend/modules/sectors/tables";
import { fullName } from "#backend/modules/users/named";
import { birthdayNumber, users } from "#backend/modules/users/tables";
import { hasConsented } from "#backend/privacy/consents";
import { Refusal } from "#backend/refusal";
import type { BirthdayQuery, BirthdayRecord, BirthdayRow } from "#contract/accounts/birthdays";
import { sectorsWith } from "#contract/accounts/permissions";
import { hasPermission } from "#contract/accounts/roles";
import { franceDay } from "#contract/formats/france-time";
import { celebratedOn, daysGreeted, daysOf } from "./days.ts";
import { birthdayGreetings } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;
const number = birthdayNumber(users.birthDate);

/** Literal, to match the partial index: an account that is closed, suspended or erased has no birthday here. */
const hasBirthday = and(isNotNull(users.birthDate), sql`${users.accountState} = 'validated'`);

/** The day of birth of a student is restricted: without the right they are not in the list. */
function shownTo(actor: Actor): SQL | undefined {
  if (hasPermission(actor, "BENEFICIARY_READ_RESTRICTED")) return undefined;
  const held = sectorsWith(actor, ["BENEFICIARY_READ_RESTRICTED"]);
  return or(not(isHelped), held.length > 0 ? inArray(users.sectorId, held) : undefined);
}

const among = (days: Map<number, string>) => sql`${number} = any(${`{${[...days.keys()].join(",")}}`}::int[])`;

function people(db: Db, today: string) {
  return db
    .select({
      id: users.id,
      name: fullName(users),
      firstName: users.firstName,
      sector: sectors.name,
      role: users.role,
      locale: users.locale,
      number: sql<number>`${number}`,
      born: sql<number>`extract(year from ${users.birthDate})::int`,
      showsAge: sql<boolean>`${hasConsented(db, users.id, "age")}`,
      wanted: sql<boolean>`(${isChosen(db, users.id, "greetings")} and ${isNotPaused(db, users.id, "greetings", today)})`,
      helped: isHelped,
      years: sql<
        number[]
      >`array(select ${birthdayGreetings.year} from ${birthdayGreetings} where ${birthdayGreetings.userId} = ${users.id})`,
    })
    .from(users)
    .leftJoin(sectors, eq(sectors.id, users.sectorId));
}
type Found = Awaited<ReturnType<typeof people>>[number];

function shape(
  { id, name, sector, role, number: of, born, showsAge, wanted, years }: Found,
  days: Map<number, string>,
  today: string,
): BirthdayRow {
  const day = days.get(of) ?? today;
  const year = Number(day.slice(0, 4));
  const greeting = years.includes(year) ? "sent" : !wanted ? "stopped" : daysGreeted(today).includes(day) ? "possible" : "notNow";
  return { id, name, sector, role, day, age: showsAge ? year - born : null, greeting };
}

/** Birthdays of a time, the first day first. That students were read is recorded. */
export async function listBirthdays({ db, clock }: Deps, actor: Actor, query: BirthdayQuery) {
  const today = franceDay(clock());
  const days = celebratedOn(daysOf(query.when, today));
  const where = and(hasBirthday, among(days), shownTo(actor), contains(users, query.q));
  const place = sql`array_position(${`{${[...days.keys()].join(",")}}`}::int[], ${number})`;
  const helped: string[] = [];
  const page = await pageOfRows(db, users, query, { where, sorts: { day: place } }, async (found, order) => {
    const rows = await people(db, today)
      .innerJoin(found, eq(found.id, users.id))
      .orderBy(...order);
    helped.push(...rows.flatMap((row) => (row.helped ? [row.id] : [])));
    return rows.map((row) => shape(row, days, today));
  });
  if (helped.length > 0)
    await recordChange(db, actor, {
      action: "people.read_restricted",
      entityType: "list",
      entityId: "/dashboard/admin/birthdays",
      after: { people: helped },
    });
  return page;
}

/** One whose birthday it is or was within the days of a greeting. */
export async function findBirthday({ db, clock }: Deps, actor: Actor, id: string) {
  const today = franceDay(clock());
  const days = celebratedOn(daysGreeted(today));
  const [found] = await people(db, today).where(and(eq(users.id, id), hasBirthday, among(days), shownTo(actor)));
  if (!found) throw new Refusal("not_found");
  return { found, row: shape(found, days, today) };
}

export async function getBirthday(services: Deps & Pick<Services, "translate">, actor: Actor, id: string): Promise<BirthdayRecord> {
  const { found, row } = await findBirthday(services, actor, id);
  const { locale, helped } = found;
  if (helped) await recordChange(services.db, actor, { action: "user.read_restricted", entityType: "person", entityId: id });
  return { ...row, locale, text: services.translate(locale, "mails:birthday_greeting.text") };
}
