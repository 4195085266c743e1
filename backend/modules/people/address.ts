import { and, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { addressFields, isHelped, requireRestricted } from "#backend/identity/restricted";
import { registrations } from "#backend/modules/registration/tables";
import { sectorOfPostcode } from "#backend/modules/sectors/postcode-sector";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { OwnAddress, OwnSectorChoice, SectorProposal, StoredAddress } from "#contract/accounts/account";
import type { RegistrationKind } from "#contract/accounts/registration-steps";
import { mayReadRestricted } from "#contract/accounts/restricted";
import type { Role } from "#contract/accounts/roles";
import type { Locale } from "#contract/formats/locale";

const own = { addressLine: registrations.addressLine, postcode: registrations.postcode, city: registrations.city };

/** Staff may have an account without a registration: the first administrator's is created by a command. */
const mayHaveAddress = sql`(${registrations.userId} is not null or ${users.role} in ('ADMIN', 'VOLUNTEER'))`;

/** Whose address staff may correct: anybody's who has not left, but a shop's, which is among its answers. */
const staffCorrect = sql`(${users.role} <> 'DONATOR_MERCHANT' and ${users.accountState} <> 'left')`;

/** What an account without a registration is noted as. */
const kinds = {
  ADMIN: "volunteer",
  VOLUNTEER: "volunteer",
  BENEFICIARY: "beneficiary",
  DONATOR_MERCHANT: "merchant",
  DONATOR_INDIVIDUAL: "individual",
} as const satisfies Record<Role, RegistrationKind>;

/** The address that someone gave when they registered, or since; empty for staff who never registered, null for others. */
export async function getAddress(db: Db, { id }: Pick<Actor, "id">): Promise<StoredAddress | null> {
  const [stored] = await db
    .select({ ...own, version: users.updatedAt })
    .from(users)
    .leftJoin(registrations, eq(registrations.userId, users.id))
    .where(and(eq(users.id, id), mayHaveAddress));
  return stored ? inForm(stored) : null;
}

/** The same of somebody, for staff; null where it is restricted for the reader, or staff do not correct it. */
export async function addressOf(db: Db, actor: Actor, userId: string): Promise<StoredAddress | null> {
  const [found] = await db
    .select({ ...own, version: users.updatedAt, helped: isHelped, sectorId: users.sectorId })
    .from(users)
    .leftJoin(registrations, eq(registrations.userId, users.id))
    .where(and(eq(users.id, userId), staffCorrect));
  if (!found) return null;
  const { helped, sectorId, ...stored } = found;
  if (helped && !mayReadRestricted(actor, sectorId)) return null;
  if (helped) await recordChange(db, actor, { action: "user.read_restricted", entityType: "person", entityId: userId });
  return inForm(stored);
}

type Stored = Pick<typeof registrations.$inferSelect, keyof typeof own> & { version: Date };

function inForm({ addressLine, postcode, city, version }: Stored): StoredAddress {
  return { addressLine: addressLine ?? "", postcode: postcode ?? "", city: city ?? "", version: version.toISOString() };
}

/** A team shows its volunteers how to reach one another: once a volunteer's account is open, only staff give it a team. */
const changesSector = or(ne(users.role, "VOLUNTEER"), inArray(users.accountState, ["registered", "waiting", "to_validate"])) as SQL;

type Deps = Pick<Services, "db" | "clock" | "geocoder">;

/** Saves another address of one's own. It gives a team to someone without one, and takes none away. */
export const setAddress = (services: Deps, actor: Actor, address: OwnAddress) => saveAddress(services, actor, actor.id, address);

/** What follows in the transaction of a change, where one was made. */
type AfterChange = (tx: Db, person: { role: Role; locale: Locale }) => Promise<void>;

/**
 * Saves another address of somebody, with its coordinates when the geocoder knows them: it answers before the transaction begins. Where the person lives who
 * is helped is restricted. Their own change may give them a team; staff give it by itself.
 */
export async function saveAddress(services: Deps, actor: Actor, userId: string, { version, ...address }: OwnAddress, then?: AfterChange) {
  const { db, clock, geocoder } = services;
  const isOwn = actor.id === userId;
  const place = await geocoder.place(address);
  const nearby = await sectorOfPostcode(db, address.postcode);
  return db.transaction(async (tx) => {
    const byStaff = { allowed: staffCorrect, refuse: (person: Place) => requireRestricted(actor, person.helped, person.sectorId) };
    const { before, sectorId, mayJoin, helped, role, locale } = await lockPlace(tx, userId, version, isOwn ? {} : byStaff);
    const joins = isOwn && nearby && !sectorId && mayJoin ? nearby : null;
    await tx
      .insert(registrations)
      .values({ userId, kind: kinds[role], at: clock(), ...address })
      .onConflictDoUpdate({ target: registrations.userId, set: address });
    await tx
      .update(users)
      .set({
        ...{ latitude: place?.latitude ?? null, longitude: place?.longitude ?? null, updatedAt: clock() },
        ...(joins && { sectorId: joins }),
      })
      .where(eq(users.id, userId));
    const values = helped ? withoutValues(before, address) : { before, after: address };
    const after = { ...values.after, ...(joins && { sectorId: joins }) };
    const action = isOwn ? "user.edit_own" : "user.edit";
    await recordChange(tx, actor, { action, entityType: "person", entityId: userId, before: values.before, after });
    if (changedFields(before, address).length > 0) await then?.(tx, { role, locale });
    const [team] = joins ? await tx.select({ name: sectors.name }).from(sectors).where(eq(sectors.id, joins)) : [];
    return { joined: team?.name ?? null, proposed: nearby !== null && !joins && nearby !== sectorId };
  });
}

type Address = Omit<OwnAddress, "version">;
type Before = Record<keyof Address, string | null>;

const changedFields = (before: Before, after: Address) => addressFields.filter((field) => (before[field] ?? "") !== after[field]);

/** Where somebody who is helped lives is restricted: the log says which parts changed, not from what to what. */
function withoutValues(before: Before, after: Address) {
  return { before: Object.fromEntries(changedFields(before, after).map((field) => [field, null])), after: {} };
}

type Place = { helped: boolean; sectorId: string | null };
type PlaceRules = { allowed?: SQL; refuse?: (person: Place) => void };

/**
 * The person's address and team, which nobody else changes until the transaction ends; refused when staff did since the form was read. That refusal
 * holds the address: `refuse` comes before it, for those who may not know it.
 */
async function lockPlace(tx: Db, id: string, version: string, { allowed = mayHaveAddress, refuse }: PlaceRules = {}) {
  const [person] = await tx
    .select({
      version: users.updatedAt,
      sectorId: users.sectorId,
      mayJoin: sql<boolean>`${changesSector}`,
      helped: isHelped,
      role: users.role,
      locale: users.locale,
    })
    .from(users)
    .where(eq(users.id, id))
    .for("update");
  const [before] = await tx
    .select(own)
    .from(users)
    .leftJoin(registrations, eq(registrations.userId, users.id))
    .where(and(eq(users.id, id), allowed));
  if (!person || !before) throw new Refusal("not_found");
  refuse?.(person);
  const current = inForm({ ...before, version: person.version });
  if (current.version !== version) throw new Refusal("stale", { current });
  return { ...person, before };
}

/** The team of the postcode, where it is not the person's own. */
export async function proposedSector(db: Db, { id }: Pick<Actor, "id">): Promise<SectorProposal | null> {
  const [person] = await db
    .select({ postcode: registrations.postcode, teamId: sectors.id, teamName: sectors.name, mayJoin: sql<boolean>`${changesSector}` })
    .from(registrations)
    .innerJoin(users, eq(users.id, registrations.userId))
    .leftJoin(sectors, eq(sectors.id, users.sectorId))
    .where(eq(registrations.userId, id));
  const nearby = await sectorOfPostcode(db, person?.postcode);
  if (!person || !nearby || nearby === person.teamId) return null;
  const [found] = await db.select({ id: sectors.id, name: sectors.name }).from(sectors).where(eq(sectors.id, nearby));
  const { teamId, teamName, mayJoin } = person;
  return found ? { team: teamId && teamName ? { id: teamId, name: teamName } : null, nearby: found, mayJoin } : null;
}

/** Joins the team that the address leads to, and no other. */
export async function joinSector({ db, clock }: Services, actor: Actor, { sectorId, version }: OwnSectorChoice) {
  await db.transaction(async (tx) => {
    const { before, mayJoin, ...person } = await lockPlace(tx, actor.id, version);
    if (!mayJoin || (await sectorOfPostcode(tx, before.postcode)) !== sectorId) throw new Refusal("wrong_state");
    await tx.update(users).set({ sectorId, updatedAt: clock() }).where(eq(users.id, actor.id));
    await recordChange(tx, actor, {
      action: "user.edit_own",
      entityType: "person",
      entityId: actor.id,
      before: { sectorId: person.sectorId },
      after: { sectorId },
    });
  });
}
