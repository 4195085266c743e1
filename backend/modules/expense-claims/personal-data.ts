import { sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { by, ofAccounts, type PersonalData, type Whom } from "#backend/privacy/personal-data";
import { countChanged, type OldRows, retentionLimit, timestamp } from "#backend/privacy/retention";
import { firstClaimDay } from "#contract/charity/expense-claims";
import { franceDay } from "#contract/formats/france-time";

/** Whether a tax receipt rests on a claim, or will: it was accepted, or was on a receipt. */
const isProof = (of: "it" | "claim") => {
  const claim = sql.identifier(of);
  return sql`(${claim}.status = 'accepted' or exists (select from fiscal_receipt_sources certified where certified.expense_claim_id = ${claim}.id))`;
};

/** When its decision was taken, or its last receipt issued, whichever came later. */
const lastProved = sql`greatest(it.decided_at, (select max(issued.issued_at) from fiscal_receipt_sources certified
  join fiscal_receipts issued on issued.id = certified.receipt_id where certified.expense_claim_id = it.id))`;

/** Decisions and receipts lock a claim before the account of its person. */
const lockClaims = (tx: Db, whom: Whom) =>
  tx.execute(sql`select it.id from expense_claims it where ${byPerson.about(whom)} order by it.id for update`);
const byPerson = by("user_id");

const proofsOf = (ids: string[]) =>
  sql`select claim.document_id from expense_claims claim where claim.user_id in ${ids} and ${isProof("claim")}`;
const filesOf = (ids: string[]) =>
  sql`select claim.document_id from expense_claims claim where claim.user_id in ${ids} and not ${isProof("claim")}`;

/** The proof of a corrected claim is that of the declined one, too. */
const isNoProof = (ids: string[]) =>
  sql`not exists (select from expense_claims claim where claim.document_id = it.id and claim.user_id in ${ids} and ${isProof("claim")})`;

const draftFilesOf = (ids: string[]) => sql`select draft.document_id from expense_drafts draft where draft.user_id in ${ids}`;

const ofFiles = { table: "documents", hidden: ["storage_key"], loggedAs: "document", through: true };
const ofClaims = { table: "expense_claims", columns: ["user_id"], loggedAs: "expense_claim" };

/**
 * An accepted claim, its waiver and its proof are what a tax receipt rests on: they survive an erasure as long as the receipt. Other claims are deleted,
 * with their files.
 */
export const personalData: PersonalData[] = [
  { ...ofFiles, columns: [], ...ofAccounts((ids) => sql`it.id in (${proofsOf(ids)})`), erasure: "keep", because: "receipts" },
  {
    ...ofFiles,
    columns: [],
    ...ofAccounts((ids) => sql`it.id in (${filesOf(ids)} union all ${draftFilesOf(ids)}) and ${isNoProof(ids)}`),
    erasure: "anonymise",
  },
  {
    ...ofClaims,
    ...ofAccounts((ids) => sql`it.user_id in ${ids} and ${isProof("it")}`),
    lockFirst: lockClaims,
    erasure: "keep",
    because: "receipts",
  },
  { ...ofClaims, ...ofAccounts((ids) => sql`it.user_id in ${ids} and not ${isProof("it")}`), erasure: "delete" },
  { table: "expense_drafts", columns: ["user_id"], ...by("user_id"), loggedAs: "expense_claim", erasure: "delete" },
];

export const notPersonal = { "expense_claims.decider_id": "who decided: staff, in the exercise of their office" };

/** Six years after the decision, or after the last receipt that certified it: then what was written and the proof go, and the figures stay. */
export const retention: OldRows[] = [
  {
    kind: "receipts",
    table: "expense_claims",
    where: (now) => sql`it.erased_at is null and ${isProof("it")} and ${lastProved} <= ${retentionLimit("receipts", now)}`,
    act: ({ db }, where, now) =>
      countChanged(
        db,
        sql`update expense_claims it set reason = '', document_id = null, decline_reason = case when it.decline_reason is not null then '' end,
          erased_at = ${timestamp(now)} where ${where}`,
      ),
  },
  {
    kind: "receipts",
    table: "expense_claims",
    where: (now) => sql`not ${isProof("it")} and it.waived_at <= ${retentionLimit("receipts", now)}`,
  },
  // Such expenses can no longer be given up.
  {
    kind: "receipts",
    table: "expense_drafts",
    where: (now) =>
      sql`it.updated_at < ${timestamp(now)} - interval '2 years' or (it.corrects_id is null and it.spent_on < ${firstClaimDay(franceDay(now))}::date)`,
  },
];
