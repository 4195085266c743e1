import { and, eq, ne } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { queueMail } from "#backend/modules/mails/outbox";
import { merchantProfiles, registrations } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { Shop, StoredShop } from "#contract/accounts/shop";

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail" | "geocoder" | "companyRegister">;

async function readShop(db: Db, userId: string) {
  const [found] = await db
    .select({
      version: users.updatedAt,
      locale: users.locale,
      shop: merchantProfiles,
      place: { addressLine: registrations.addressLine, postcode: registrations.postcode, city: registrations.city },
    })
    .from(users)
    .leftJoin(merchantProfiles, eq(merchantProfiles.userId, users.id))
    .leftJoin(registrations, eq(registrations.userId, users.id))
    .where(and(eq(users.id, userId), eq(users.role, "DONATOR_MERCHANT"), ne(users.accountState, "left")));
  if (!found) throw new Refusal("not_found");
  return found;
}

/** What a shop answered when it registered, or changed since then; not found for those who have none. */
export async function getShop(db: Db, userId: string): Promise<StoredShop> {
  return inForm(await readShop(db, userId));
}

function inForm({ version, shop, place }: Awaited<ReturnType<typeof readShop>>): StoredShop {
  return {
    siret: shop?.siret ?? "",
    companyName: shop?.companyName ?? "",
    legalForm: shop?.legalForm ?? null,
    addressLine: place?.addressLine ?? "",
    postcode: place?.postcode ?? "",
    city: place?.city ?? "",
    surfaceOver400: shop?.surfaceOver400 ?? false,
    fiscalYearEnd: shop?.fiscalYearEnd ?? "",
    moments: shop?.moments ?? [],
    products: shop?.products ?? [],
    pickupNotes: shop?.pickupNotes ?? null,
    version: version.toISOString(),
  };
}

/**
 * Stores the answers of a shop. Refused when somebody else changed the person in the meantime; the person is notified of what staff changed.
 * The registers are asked about another number or address only.
 */
export async function setShop(
  { db, clock, geocoder, companyRegister, ...services }: Deps,
  actor: Actor,
  userId: string,
  { version, ...typed }: Shop,
) {
  const { addressLine, postcode, city, ...answers } = {
    ...typed,
    legalForm: typed.legalForm || null,
    pickupNotes: typed.pickupNotes || null,
  };
  const address = { addressLine, postcode, city };
  const known = await getShop(db, userId);
  const isMoved = addressLine !== known.addressLine || postcode !== known.postcode || city !== known.city;
  const place = isMoved ? await geocoder.place(address) : null;
  const isAnother = answers.siret !== known.siret;
  const inRegister = isAnother && companyRegister.available ? (await companyRegister.company(answers.siret)) !== null : null;
  const now = clock();
  await db.transaction(async (tx) => {
    // Also where nothing is stored yet.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
    const stored = await readShop(tx, userId);
    const { version: current, ...before } = inForm(stored);
    if (current !== version) throw new Refusal("stale", { current: { ...before, version: current } });
    const after = { ...answers, ...address };
    const changed = (Object.keys(after) as (keyof typeof after)[]).filter((name) => !isSame(before[name], after[name]));
    if (changed.length === 0) return;
    const profile = { ...answers, ...(isAnother && { inRegister }) };
    await tx
      .insert(merchantProfiles)
      .values({ userId, ...profile })
      .onConflictDoUpdate({ target: merchantProfiles.userId, set: profile });
    await tx
      .insert(registrations)
      .values({ userId, kind: "merchant", at: now, ...address })
      .onConflictDoUpdate({ target: registrations.userId, set: address });
    const moved = isMoved ? { latitude: place?.latitude ?? null, longitude: place?.longitude ?? null } : {};
    await tx
      .update(users)
      .set({ ...moved, updatedAt: now })
      .where(eq(users.id, userId));
    const isOwn = actor.id === userId;
    // The log says what changed, not from what to what.
    await recordChange(tx, actor, {
      action: isOwn ? "user.edit_own" : "user.edit",
      entityType: "person",
      entityId: userId,
      before: Object.fromEntries(changed.map((name) => [name, null])),
      after: {},
    });
    if (isOwn) return;
    const fields = services.translate(stored.locale, "mails:frame.changed.shop");
    const mail = { fields, page: "/account/settings/shop" };
    await queueMail({ ...services, db: tx, clock }, userId, "profile_changed", mail, `profile_changed:${userId}:${now.toISOString()}`);
  });
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
const sorted = (value: unknown) => (Array.isArray(value) ? [...value].sort() : value);
