import { and, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { registrations } from "#backend/modules/registration/tables";
import { sectorOfPostcode } from "#backend/modules/sectors/postcode-sector";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { OwnAddress, OwnSectorChoice, SectorProposal, StoredAddress } from "#contract/accounts/account";

const own = { addressLine: registrations.addressLine, postcode: registrations.postcode, city: registrations.city };

/** Staff may have an account without a registration: the first administrator's is created by a command. */
const mayHaveAddress = sql`(${registrations.userId} is not null or ${users.role} in ('ADMIN', 'VOLUNTEER'))`;

/** The address that someone gave when they registered, or since; empty for staff who never registered, null for others. */
export async function getAddress(db: Db, { id }: Pick<Actor, "id">): Promise<StoredAddress | null> {
  const [stored] = await db
    .select({ ...own, version: users.updatedAt })
    .from(users)
    .leftJoin(registrations, eq(registrations.userId, users.id))
    .where(and(eq(users.id, id), mayHaveAddress));
  return stored ? inForm(stored) : null;
}

type Stored = Pick<typeof registrations.$inferSelect, keyof typeof own> & { version: Date };

function inForm({ addressLine, postcode, city, version }: Stored): StoredAddress {
  return { addressLine: addressLine ?? "", postcode: postcode ?? "", city: city ?? "", version: version.toISOString() };
}

/** A team shows its volunteers how to reach one another: once a volunteer's account is open, only staff give it a team. */
const changesSector = or(ne(users.role, "VOLUNTEER"), inArray(users.accountState, ["registered", "waiting", "to_validate"])) as SQL;

/** Saves another address, with its coordinates when the geocoder knows them. It gives a team to someone without one, and takes none away. */
export async function setAddress({ db, clock, registers }: Services, actor: Actor, { version, ...address }: OwnAddress) {
  const place = await registers.place(address);
  const nearby = await sectorOfPostcode(db, address.postcode);
  return db.transaction(async (tx) => {
    const { before, sectorId, mayJoin } = await lockPlace(tx, actor, version);
    const joins = nearby && !sectorId && mayJoin ? nearby : null;
    await tx
      .insert(registrations)
      .values({ userId: actor.id, kind: "volunteer", at: clock(), ...address })
      .onConflictDoUpdate({ target: registrations.userId, set: address });
    await tx
      .update(users)
      .set({
        ...{ latitude: place?.latitude ?? null, longitude: place?.longitude ?? null, updatedAt: clock() },
        ...(joins && { sectorId: joins }),
      })
      .where(eq(users.id, actor.id));
    const after = { ...address, ...(joins && { sectorId: joins }) };
    await recordChange(tx, actor, { action: "user.edit_own", entityType: "person", entityId: actor.id, before, after });
    const [team] = joins ? await tx.select({ name: sectors.name }).from(sectors).where(eq(sectors.id, joins)) : [];
    return { joined: team?.name ?? null, proposed: nearby !== null && !joins && nearby !== sectorId };
  });
}

/** The person's address and team, which nobody else changes until the transaction ends; refused when staff did since the form was read. */
async function lockPlace(tx: Db, { id }: Actor, version: string) {
  const [person] = await tx
    .select({ version: users.updatedAt, sectorId: users.sectorId, mayJoin: sql<boolean>`${changesSector}` })
    .from(users)
    .where(eq(users.id, id))
    .for("update");
  const [before] = await tx
    .select(own)
    .from(users)
    .leftJoin(registrations, eq(registrations.userId, users.id))
    .where(and(eq(users.id, id), mayHaveAddress));
  if (!person || !before) throw new Refusal("not_found");
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
    const { before, mayJoin, ...person } = await lockPlace(tx, actor, version);
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
