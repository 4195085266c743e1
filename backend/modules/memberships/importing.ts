import { and, eq, inArray, or } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { fieldErrorsOf } from "#backend/http/field-errors";
import { type Found, type ImportCall, type ImportSubject, keyOf, type Made, type Values } from "#backend/modules/imports/subject";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { ImportedMembership } from "#contract/charity/membership-import";
import { formerPlanId, lastDayOf } from "#contract/charity/membership-plans";
import { franceDay } from "#contract/formats/france-time";
import { centsOf } from "#contract/giving/money";
import { firstBookedDay } from "#contract/giving/payments";
import {
  addPeriod,
  heldPeriod,
  type ImportedPeriod,
  isForRole,
  newestPlans,
  noticesOf,
  periodVersions,
  refuseOwnNumber,
  removePeriod,
} from "./imported-periods.ts";
import { membershipPlans, memberships, renewals } from "./tables.ts";

/**
 * The import of members with their periods. A row about a period that is here, by member, plan and first day, may change its end; its dues stay as
 * they were recorded.
 */
export const membershipImport: ImportSubject = {
  list: "/dashboard/admin/memberships",
  key: ["email", "number", "planId", "startDate"],
  dayField: "startDate",
  nameOf: ({ email, number, startDate }) => [email || number, startDate].filter(Boolean).join(", "),
  centsOf: ({ amount }) => (typeof amount === "string" ? centsOf(amount) : null),

  async find({ db, translate }, drafts) {
    const [emails, numbers] = [textsOf(drafts, "email"), textsOf(drafts, "number")];
    if (emails.length === 0 && numbers.length === 0) return [];
    const rows = await db
      .select({ row: memberships, email: users.email })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(and(or(inArray(users.email, emails), inArray(memberships.userId, ownersOf(db, numbers))), inArray(memberships.status, known)))
      .for("update", { of: memberships });
    const families = await familiesOf(db);
    const undone = (["memberships:import.undone", "payments:helloasso.undone"] as const).map((reason) => translate("fr", reason));
    const found = new Map<string, Found>();
    // What names a record is what its row says: the member by either name.
    for (const draft of drafts) {
      const named = String(draft.email ?? "")
        .trim()
        .toLowerCase();
      const number = String(draft.number ?? "").trim();
      const own = rows.find(({ row }) => number !== "" && row.number === number);
      const matches = rows.filter(
        ({ row, email }) =>
          (named ? email.toLowerCase() === named : row.userId === own?.row.userId) &&
          row.family === families.get(String(draft.planId)) &&
          row.startDate === draft.startDate &&
          !undone.includes(row.cancelledReason ?? ""),
      );
      const match = matches.find(({ row }) => row.status === "active") ?? matches[0];
      if (!match) continue;
      const { id, endDate, status } = match.row;
      const { email, planId, startDate } = draft;
      const values = { email, number: draft.number, planId, startDate, endDate, own: match.row.number };
      const untouchable = status === "active" ? undefined : "memberships:import.ended";
      found.set(keyOf(membershipImport.key, values) ?? "", { id, version: "", values, untouchable });
    }
    return [...found.values()];
  },

  async check(call, draft, found) {
    const parsed = ImportedMembership.safeParse(draft);
    if (!parsed.success) throw new Refusal("invalid", { fieldErrors: fieldErrorsOf(parsed.error) });
    const row = parsed.data;
    const person = await memberOf(call.db, row);
    if (!found) return { period: await periodOf(call, row, person) };
    if (row.number && !person.isNumbered && row.number !== found.values.own) throw fieldRefusal("number", "memberships:import.otherNumber");
    return row.endDate ? { endDate: row.endDate } : {};
  },

  async create(call, values) {
    const made = new Map<Values, string>();
    const owners = await ownersIn(call.db, values);
    const start = ({ period }: Values) => (period as ImportedPeriod).startDate;
    for (const value of values.toSorted((one, other) => start(one).localeCompare(start(other)))) {
      const period = value.period as ImportedPeriod;
      const number = owners.get(period.number ?? "") === period.userId ? null : period.number;
      const { id } = await addPeriod(call, call.actor, "startDate", { ...period, number });
      if (number) owners.set(number, period.userId);
      made.set(value, id);
    }
    const versions = await periodVersions(call.db, [...made.values()]);
    return values.map((value): Made => {
      const id = made.get(value) ?? "";
      return { id, version: versions.get(id) ?? "" };
    });
  },

  async update(call, { id, values: { endDate } }, { endDate: end }) {
    await moveEnd(call, id, String(endDate), String(end));
    return (await periodVersions(call.db, [id])).get(id) ?? "";
  },

  versions: ({ db }, ids) => periodVersions(db, ids),

  remove: (call, id) => removePeriod(call, call.actor, id, call.translate("fr", "memberships:import.undone")),

  async putBack(call, { id }, { endDate }) {
    const [row] = await call.db.select({ endDate: memberships.endDate }).from(memberships).where(eq(memberships.id, id));
    await moveEnd(call, id, row?.endDate ?? "", String(endDate));
  },
};

/** Those that a row is about, or that are over: such a row changes nothing. */
const known = ["active", "cancelled", "refunded"] as const;

const ownersOf = (db: Db, numbers: string[]) =>
  db.select({ userId: memberships.userId }).from(memberships).where(inArray(memberships.number, numbers));

/** Whose the numbers of new periods are: each is given once, to the first period of its member. */
async function ownersIn(db: Db, values: Values[]): Promise<Map<string, string | null>> {
  const numbers = values.flatMap(({ period }) => (period as ImportedPeriod).number ?? []);
  if (numbers.length === 0) return new Map();
  const rows = await db
    .select({ number: memberships.number, userId: memberships.userId })
    .from(memberships)
    .where(inArray(memberships.number, numbers));
  return new Map(rows.map(({ number, userId }) => [number ?? "", userId]));
}

const textsOf = (drafts: Values[], name: "email" | "number") => [
  ...new Set(drafts.flatMap(({ [name]: value }) => (typeof value === "string" && value.trim() ? [value.trim()] : []))),
];

/** The family of each version of a plan. */
async function familiesOf(db: Db): Promise<Map<string, string>> {
  const plans = await db.select({ id: membershipPlans.id, family: membershipPlans.family }).from(membershipPlans).limit(1000);
  return new Map(plans.flatMap(({ id, family }) => (id === formerPlanId ? [] : [[id, family] as const])));
}

/** The account of a member, by its e-mail address, or by the number of a membership. */
async function memberOf(db: Db, { email, number }: ImportedMembership) {
  const fields = { id: users.id, role: users.role, state: users.accountState };
  const [owner] = number
    ? await db.select(fields).from(memberships).innerJoin(users, eq(users.id, memberships.userId)).where(eq(memberships.number, number))
    : [];
  const [person] = email ? await db.select(fields).from(users).where(eq(users.email, email)) : [owner];
  if (!person || person.state === "left") throw email ? fieldRefusal("email", "memberships:import.nobody") : unknownNumber();
  if (owner && owner.id !== person.id) throw fieldRefusal("number", "memberships:import.otherNumber");
  // A number names one membership: of its member's next one, it says only who that is.
  return { ...person, isNumbered: owner !== undefined };
}

const unknownNumber = () => fieldRefusal("number", "memberships:import.unknownNumber");

async function periodOf({ db, clock }: ImportCall, row: ImportedMembership, person: Awaited<ReturnType<typeof memberOf>>) {
  const plan = (await newestPlans(db)).find(({ id }) => id === row.planId);
  if (!plan || !isForRole(plan, person.role)) throw fieldRefusal("planId", "memberships:import.plan");
  const { startDate, amount, method } = row;
  const today = franceDay(clock());
  const receivedOn = row.paidOn ?? [startDate, today].toSorted()[0] ?? today;
  if (receivedOn > today) throw fieldRefusal("paidOn", "payments:error.future");
  if (amount && receivedOn < firstBookedDay) throw fieldRefusal("paidOn", "memberships:import.paidOn");
  const number = person.isNumbered ? null : row.number || null;
  if (number) refuseOwnNumber(number);
  return {
    ...{ userId: person.id, planId: plan.id, startDate, endDate: row.endDate ?? lastDayOf(plan, startDate) },
    ...{ cents: amount ?? 0, method, receivedOn, number },
  } satisfies ImportedPeriod;
}

/** A renewal that was announced for another end is announced again for the new one; what was ordered already goes on. */
function moveEnd({ db, actor, clock }: ImportCall, id: string, before: string, after: string) {
  return heldPeriod("endDate", () =>
    db.transaction(async (tx) => {
      const now = clock();
      await tx
        .update(memberships)
        .set({ endDate: after, updatedAt: now, ...noticesOf(after, now) })
        .where(eq(memberships.id, id));
      await tx.delete(renewals).where(and(eq(renewals.membershipId, id), eq(renewals.state, "noticed")));
      const change = { action: "membership.edit", entityType: "membership", entityId: id } as const;
      await recordChange(tx, actor, { ...change, before: { endDate: before }, after: { endDate: after } });
    }),
  );
}
