import { and, between, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { addDocument, orRemove, storeFile } from "#backend/modules/documents/uploading";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { type ClaimForm, isInTime } from "#contract/charity/expense-claims";
import { franceDay } from "#contract/formats/france-time";
import { centsOf } from "#contract/giving/money";
import { ratesOn } from "./rates.ts";
import { issuesReceipts } from "./receipts.ts";
import { heldByDatabase } from "./refusals.ts";
import { expenseClaims, expenseDrafts } from "./tables.ts";

export type SendingDeps = Pick<Services, "db" | "clock" | "files" | "log" | "limits" | "translate" | "organisation" | "settings">;
type Saved = { id: string; amountCents: number };

/** Sends a claim with the waiver of its reimbursement. The proof belongs to the claim, which has to outlive the account. */
export async function sendClaim(services: SendingDeps, actor: Actor, { proof, ...claim }: ClaimForm): Promise<Saved> {
  await services.limits.take("expenseByPerson", actor.id);
  if (!(await issuesReceipts(services))) throw fieldRefusal("waiver", "expenses:error.noReceipts");
  if (!proof) return heldByDatabase(() => services.db.transaction((tx) => insertClaim(tx, services, actor, claim)));
  return withProof(services, proof, (file) =>
    heldByDatabase(() => services.db.transaction((tx) => insertClaim(tx, services, actor, claim, file))),
  );
}

export type ProofFile = Parameters<typeof addDocument>[2];

/** Stores the file of a proof for what refers to it, which `write` writes; without that, the file goes again. */
export async function withProof<T>(
  { files, log, clock }: Pick<SendingDeps, "files" | "log" | "clock">,
  proof: File,
  write: (file: ProofFile) => Promise<T>,
): Promise<T> {
  const { fileName: _, ...stored } = await storeFile(files, "records", proof);
  return orRemove({ files, log }, stored.storageKey, write({ ...stored, kind: "RECORD_FILE", visibility: "owner", createdAt: clock() }));
}

async function insertClaim(
  tx: Db,
  { clock, translate }: Pick<SendingDeps, "clock" | "translate">,
  actor: Actor,
  claim: Omit<ClaimForm, "proof">,
  file?: ProofFile,
): Promise<Saved> {
  const now = clock();
  const { spentOn, kind, reason, sectorId } = claim;
  // An erasure at the same moment waits, and finds the claim; one that came first leaves nobody to send it.
  const [account] = await tx.select({ state: users.accountState }).from(users).where(eq(users.id, actor.id)).for("share");
  if (!account || account.state === "left") throw new Refusal("forbidden");
  if (sectorId && (await tx.$count(sectors, eq(sectors.id, sectorId))) === 0) throw fieldRefusal("sectorId", "expenses:error.sector");
  const valued = kind === "journey" ? await journey(tx, actor, claim) : { amountCents: centsOf(claim.amount ?? "") ?? 0 };
  const drafted = claim.draftId ? await takeDraft(tx, actor, claim.draftId) : null;
  if (!isInTime(franceDay(now), spentOn, drafted?.correctedDay ?? null)) throw fieldRefusal("spentOn", "expenses:error.tooOld");
  const documentId = file ? (await addDocument(tx, actor, file)).id : (drafted?.documentId ?? null);
  if (kind === "cost" && !documentId) throw fieldRefusal("proof", "expenses:error.proof");
  const [row] = await tx
    .insert(expenseClaims)
    .values({
      ...{ userId: actor.id, spentOn, kind, reason, sectorId, documentId, ...valued },
      ...{ waiver: translate(actor.locale, "expenses:waiver"), waivedAt: now, createdAt: now, updatedAt: now },
    })
    .returning({ id: expenseClaims.id, amountCents: expenseClaims.amountCents });
  if (!row) throw new Refusal("unexpected");
  return row;
}

/** The draft that a claim was, which goes with it. Answers the file of its proof, and the day of the declined claim that it corrects. */
async function takeDraft(tx: Db, { id: userId }: Actor, id: string) {
  const [draft] = await tx
    .delete(expenseDrafts)
    .where(and(eq(expenseDrafts.id, id), eq(expenseDrafts.userId, userId)))
    .returning({ documentId: expenseDrafts.documentId, correctsId: expenseDrafts.correctsId });
  if (!draft) throw new Refusal("not_found");
  const { documentId, correctsId } = draft;
  const [corrected] = correctsId
    ? await tx.select({ day: expenseClaims.spentOn }).from(expenseClaims).where(eq(expenseClaims.id, correctsId))
    : [];
  return { documentId, correctedDay: corrected?.day ?? null };
}

/** A journey by the rate of its day, within the kilometres of a year for which that rate applies. */
async function journey(tx: Db, { id: userId }: Actor, { spentOn, vehicle, electric, kilometres = 0 }: Omit<ClaimForm, "proof">) {
  const rate = (await ratesOn(tx, spentOn)).find((one) => one.vehicle === vehicle);
  if (!rate) throw fieldRefusal("vehicle", "expenses:error.noRate");
  if (electric && rate.raisePercent === null) throw fieldRefusal("electric", "expenses:error.noRaise");
  // Journeys of one person wait for each other, so that each knows the kilometres of the others.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`journeys ${userId}`}, 0))`);
  const year = spentOn.slice(0, 4);
  const [driven] = await tx
    .select({ kilometres: sql`coalesce(sum(${expenseClaims.kilometres}), 0)`.mapWith(Number) })
    .from(expenseClaims)
    .where(
      and(
        eq(expenseClaims.userId, userId),
        eq(expenseClaims.vehicle, rate.vehicle),
        between(expenseClaims.spentOn, `${year}-01-01`, `${year}-12-31`),
        inArray(expenseClaims.status, ["sent", "accepted"]),
      ),
    );
  if (rate.yearlyKilometres !== null && (driven?.kilometres ?? 0) + kilometres > rate.yearlyKilometres)
    throw fieldRefusal("kilometres", "expenses:error.yearly");
  const { milliEuros } = rate;
  const raisePercent = (electric && rate.raisePercent) || 0;
  const amountCents = Math.max(1, Math.round((kilometres * milliEuros * (100 + raisePercent)) / 1_000));
  return { vehicle: rate.vehicle, kilometres, milliEuros, raisePercent, amountCents };
}
