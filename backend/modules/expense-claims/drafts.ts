import { and, desc, eq, sql } from "drizzle-orm";
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
import { expenseDrafts } from "./tables.ts";

type Row = typeof expenseDrafts.$inferSelect;

const shape = ({ documentId, updatedAt, ...row }: Row): ExpenseDraft => ({
  ...row,
  hasProof: documentId !== null,
  savedAt: updatedAt.toISOString(),
});

/** One's own drafts, the last one first. */
export async function ownDrafts(db: Db, userId: string): Promise<ExpenseDraft[]> {
  const rows = await db
    .select()
    .from(expenseDrafts)
    .where(eq(expenseDrafts.userId, userId))
    .orderBy(desc(expenseDrafts.updatedAt), expenseDrafts.id)
    .limit(maxDrafts);
  return rows.map(shape);
}

export async function ownDraft(db: Db, { id: userId }: Pick<Actor, "id">, id: string): Promise<ExpenseDraft> {
  const [row] = await db
    .select()
    .from(expenseDrafts)
    .where(and(eq(expenseDrafts.id, id), eq(expenseDrafts.userId, userId)));
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
  // An erasure at the same moment waits, and finds the draft; and a person's drafts are counted one after the other.
  const [account] = await tx.select({ state: users.accountState }).from(users).where(eq(users.id, actor.id)).for("no key update");
  if (!account || account.state === "left") throw new Refusal("forbidden");
  const { spentOn = null, kind = null, reason = "", sectorId = null, vehicle = null, electric, kilometres = null, amount } = draft;
  if (sectorId && (await tx.$count(sectors, eq(sectors.id, sectorId))) === 0) throw fieldRefusal("sectorId", "expenses:error.sector");
  const proof = file && (await addDocument(tx, actor, file));
  const values = {
    ...{ spentOn, kind, reason, sectorId, vehicle, electric: electric === "on", kilometres, amountCents: centsOf(amount ?? "") },
    ...(proof && { documentId: proof.id }),
    updatedAt: clock(),
  };
  if (!id) {
    if ((await tx.$count(expenseDrafts, eq(expenseDrafts.userId, actor.id))) >= maxDrafts)
      throw fieldRefusal("reason", "expenses:error.drafts");
    const [row] = await tx
      .insert(expenseDrafts)
      .values({ userId: actor.id, createdAt: clock(), ...values })
      .returning({ id: expenseDrafts.id });
    if (!row) throw new Refusal("unexpected");
    return row;
  }
  await lockDraft(tx, actor, id, draft.version ?? 0);
  await tx
    .update(expenseDrafts)
    .set({ ...values, version: sql`${expenseDrafts.version} + 1` })
    .where(eq(expenseDrafts.id, id));
  return { id };
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
