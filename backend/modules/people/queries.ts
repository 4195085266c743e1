import { and, desc, eq, gt, isNull, ne, type SQL, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import { resembles } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { isInScope, managesAccounts, requireAccount, requirePerson } from "#backend/identity/account-scope";
import { isMinor } from "#backend/identity/minors";
import { oidcRecords, sessions } from "#backend/identity/tables";
import { documents } from "#backend/modules/documents/tables";
import { legalDocuments, signatures } from "#backend/modules/legal-documents/tables";
import { deliveryOf } from "#backend/modules/mails/dead-mailboxes";
import { bouncedMailboxes } from "#backend/modules/mails/tables";
import { isValidOn, memberships } from "#backend/modules/memberships/tables";
import { oauthClients } from "#backend/modules/oauth-clients/tables";
import { merchantProfiles, registrations, volunteerProfiles } from "#backend/modules/registration/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { driverDocumentState, isMember } from "#backend/modules/users/conditions";
import { fullName } from "#backend/modules/users/named";
import { isRightInForce, permissionGrants, users } from "#backend/modules/users/tables";
import { stepsFor, withPast } from "#backend/modules/users/transitions";
import { allergiesWithConsent } from "#backend/modules/verification/allergies";
import { missingPieces } from "#backend/modules/verification/completeness";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import { Refusal } from "#backend/refusal";
import type { PeopleList, PeopleQuery, PersonRecord, PersonRow } from "#contract/accounts/people";
import { mayReadRestricted } from "#contract/accounts/restricted";
import { franceDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import { isHelped } from "../../identity/restricted.ts";
import { holdsWords, peopleShown, resemblesWords, visibleTo } from "./filters.ts";
import { listFacts } from "./list-facts.ts";
import { inOneLine } from "./postal-line.ts";
import { countSamePeople, samePeople } from "./same-person.ts";
import { driverProfiles } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;
function columns(db: Db, actor: Actor, today: string) {
  return {
    user: users,
    team: sectors.name,
    driver: driverProfiles,
    shopName: merchantProfiles.companyName,
    documents: driverDocumentState(today),
    member: sql<boolean>`${isMember(db, today)}`,
    minor: isMinor(today),
    helped: isHelped,
    missing: missingPieces(db, today),
    age: sql<number | null>`extract(year from age(${today}::date, ${users.birthDate}))::int`,
    duplicates: countSamePeople(actor),
    ...listFacts(db, today),
  };
}
type Found = Awaited<ReturnType<typeof readPeople>>[number];

function readPeople(db: Db, actor: Actor, today: string) {
  return db
    .select(columns(db, actor, today))
    .from(users)
    .leftJoin(sectors, eq(sectors.id, users.sectorId))
    .leftJoin(driverProfiles, eq(driverProfiles.userId, users.id))
    .leftJoin(merchantProfiles, eq(merchantProfiles.userId, users.id));
}

/** One of the lists of people. Restricted data needs its permission, and each access is recorded. */
export async function listPeople({ db, clock }: Deps, actor: Actor, list: PeopleList, query: PeopleQuery) {
  const now = clock();
  const today = franceDay(now);
  const sorts = { lastName: users.lastName, registeredAt: users.createdAt, seenAt: users.lastInteractionAt, since: users.stateChangedAt };
  const sort = managesAccounts(actor) ? query.sort : "lastName";
  const pageOfMatching = (similar: PeopleQuery["similar"]) => {
    const where = peopleShown(db, actor, list, { ...query, sort, similar }, { now, today });
    // Words that are only similar are part of the condition.
    const searched = similar ? { ...query, sort, q: "" } : { ...query, sort };
    return pageOfRows(db, users, searched, { where, sorts }, async (found, order) => {
      const rows = await readPeople(db, actor, today)
        .innerJoin(found, eq(found.id, users.id))
        .orderBy(...order);
      return rows.map((row) => rowFor(actor, row));
    });
  };
  const mayBeMistyped = resembles(users, query.q) !== undefined;
  const exact = query.similar && mayBeMistyped ? null : await pageOfMatching(undefined);
  const page = exact && (exact.total > 0 || !mayBeMistyped) ? exact : { ...(await pageOfMatching("yes")), similar: true };
  // Who has nothing in their file tells a reader nothing.
  const read = page.items.filter(
    ({ more }) => more?.role === "BENEFICIARY" && [more.age, more.household, more.lastAid].some((fact) => fact !== null),
  );
  if (read.length > 0)
    await recordChange(db, actor, {
      action: "people.read_restricted",
      entityType: "list",
      entityId: list,
      after: { people: read.map(({ id }) => id) },
    });
  return page;
}

/** A person as this reader may see them: contact details only, unless they look after the account. */
function rowFor(
  actor: Actor,
  { user, team, driver, documents, member, minor, age, duplicates, helped, missing, shopName, ...facts }: Found,
): PersonRow {
  const { minutes, skills, household, lastAid, givenCents, lastGiftOn, fileValidUntil, verifier } = facts;
  const contact = { id: user.id, firstName: user.firstName, lastName: user.lastName, email: user.email, phone: user.phone, team };
  if (!isInScope(actor, user)) return contact;
  const withheld = helped && !mayReadRestricted(actor, user.sectorId);
  return {
    ...contact,
    more: {
      role: user.role,
      accountState: user.accountState,
      since: user.stateChangedAt.toISOString(),
      registeredAt: user.createdAt.toISOString(),
      seenAt: user.lastInteractionAt?.toISOString() ?? null,
      member,
      minor,
      annualCheck: user.annualVerificationNeeded,
      missing,
      duplicates,
      driver: driverOf(driver, documents),
      shopName,
      ...{ minutes, skills, fileValidUntil, verifier },
      ...(actor.role === "ADMIN" ? { givenCents, lastGiftOn } : { givenCents: null, lastGiftOn: null }),
      age: withheld ? null : age,
      // Of students alone, whose reading the list records.
      ...(withheld || user.role !== "BENEFICIARY" ? { household: null, lastAid: null } : { household, lastAid }),
      withheld,
    },
  };
}

const peopleFound = 8;

/** The first people who match a search. No restricted data is read. */
export async function findPeople(db: Db, actor: Actor, q: string) {
  const named = holdsWords(db, q);
  if (!named) return { items: [] };
  const find = (condition: SQL) =>
    db
      .select({
        id: users.id,
        name: fullName(users),
        team: sectors.name,
        role: users.role,
        accountState: users.accountState,
        sectorId: users.sectorId,
        shopName: merchantProfiles.companyName,
        email: users.email,
        phone: users.phone,
      })
      .from(users)
      .leftJoin(sectors, eq(sectors.id, users.sectorId))
      .leftJoin(merchantProfiles, eq(merchantProfiles.userId, users.id))
      .where(and(condition, visibleTo(actor), ne(users.accountState, "left")))
      .orderBy(users.lastName, users.id)
      .limit(peopleFound);
  const exact = await find(named);
  const like = resemblesWords(db, q);
  const rows = exact.length === 0 && like ? await find(like) : exact;
  return { items: rows.map((row) => (isInScope(actor, row) ? row : { ...row, role: null, accountState: null, shopName: null })) };
}

function driverOf(driver: Found["driver"], documents: Found["documents"]) {
  if (!driver || driver.vehicle === "bike") return null;
  return { ...driver, vehicle: driver.vehicle, documents, expiresOn: firstDay(driver), version: driver.updatedAt.toISOString() };
}

function firstDay({ licenceExpiry, insuranceExpiry, inspectionExpiry }: typeof driverProfiles.$inferSelect): string | null {
  return [licenceExpiry, insuranceExpiry, inspectionExpiry].filter((day) => day !== null).sort()[0] ?? null;
}

/** One person; not found for readers who may not see them. */
export async function getPerson({ db, clock }: Deps, actor: Actor, id: string): Promise<PersonRecord> {
  const today = franceDay(clock());
  const [found] = await db
    .select({ ...columns(db, actor, today), ...ownColumns(today), sameAs: samePeople(actor) })
    .from(users)
    .leftJoin(sectors, eq(sectors.id, users.sectorId))
    .leftJoin(driverProfiles, eq(driverProfiles.userId, users.id))
    .leftJoin(merchantProfiles, eq(merchantProfiles.userId, users.id))
    .leftJoin(registrations, eq(registrations.userId, users.id))
    .leftJoin(volunteerProfiles, eq(volunteerProfiles.userId, users.id))
    .leftJoin(beneficiaryFiles, eq(beneficiaryFiles.userId, users.id))
    .leftJoin(bouncedMailboxes, eq(bouncedMailboxes.email, users.email))
    .where(and(eq(users.id, id), visibleTo(actor)));
  if (!found) throw new Refusal("not_found");
  const { more, ...row } = rowFor(actor, found);
  const { user, place, volunteering, file, allergies } = found;
  const contact = { ...row, preferredContact: user.preferredContact };
  if (!more) return contact;
  const byAdministrators = actor.role !== "ADMIN" && found.permissions.length + found.inSectors.length > 0;
  if (found.helped && !more.withheld) await recordChange(db, actor, { action: "user.read_restricted", entityType: "person", entityId: id });
  return {
    ...contact,
    more: {
      ...more,
      address: more.withheld ? null : place && inOneLine(place),
      volunteering,
      needs: more.withheld || !file ? null : { diets: file.diets, size: file.size, allergies },
      birthDate: more.withheld ? null : user.birthDate,
      locale: user.locale,
      emailVerifiedAt: user.emailVerifiedAt?.toISOString() ?? null,
      reason: more.withheld ? null : user.stateReason,
      permissions: actor.role === "ADMIN" ? found.permissions : [],
      inSectors: actor.role === "ADMIN" ? found.inSectors : [],
      memberUntil: found.memberUntil,
      sameAs: found.sameAs,
      byAdministrators,
      steps: byAdministrators ? [] : stepsFor(await withPast(db, user), actor),
      own: user.id === actor.id,
      delivery: deliveryOf(found.bounced),
    },
  };
}

type More = NonNullable<PersonRecord["more"]>;

/** The details on the page of one person, read in the same query. */
const ownColumns = (today: string) => ({
  permissions: sql<More["permissions"]>`array(select ${permissionGrants.permission} from ${permissionGrants}
    where ${permissionGrants.userId} = ${users.id} and ${permissionGrants.sectorId} is null and ${isRightInForce(today)})`,
  inSectors: sql<
    More["inSectors"]
  >`(select coalesce(json_agg(json_build_object('permission', ${permissionGrants.permission}, 'sector', s.name)
      order by s.name, ${permissionGrants.permission}), '[]')
    from ${permissionGrants} join ${sectors} s on s.id = ${permissionGrants.sectorId}
    where ${permissionGrants.userId} = ${users.id} and ${isRightInForce(today)})`,
  memberUntil: sql<string | null>`(select max(${memberships.validUntil})::text from ${memberships}
    where ${memberships.userId} = ${users.id} and ${isValidOn(today)})`,
  place: registrations,
  volunteering: volunteerProfiles,
  file: beneficiaryFiles,
  allergies: allergiesWithConsent,
  bounced: bouncedMailboxes,
});

/** The documents that a person gave and the texts they signed. */
export async function getDocuments({ db }: Deps, actor: Actor, id: string, locale: Locale) {
  await requireAccount(db, actor, id);
  const files = await db.select().from(documents).where(eq(documents.ownerId, id)).orderBy(desc(documents.createdAt)).limit(200);
  const signed = await db
    .select({ text: legalDocuments, at: signatures.signedAt })
    .from(signatures)
    .innerJoin(legalDocuments, eq(legalDocuments.id, signatures.legalDocumentId))
    .where(eq(signatures.userId, id))
    .orderBy(desc(signatures.signedAt))
    .limit(200);
  if (files.length + signed.length === 0) await requirePerson(db, id);
  // Only kinds, sizes and days are shown: each file that is opened is recorded by itself.
  return {
    documents: files.map((document) => ({
      id: document.id,
      kind: document.kind,
      addedAt: document.createdAt.toISOString(),
      bytes: document.bytes,
    })),
    signatures: signed.map(({ text, at }) => ({
      title: readIn(locale, text.title).text,
      version: text.documentVersion,
      signedAt: at.toISOString(),
    })),
  };
}

/** Where a person is logged in, here and through other applications. */
export async function getSessions({ db, clock }: Deps, id: string) {
  const now = clock();
  const open = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, id), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.createdAt))
    .limit(100);
  const granted = db
    .selectDistinct({ name: oauthClients.name })
    .from(oidcRecords)
    .innerJoin(oauthClients, sql`${oauthClients.clientId} = ${oidcRecords.payload}->>'clientId'`)
    .where(and(eq(oidcRecords.model, "Grant"), sql`${oidcRecords.payload}->>'accountId' = ${id}`, gt(oidcRecords.expiresAt, now)));
  const [person] = await db
    .select({ applications: sql<string[]>`array(${granted})` })
    .from(users)
    .where(eq(users.id, id));
  if (!person) throw new Refusal("not_found");
  return {
    sessions: open.map(({ id: session, userAgent, createdAt, expiresAt }) => ({
      id: session,
      device: userAgent,
      openedAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
    applications: person.applications,
  };
}
