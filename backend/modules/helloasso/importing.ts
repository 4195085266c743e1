import { randomUUID } from "node:crypto";
import { asc, eq, inArray } from "drizzle-orm";
import { brokenConstraint } from "#backend/db/broken-constraint";
import type { Db } from "#backend/db/client";
import { fieldErrorsOf } from "#backend/http/field-errors";
import type { Found, ImportCall, ImportSubject, Made, Values } from "#backend/modules/imports/subject";
import {
  isTouched,
  listedAtHelloasso,
  periodVersions,
  removePeriod,
  takeBack,
  wasRequested,
  withoutDues,
} from "#backend/modules/memberships/imported-periods";
import { helloassoMemberships } from "#backend/modules/memberships/tables";
import { lockForm } from "#backend/modules/payments/form-keys";
import { reversePayment } from "#backend/modules/payments/reversing";
import { helloassoPayments, payments } from "#backend/modules/payments/tables";
import { setPledgeStatus } from "#backend/modules/pledges/following";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { HelloassoPayment } from "#contract/charity/helloasso-import";
import { franceDay } from "#contract/formats/france-time";
import { centsOf } from "#contract/giving/money";
import { checkDues } from "./dues.ts";
import { checkGift } from "./gifts.ts";
import { type Checked, recordLine } from "./recording.ts";

/**
 * The import of HelloAsso's export of payments: each reference once, whatever file it comes with. Only what HelloAsso has collected becomes a payment;
 * of one that is here and that it has returned since, the refund is recorded.
 */
export const helloassoImport: ImportSubject = {
  list: "/dashboard/admin/donations",
  key: ["reference"],
  dayField: "paidOn",
  nameOf: ({ company, firstName, lastName, reference }) =>
    String(company || [firstName, lastName].filter(Boolean).join(" ") || (reference ?? "")),
  centsOf: ({ amount }) => (typeof amount === "string" ? centsOf(amount) : null),

  async find({ db }, drafts) {
    // Two imports at once wait for each other, so that the second finds what the first has recorded.
    await lockForm(db, "helloasso");
    const references = drafts.flatMap(({ reference }) => (typeof reference === "string" ? [reference.trim()] : []));
    const parts = await partsOf(db, "reference", references);
    return [...Map.groupBy(parts, ({ reference }) => reference).values()].flatMap(foundOf);
  },

  async check(call, draft, found) {
    const parsed = HelloassoPayment.safeParse(draft);
    if (!parsed.success) throw new Refusal("invalid", { fieldErrors: fieldErrorsOf(parsed.error) });
    const line = parsed.data;
    if (found) {
      if (line.amount !== found.values.cents) throw fieldRefusal("amount", "helloasso:error.otherAmount");
      return changeOf(line, found.values as Known);
    }
    if (line.status !== "paid") throw fieldRefusal("status", `helloasso:error.${line.status}`);
    if (line.kind === "sale") throw fieldRefusal("kind", "helloasso:error.sale");
    if (line.paidOn > franceDay(call.clock())) throw fieldRefusal("paidOn", "payments:error.future");
    const duesCents = line.kind === "dues" ? line.amount - line.extraGift : 0;
    if (line.kind === "dues" && duesCents <= 0) throw fieldRefusal("extraGift", "helloasso:error.extraGift");
    return {
      line,
      dues: duesCents > 0 ? await checkDues(call.db, line, duesCents) : null,
      gift: line.amount > duesCents ? await checkGift(call.db, line, line.amount - duesCents) : null,
    } satisfies Checked;
  },

  async create(call, values) {
    const ids = new Map<Checked, string>();
    // The earliest first: a membership begins after the one before it.
    const inOrder = (values as Checked[]).toSorted((one, other) => one.line.paidOn.localeCompare(other.line.paidOn));
    try {
      for (const value of inOrder) ids.set(value, await recordLine(call, value));
    } catch (error) {
      if (brokenConstraint(error) === "helloasso_payments_once") throw fieldRefusal("reference", "helloasso:error.known");
      throw error;
    }
    const versions = await versionsOf(call.db, [...ids.values()]);
    return (values as Checked[]).map((value): Made => {
      const id = ids.get(value) ?? "";
      return { id, version: versions.get(id) ?? "" };
    });
  },

  async update(call, { id }) {
    const { db, actor, clock } = call;
    for (const part of await partsOf(db, "payment", [id])) {
      const left = part.row.amountCents - part.row.refundedCents;
      if (left === 0) continue;
      const money = { amountCents: left, receivedOn: franceDay(clock()), method: part.row.method };
      const reason = call.translate("fr", "payments:helloasso.refunded");
      const draft = { reversal: "refund", ...money, reason, submission: randomUUID() } as const;
      await reversePayment(call, actor, part.row.id, draft, { isDonorNotified: true });
    }
    return touched;
  },

  versions: ({ db }, ids) => versionsOf(db, ids),

  async remove(call, id) {
    const { db, actor } = call;
    const reason = call.translate("fr", "payments:helloasso.undone");
    for (const { row } of await partsOf(db, "payment", [id])) {
      await db.delete(helloassoPayments).where(eq(helloassoPayments.paymentId, row.id));
      if (!row.membershipId || !(await removeDuesPeriod(call, row.membershipId, reason)))
        await takeBack(call, actor, row.id, row.amountCents, reason);
      if (row.pledgeId) await setPledgeStatus(call, actor, row.pledgeId, "cancelled");
    }
  },

  /** A refund is not taken back. */
  async putBack() {
    throw new Refusal("wrong_state");
  },
};

/**
 * Removes the membership that came with dues, and answers whether it was this import's: what was requested here stays and waits for its dues again,
 * and what the export of members has added stays without them.
 */
async function removeDuesPeriod(call: ImportCall, id: string, reason: string): Promise<boolean> {
  const { db, actor, clock } = call;
  if (await wasRequested(db, id)) return false;
  const listed = await listedAtHelloasso(db, id);
  if (listed?.added) {
    await withoutDues(db, id, clock());
    return false;
  }
  if (listed) await db.delete(helloassoMemberships).where(eq(helloassoMemberships.membershipId, id));
  await removePeriod(call, actor, id, reason);
  return true;
}

const untouched = "recorded";
const touched = "touched";

type Part = Awaited<ReturnType<typeof partsOf>>[number];

/** The payments of references, or of the references that payments are of: locked, in the order of their parts. */
async function partsOf(db: Db, by: "reference" | "payment", keys: string[]) {
  if (keys.length === 0) return [];
  const { reference, paymentId, part } = helloassoPayments;
  const which =
    by === "reference"
      ? inArray(reference, keys)
      : inArray(reference, db.select({ reference }).from(helloassoPayments).where(inArray(paymentId, keys)));
  return db
    .select({ reference, row: payments, isTouched })
    .from(helloassoPayments)
    .innerJoin(payments, eq(payments.id, paymentId))
    .where(which)
    .orderBy(asc(reference), asc(part))
    .for("update");
}

/** The versions of payments, by the first of their parts: what was done with them, and the memberships that they pay for. */
async function versionsOf(db: Db, ids: string[]): Promise<Map<string, string>> {
  const parts = await partsOf(db, "payment", ids);
  const periods = await periodVersions(
    db,
    parts.flatMap(({ row }) => row.membershipId ?? []),
  );
  return new Map(
    [...Map.groupBy(parts, ({ reference }) => reference).values()].map((all) => {
      const state = all.some((one) => one.isTouched) ? touched : untouched;
      return [all[0]?.row.id ?? "", [state, ...all.flatMap(({ row }) => periods.get(row.membershipId ?? "") ?? [])].join(" ")];
    }),
  );
}

type Known = { status: "paid" | "refunded"; refundedCents: number };

/** What a line says of a payment that is here. Of a part that was returned, the file does not say how much. */
function changeOf({ status }: HelloassoPayment, known: Known): Values {
  if (known.status === "refunded" || status === "paid") return {};
  if (status === "refunded") return { status };
  if (status !== "partly_refunded") throw fieldRefusal("status", "helloasso:error.lost");
  if (known.refundedCents === 0) throw fieldRefusal("status", "helloasso:error.partlyRefunded");
  return {};
}

function foundOf(parts: Part[]): Found[] {
  const [first] = parts;
  if (!first) return [];
  const sum = (of: (row: Part["row"]) => number) => parts.reduce((cents, { row }) => cents + of(row), 0);
  const cents = sum(({ amountCents }) => amountCents);
  const refundedCents = sum((row) => row.refundedCents);
  const status = refundedCents === cents ? "refunded" : "paid";
  return [{ id: first.row.id, version: untouched, values: { reference: first.reference, cents, refundedCents, status } }];
}
