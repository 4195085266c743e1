import { and, eq, inArray, isNull, ne, or } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { registrations } from "#backend/modules/registration/tables";
import { teamOfPostcode } from "#backend/modules/sectors/postcode-team";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { PostalAddress } from "#contract/formats/postal-address";

const own = { addressLine: registrations.addressLine, postcode: registrations.postcode, city: registrations.city };

/** The address that someone gave when they registered; nobody else is asked for one. */
export async function getAddress(db: Db, { id }: Pick<Actor, "id">): Promise<PostalAddress | null> {
  const [stored] = await db.select(own).from(registrations).where(eq(registrations.userId, id));
  if (!stored) return null;
  return { addressLine: stored.addressLine ?? "", postcode: stored.postcode ?? "", city: stored.city ?? "" };
}

/** A team shows its volunteers how to reach one another: once a volunteer's account is open, only staff give it a team. */
const takesTeam = or(ne(users.role, "VOLUNTEER"), inArray(users.accountState, ["registered", "waiting", "to_validate"]));

/** Saves another address, with its coordinates when the geocoder knows them. */
export async function setAddress({ db, clock, registers }: Services, actor: Actor, address: PostalAddress) {
  const place = await registers.place(address);
  const nearby = await teamOfPostcode(db, address.postcode);
  const mine = eq(registrations.userId, actor.id);
  await db.transaction(async (tx) => {
    const [before] = await tx.select(own).from(registrations).where(mine).for("update");
    if (!before) throw new Refusal("not_found");
    await tx.update(registrations).set(address).where(mine);
    await tx
      .update(users)
      .set({ latitude: place?.latitude ?? null, longitude: place?.longitude ?? null, updatedAt: clock() })
      .where(eq(users.id, actor.id));
    const [given] = nearby
      ? await tx
          .update(users)
          .set({ sectorId: nearby })
          .where(and(eq(users.id, actor.id), isNull(users.sectorId), takesTeam))
          .returning({ sectorId: users.sectorId })
      : [];
    const after = { ...address, ...given };
    await recordChange(tx, actor, { action: "user.edit_own", entityType: "person", entityId: actor.id, before, after });
  });
}
