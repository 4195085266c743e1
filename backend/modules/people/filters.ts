import { and, eq, exists, gte, inArray, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { waitsLongerThan } from "#backend/db/overdue";
import { contains, resembles } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import { accountsDecidedBy, accountsOf, managesAccounts } from "#backend/identity/account-scope";
import { isMinor } from "#backend/identity/minors";
import { accountLacksAddress } from "#backend/modules/fiscal-receipts/gifts";
import { isDead } from "#backend/modules/mails/dead-mailboxes";
import { merchantProfiles } from "#backend/modules/registration/tables";
import { driverDocumentState, isMember } from "#backend/modules/users/conditions";
import { users } from "#backend/modules/users/tables";
import { isComplete } from "#backend/modules/verification/completeness";
import { accountDeadline } from "#contract/accounts/answer-days";
import type { PeopleList, PeopleQuery } from "#contract/accounts/people";
import { donorRoles } from "#contract/accounts/roles";
import { fileEndsWithin, fileHasEnded } from "./list-facts.ts";
import { driverProfiles } from "./tables.ts";
import { isReadyToApprove } from "./work-queue.ts";

/** The people whom a member of staff may see: those whom they look after, and contact details of {@link ownTeamVolunteers}. */
export function visibleTo(actor: Pick<Actor, "role" | "sectorId" | "extraData">): SQL | undefined {
  return actor.role === "ADMIN" ? undefined : or(accountsOf(actor), ownTeamVolunteers(actor));
}

/** Volunteers see the open accounts of their own team's volunteers, and nobody else. */
function ownTeamVolunteers(actor: Pick<Actor, "role" | "sectorId">): SQL | undefined {
  if (actor.role !== "VOLUNTEER" || !actor.sectorId) return sql`false`;
  return and(eq(users.role, "VOLUNTEER"), eq(users.sectorId, actor.sectorId), eq(users.accountState, "validated"));
}

const driverWhere = (db: Db, where: SQL | undefined) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(driverProfiles)
      .where(and(eq(driverProfiles.userId, users.id), isDriver, where)),
  );

/** Only motor vehicles need documents. */
const isDriver = ne(driverProfiles.vehicle, "bike");

/** Who is in which list. */
function inList(db: Db, actor: Actor, list: PeopleList, today: string): SQL | undefined {
  switch (list) {
    case "pending-approval":
      return and(eq(users.accountState, "to_validate"), accountsDecidedBy(actor, today));
    case "volunteers":
      return eq(users.role, "VOLUNTEER");
    case "drivers":
      return driverWhere(db, undefined);
    case "beneficiaries":
      return eq(users.role, "BENEFICIARY");
    case "donators":
      return inArray(users.role, [...donorRoles]);
  }
}

const day = 86_400_000;

function seenSince(seen: PeopleQuery["seen"], now: Date): SQL | undefined {
  if (seen === "never") return isNull(users.lastInteractionAt);
  if (seen === "month") return gte(users.lastInteractionAt, new Date(now.getTime() - 31 * day));
  return seen === "quarter"
    ? or(isNull(users.lastInteractionAt), lt(users.lastInteractionAt, new Date(now.getTime() - 92 * day)))
    : undefined;
}

function fileThatEnds(file: PeopleQuery["file"], today: string): SQL | undefined {
  if (file === "ended") return fileHasEnded(today);
  return file && fileEndsWithin(today, file === "month" ? 31 : 92);
}

/** Whether someone, or the shop that they registered, holds the words that were typed. Each of the two has its index. */
export const holdsWords = (db: Db, typed: string) => inEither(db, contains(users, typed), contains(merchantProfiles, typed));
export const resemblesWords = (db: Db, typed: string) => inEither(db, resembles(users, typed), resembles(merchantProfiles, typed));

function inEither(db: Db, person: SQL | undefined, shop: SQL | undefined): SQL | undefined {
  if (!person || !shop) return undefined;
  // As an array, so that both indexes are combined.
  const owners = db.select({ id: merchantProfiles.userId }).from(merchantProfiles).where(shop);
  return or(person, sql`${users.id} = any(array(${owners}))`);
}

/**
 * Whom a page of a list shows: the accounts that match, and the contact details of the reader's own team, where neither a filter nor the
 * order reveals more of them.
 */
export function peopleShown(db: Db, actor: Actor, list: PeopleList, query: PeopleQuery, moment: Moment) {
  const matching = peopleMatching(db, actor, list, query, moment);
  if (actor.role === "ADMIN") return matching;
  const { q, team, similar, sort, order, page, perPage, after, before, ...revealing } = query;
  if (sort !== "lastName" || Object.values(revealing).some((value) => value !== undefined)) return matching;
  const mates = and(inList(db, actor, list, moment.today), ownTeamVolunteers(actor), searchedWords(db, { q, similar }));
  return or(matching, and(mates, team ? eq(users.sectorId, team) : undefined));
}

const searchedWords = (db: Db, { q, similar }: Pick<PeopleQuery, "q" | "similar">) =>
  (similar && resemblesWords(db, q)) || holdsWords(db, q);

type Moment = { now: Date; today: string };

/** The conditions of a list's query, among the accounts that the reader looks after. Other volunteers may only search, among the people whom they may see. */
export function peopleMatching(
  db: Db,
  actor: Actor,
  list: PeopleList,
  query: Omit<PeopleQuery, "page" | "perPage" | "sort" | "order">,
  { now, today }: Moment,
) {
  const searched = searchedWords(db, query);
  // Filters reveal what a row does not show: they are for accounts in the reader's scope.
  if (!managesAccounts(actor)) return and(inList(db, actor, list, today), visibleTo(actor), searched);
  const { team, state, role, member, minor, annualCheck, seen, complete, vehicle, papers, driver, unreached, postal, due, file } = query;
  const yes = (condition: SQL, value: "yes" | "no" | undefined) =>
    value ? (value === "yes" ? condition : sql`not ${condition}`) : undefined;
  return and(
    inList(db, actor, list, today),
    accountsOf(actor, users, query.exporting ? ["EXPORT_PERSONAL_DATA"] : []),
    searched,
    state ? eq(users.accountState, state) : ne(users.accountState, "left"),
    team ? eq(users.sectorId, team) : undefined,
    role ? eq(users.role, role) : undefined,
    yes(isMember(db, today), member),
    yes(isMinor(today), minor),
    annualCheck ? eq(users.annualVerificationNeeded, true) : undefined,
    fileThatEnds(file, today),
    seenSince(seen, now),
    yes(isComplete(db, today), complete),
    due ? and(eq(users.accountState, "to_validate"), waitsLongerThan(users.stateChangedAt, accountDeadline, now)) : undefined,
    unreached ? isDead(db, users.email) : undefined,
    postal && actor.role === "ADMIN" ? accountLacksAddress(users.id, today) : undefined,
    vehicle ? driverWhere(db, eq(driverProfiles.vehicle, vehicle)) : undefined,
    driver === "ready"
      ? and(driverWhere(db, isReadyToApprove(today)), eq(users.accountState, "validated"), accountsDecidedBy(actor, today))
      : undefined,
    driver && driver !== "ready" ? driverWhere(db, eq(driverProfiles.status, driver)) : undefined,
    papers ? driverWhere(db, sql`${driverDocumentState(today)} = ${papers}`) : undefined,
  );
}
