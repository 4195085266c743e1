import { and, desc, eq, getTableColumns, gte, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { amongOf } from "#backend/db/found-ids";
import { pageOfRows } from "#backend/db/lists";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { sectors } from "#backend/modules/sectors/tables";
import { fullName, fullNameIfAny, heldOrNamed } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { type ClaimRow, type ClaimsQuery, firstClaimDay, type StaffClaimRow, shownClaims } from "#contract/charity/expense-claims";
import { franceDay } from "#contract/formats/france-time";
import { ownDrafts } from "./drafts.ts";
import { ratesBetween } from "./rates.ts";
import { hasPostalAddress, issuesReceipts } from "./receipts.ts";
import { expenseClaims } from "./tables.ts";

type Row = typeof expenseClaims.$inferSelect;

const shape = (row: Row, sector: string | null): ClaimRow => ({ ...row, sector, waivedAt: row.waivedAt.toISOString() });

/** One's own claims: those that wait, then the newest. */
async function ownClaims(db: Db, where: SQL | undefined): Promise<ClaimRow[]> {
  const rows = await db
    .select({ row: expenseClaims, sector: sectors.name })
    .from(expenseClaims)
    .leftJoin(sectors, eq(sectors.id, expenseClaims.sectorId))
    .where(where)
    .orderBy(desc(sql`${expenseClaims.status} = 'sent'`), desc(expenseClaims.spentOn), desc(expenseClaims.id))
    .limit(shownClaims);
  return rows.map(({ row, sector }) => shape(row, sector));
}

export async function ownClaim(db: Db, { id: userId }: Pick<Actor, "id">, id: string): Promise<ClaimRow> {
  const [claim] = await ownClaims(db, and(eq(expenseClaims.id, id), eq(expenseClaims.userId, userId)));
  if (!claim) throw new Refusal("not_found");
  return claim;
}

/** A person's page: their claims, the rates of the days that may be claimed, and whether a receipt can be issued to them. */
export async function readOwnClaims(
  { db, clock, ...services }: Pick<Services, "db" | "clock" | "organisation" | "settings">,
  { id: userId }: Pick<Actor, "id">,
) {
  const today = franceDay(clock());
  const firstDay = firstClaimDay(today);
  const [claims, drafts, rates, hasAddress, issues] = await Promise.all([
    ownClaims(db, eq(expenseClaims.userId, userId)),
    ownDrafts(db, userId),
    ratesBetween(db, firstDay, today),
    hasPostalAddress(db, userId),
    issuesReceipts(services),
  ]);
  return { claims, drafts, firstDay, rates, hasAddress, issuesReceipts: issues };
}

const deciders = alias(users, "deciders");

/** The receipt that certifies a claim, by the tables of receipts, which are above this module. */
const receipt = sql<StaffClaimRow["receipt"]>`(select json_build_object('id', issued.id, 'number', issued.display_number)
  from fiscal_receipt_sources certified join fiscal_receipts issued on issued.id = certified.receipt_id
  where certified.expense_claim_id = ${sql.raw('"expense_claims"."id"')} and certified.live)`;

const staffRows = (db: Db) =>
  db
    .select({
      row: getTableColumns(expenseClaims),
      sector: sectors.name,
      name: fullName(users),
      decider: fullNameIfAny(deciders),
      receipt,
    })
    .from(expenseClaims)
    .innerJoin(users, eq(users.id, expenseClaims.userId))
    .leftJoin(sectors, eq(sectors.id, expenseClaims.sectorId))
    .leftJoin(deciders, eq(deciders.id, expenseClaims.deciderId))
    .$dynamic();

type Named = Awaited<ReturnType<typeof staffRows>>[number];

const staffShape = ({ row, sector, ...named }: Named, { id }: Pick<Actor, "id">): StaffClaimRow => ({
  ...row,
  ...shape(row, sector),
  ...named,
  sentAt: row.waivedAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  isOwn: row.userId === id,
});

/** The filters of the list, without its search. */
const filtered = ({ id }: Pick<Actor, "id">, { status, kind, decidable, spentOnFrom, spentOnTo }: ClaimsQuery) =>
  and(
    status && eq(expenseClaims.status, status),
    kind && eq(expenseClaims.kind, kind),
    decidable && ne(expenseClaims.userId, id),
    spentOnFrom ? gte(expenseClaims.spentOn, spentOnFrom) : undefined,
    spentOnTo ? lte(expenseClaims.spentOn, spentOnTo) : undefined,
  );

const searched = (db: Db, { q }: ClaimsQuery) => heldOrNamed(db, expenseClaims, expenseClaims.userId, q);

/** The claims that match a query of the list. */
export async function claimsMatching(db: Db, actor: Pick<Actor, "id">, query: ClaimsQuery): Promise<SQL | undefined> {
  return and(filtered(actor, query), or(...(await searched(db, query)).map(amongOf)));
}

export async function listClaims(db: Db, actor: Actor, query: ClaimsQuery) {
  const where = filtered(actor, query);
  const sorts = { sentAt: expenseClaims.waivedAt, spentOn: expenseClaims.spentOn, amount: expenseClaims.amountCents };
  const anyOf = await searched(db, query);
  return pageOfRows(db, expenseClaims, query, { where, anyOf, sorts }, async (found, order) => {
    const rows = await staffRows(db)
      .innerJoin(found, eq(found.id, expenseClaims.id))
      .orderBy(...order);
    return rows.map((row) => staffShape(row, actor));
  });
}

export async function getClaim(db: Db, actor: Pick<Actor, "id">, id: string): Promise<StaffClaimRow> {
  const [row] = await staffRows(db).where(eq(expenseClaims.id, id));
  if (!row) throw new Refusal("not_found");
  return staffShape(row, actor);
}
