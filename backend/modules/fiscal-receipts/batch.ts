import { inArray, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type * as z from "zod";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { expenseClaims } from "#backend/modules/expense-claims/tables";
import { giftsInKind } from "#backend/modules/gifts-in-kind/tables";
import { payments } from "#backend/modules/payments/tables";
import { startTask } from "#backend/modules/tasks/starting";
import { Refusal } from "#backend/refusal";
import type { ItemResult, TaskWork } from "#backend/worker/task-kind";
import { franceDay } from "#contract/formats/france-time";
import { fiscalReceiptsApi, type YearForm } from "#contract/giving/fiscal-receipts";
import { namesOfClaims } from "./expenses.ts";
import { namesOfPayments, readyToIssue } from "./gifts.ts";
import { namesOfGiftsInKind } from "./in-kind.ts";
import { issuerToday } from "./issuer.ts";
import { type IssuingDeps, issueWithin } from "./issuing.ts";

type Body = z.output<typeof YearForm>;

/**
 * Starts the task that issues the receipts of a year: one item a receipt, the first payment, gift in kind or expense claim of each. Those whose period is not over
 * wait.
 */
export async function issueYear(services: Services, actor: Actor, { year }: Body): Promise<{ task: string }> {
  const { gaps } = await issuerToday(services);
  if (gaps.length > 0) throw new Refusal("wrong_state");
  const today = franceDay(services.clock());
  const ready = (key: PgColumn, of: "gifts" | "expenses") => sql`${key} in (${readyToIssue(year, today, of)})`;
  const items = [
    { table: payments, key: payments.id, where: ready(payments.id, "gifts"), order: [payments.receivedOn] },
    { table: giftsInKind, key: giftsInKind.id, where: ready(giftsInKind.id, "gifts"), order: [giftsInKind.receivedOn] },
    { table: expenseClaims, key: expenseClaims.id, where: ready(expenseClaims.id, "expenses"), order: [expenseClaims.spentOn] },
  ];
  const logged = { year: String(year) };
  return { task: await startTask(services, actor, { endpoint: fiscalReceiptsApi.issueYear, body: { year }, logged }, items) };
}

export const issuingTask: TaskWork<Body> = {
  nameOf: () => "receipts",
  listOf: () => "/dashboard/admin/fiscal-receipts",
  // Each receipt has its own transaction: the number of one never waits for the donor of another.
  chunk: 1,
  async act({ actor, ...services }, ids) {
    const results = new Map<string, ItemResult>();
    for (const id of ids) results.set(id, await issued(services, actor, id));
    return results;
  },
  async describe({ db }, ids) {
    const [paid, given] = [await namesOfPayments(db, inArray(payments.id, ids)), await namesOfClaims(db, ids)];
    const brought = await namesOfGiftsInKind(db, ids);
    return new Map([
      ...brought.map(({ id, name, receiptId }) => [id, { name, path: pathOf(`donations/in-kind/${id}`, receiptId) }] as const),
      ...paid.map(({ id, name, receiptId }) => [id, { name, path: pathOf(`donations/${id}`, receiptId) }] as const),
      ...given.map(({ id, name, receiptId }) => [id, { name, path: pathOf(`expense-claims/${id}`, receiptId) }] as const),
    ]);
  },
};

const pathOf = (source: string, receiptId: string | null) => `/dashboard/admin/${receiptId ? `fiscal-receipts/${receiptId}` : source}`;

/** Null once a receipt certifies the source, now or before; else what blocks it, which is refused before anything is written. */
async function issued(services: IssuingDeps, actor: Actor, sourceId: string): Promise<ItemResult> {
  try {
    await issueWithin(services.db, services, actor, sourceId);
    return null;
  } catch (error) {
    const [gap] = error instanceof Refusal ? Object.values(error.extras.fieldErrors ?? {}).flat() : [];
    if (!gap) throw error;
    return gap;
  }
}
