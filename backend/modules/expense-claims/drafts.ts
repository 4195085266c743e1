import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { lockVersion } from "#backend/db/lists";
import type { Actor } from "#backend/http/actor";
import { addDocument } from "#backend/modules/documents/uploading";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { type ExpenseDraft, type ExpenseDraftForm, maxDrafts } from "#contract/charity/expense-claims";
import { centsOf } from "#contract/giving/money";
import { type ProofFile, type SendingDeps, withProof } from "./sending.ts";
import { expenseClaims, expenseDrafts } from "./tables.ts";

type Row = typeof expenseDrafts.$inferSelect;

type Found = { draft: Row; correctedDay: string | null };

const drafts = (db: Db) =>
  db
    .select({ draft: expenseDrafts, correctedDay: expenseClaims.spentOn })
    .from(expenseDrafts)
    .leftJoin(expenseClaims, eq(expenseClaims.id, expenseDrafts.correctsId));

const shape = ({ draft: { documentId, updatedAt, ...row }, correctedDay }: Found): ExpenseDraft => ({
  ...row,
  correctedDay,
  hasProof: documentId !== null,
  savedAt: updatedAt.toISOString(),
});

/** One's own drafts, the last one first. */
export async function ownDrafts(db: Db, userId: string): Promise<ExpenseDraft[]> {
  const rows = await drafts(db)
    .where(eq(expenseDrafts.userId, userId))
    .orderBy(desc(expenseDrafts.updatedAt), expenseDrafts.id)
    .limit(maxDrafts);
  return rows.map(shape);
}

export async function ownDraft(db: Db, { id: userId }: Pick<Actor, "id">, id: string): Promise<ExpenseDraft> {
  const [row] = await drafts(db).where(and(eq(expenseDrafts.id, id), eq(expenseDrafts.userId, userId)));
  if (!row) throw new Refusal("not_found");
  return shape(row);
}

/** Saves a new draft, or one's own with this id; its proof stays unless another is given. */
export async function saveDraft(
  services: SendingDeps,
  actor: Actor,
  { proof, ...draft }: ExpenseDraftForm,
  id?: string,
): Promise<{ id: string }> {
  await services.limits.take("expenseByPerson", actor.id);
  const write = (file?: ProofFile) => services.db.transaction((tx) => writeDraft(tx, services, actor, draft, { id, file }));
  return proof ? withProof(services, proof, write) : write();
}

type Written = { id?: string; file?: ProofFile };

async function writeDraft(
  tx: Db,
  { clock }: Pick<SendingDeps, "clock">,
  actor: Actor,
  draft: Omit<ExpenseDraftForm, "proof">,
  { id, file }: Written,
): Promise<{ id: string }> {
  await lockAccount(tx, actor);
  const { spentOn = null, kind = null, reason = "", sectorId = null, vehicle = null, electric, kilometres = null, amount } = draft;
  if (sectorId && (await tx.$count(sectors, eq(sectors.id, sectorId))) === 0) throw fieldRefusal("sectorId", "expenses:error.sector");
  const proof = file && (await addDocument(tx, actor, file));
  const values = {
    ...{ spentOn, kind, reason, sectorId, vehicle, electric: electric === "on", kilometres, amountCents: centsOf(amount ?? "") },
    ...(proof && { documentId: proof.id }),
    updatedAt: clock(),
  };
  if (!id) return insertDraft(tx, { userId: actor.id, createdAt: clock(), ...values });
  await lockDraft(tx, actor, id, draft.version ?? 0);
  await tx
    .update(expenseDrafts)
    .set({ ...values, version: sql`${expenseDrafts.version} + 1` })
    .where(eq(expenseDrafts.id, id));
  return { id };
}

/** An erasure at the same moment waits, and finds the draft; and a person's drafts are counted one after the other. */
async function lockAccount(tx: Db, actor: Pick<Actor, "id">) {
  const [account] = await tx.select({ state: users.accountState }).from(users).where(eq(users.id, actor.id)).for("no key update");
  if (!account || account.state === "left") throw new Refusal("forbidden");
}

async function insertDraft(tx: Db, values: typeof expenseDrafts.$inferInsert): Promise<{ id: string }> {
  if ((await tx.$count(expenseDrafts, eq(expenseDrafts.userId, values.userId))) >= maxDrafts)
    throw fieldRefusal("reason", "expenses:error.drafts");
  const [row] = await tx.insert(expenseDrafts).values(values).returning({ id: expenseDrafts.id });
  if (!row) throw new Refusal("unexpected");
  return row;
}

/** Makes a draft of a declined claim of one's own, with its proof, or answers the one that was made of it. */
export async function correctClaim({ db, clock, limits }: SendingDeps, actor: Actor, claimId: string): Promise<{ id: string }> {
  await limits.take("expenseByPerson", actor.id);
  return db.transaction(async (tx) => {
    await lockAccount(tx, actor);
    const theirs = and(eq(expenseClaims.id, claimId), eq(expenseClaims.userId, actor.id));
    const [claim] = await tx.select().from(expenseClaims).where(theirs);
    if (!claim) throw new Refusal("not_found");
    if (claim.status !== "declined") throw new Refusal("wrong_state");
    const [made] = await tx.select({ id: expenseDrafts.id }).from(expenseDrafts).where(eq(expenseDrafts.correctsId, claimId));
    if (made) return made;
    const { documentId: proof } = claim;
    const again = proof && and(eq(expenseClaims.documentId, proof), inArray(expenseClaims.status, ["sent", "accepted"]));
    if (again && (await tx.$count(expenseClaims, again)) > 0) throw new Refusal("wrong_state");
    const { userId, spentOn, kind, reason, sectorId, vehicle, kilometres, amountCents, raisePercent, documentId } = claim;
    const typed = { spentOn, kind, reason, sectorId, vehicle, kilometres, electric: raisePercent > 0, documentId };
    const amount = { amountCents: kind === "cost" ? amountCents : null };
    return insertDraft(tx, { userId, ...typed, ...amount, correctsId: claimId, createdAt: clock(), updatedAt: clock() });
  });
}

/** Removes a draft of one's own; its file goes with the files that nothing refers to. */
export async function removeDraft({ db }: Pick<SendingDeps, "db">, actor: Actor, id: string, version: number) {
  await db.transaction(async (tx) => {
    await lockDraft(tx, actor, id, version);
    await tx.delete(expenseDrafts).where(eq(expenseDrafts.id, id));
  });
}

const lockDraft = (tx: Db, actor: Actor, id: string, version: number) =>
  lockVersion(tx, expenseDrafts, { id, version, allowed: eq(expenseDrafts.userId, actor.id) }, () => ownDraft(tx, actor, id));
