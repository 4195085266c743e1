import { eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { users } from "#backend/modules/users/tables";
import {
  agreeToAllergies,
  allergiesAgreedAt,
  allergiesWithConsent,
  withdrawAllergies as endConsent,
} from "#backend/modules/verification/allergies";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { OwnAllergies, OwnNeeds, StoredNeeds } from "#contract/accounts/own-needs";

type Deps = Pick<Services, "db" | "clock">;

/** What a student may eat and wear, and the allergies that they consent to store. */
export async function getNeeds(db: Db, { id }: Pick<Actor, "id">): Promise<StoredNeeds> {
  const { diets, size, needsUpdatedAt } = beneficiaryFiles;
  const [stored] = await db
    .select({ diets, size, version: needsUpdatedAt, allergies: allergiesWithConsent, agreedAt: allergiesAgreedAt })
    .from(beneficiaryFiles)
    .where(eq(beneficiaryFiles.userId, id));
  if (!stored) return { diets: [], size: null, allergies: null, agreedAt: null, version: null };
  const { version, agreedAt } = stored;
  return { ...stored, version: version?.toISOString() ?? null, agreedAt: agreedAt === null ? null : new Date(agreedAt).toISOString() };
}

export async function setNeeds({ db, clock }: Deps, actor: Actor, { version, diets, size = null }: OwnNeeds) {
  await db.transaction(async (tx) => {
    const before = await lockNeeds(tx, actor, version);
    await storeNeeds(tx, actor, { diets, size }, clock());
    await recordFields(tx, actor, [
      ...(sameValues(before.diets, diets) ? [] : ["diets"]),
      ...((before.size ?? null) === size ? [] : ["size"]),
    ]);
  });
}

/** Stores allergies under the person's consent. Without a text there is nothing to consent to: both end. */
export async function setAllergies({ db, clock }: Deps, actor: Actor, { version, allergies, agreed }: OwnAllergies): Promise<boolean> {
  const now = clock();
  return db.transaction(async (tx) => {
    const before = await lockNeeds(tx, actor, version);
    if (!allergies) {
      await withdraw(tx, actor, now);
      return false;
    }
    if (!before.agreedAt && !agreed) throw fieldRefusal("agreed", "account:allergies.agreeFirst");
    if (!before.agreedAt) await agreeToAllergies(tx, actor.id, now);
    await storeNeeds(tx, actor, { allergies }, now);
    await recordFields(tx, actor, before.allergies === allergies ? [] : ["allergies"]);
    return true;
  });
}

export async function withdrawAllergies({ db, clock }: Deps, actor: Actor) {
  await db.transaction((tx) => withdraw(tx, actor, clock()));
}

async function withdraw(tx: Db, actor: Actor, now: Date) {
  if (!(await endConsent(tx, actor.id, now))) return;
  await tx.update(beneficiaryFiles).set({ needsUpdatedAt: now }).where(eq(beneficiaryFiles.userId, actor.id));
  await recordChange(tx, actor, { action: "user.withdraw_consent", entityType: "person", entityId: actor.id, ...changed(["allergies"]) });
}

/** Reads what is stored while no other form of this person, and no withdrawal, can change it. */
async function lockNeeds(tx: Db, actor: Actor, version: string | null | undefined) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for("update");
  const before = await getNeeds(tx, actor);
  if (before.version !== (version ?? null)) throw new Refusal("stale", { current: before });
  return before;
}

async function storeNeeds(tx: Db, { id }: Actor, values: Partial<typeof beneficiaryFiles.$inferInsert>, now: Date) {
  const stored = { ...values, needsUpdatedAt: now };
  await tx
    .insert(beneficiaryFiles)
    .values({ userId: id, ...stored })
    .onConflictDoUpdate({ target: beneficiaryFiles.userId, set: stored });
}

/** What somebody eats may reveal their health or their religion: the log says that it changed, not from what to what. */
async function recordFields(tx: Db, actor: Actor, fields: string[]) {
  if (fields.length === 0) return;
  await recordChange(tx, actor, { action: "user.edit_own", entityType: "person", entityId: actor.id, ...changed(fields) });
}

const changed = (fields: string[]) => ({
  before: Object.fromEntries(fields.map((field) => [field, null])),
  after: {},
});

const sameValues = (some: readonly string[], others: readonly string[]) => [...some].sort().join() === [...others].sort().join();
