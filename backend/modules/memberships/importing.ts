import { and, eq, inArray, or } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { fieldErrorsOf } from "#backend/http/field-errors";
import type { Found, ImportCall, ImportSubject, Made, Values } from "#backend/modules/imports/subject";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { ImportedMembership } from "#contract/charity/membership-import";
import { formerPlanId, lastDayOf } from "#contract/charity/membership-plans";
import { franceDay } from "#contract/formats/france-time";
import { centsOf } from "#contract/giving/money";
import {
  addPeriod,
  heldPeriod,
  type ImportedPeriod,
  isForRole,
  newestPlans,
  periodVersions,
  refuseOwnNumber,
  removePeriod,
} from "./imported-periods.ts";
import { membershipPlans, memberships } from "./tables.ts";

/**
 * The import of members with their periods. A row about a period that is here, by member, plan and first day, may change its end; its dues stay as
 * they were recorded.
 */
export const membershipImport: ImportSubject = {
  list: "/dashboard/admin/memberships",
  key: ["email", "number", "planId", "startDate"],
  nameOf: ({ email, number, startDate }) => [email || number, startDate].filter(Boolean).join(", "),
  centsOf: ({ amount }) => (typeof amount === "string" ? centsOf(amount) : null),

  async find({ db }, drafts) {
    const [emails, numbers] = [textsOf(drafts, "email"), textsOf(drafts, "number")];
    if (emails.length === 0 && numbers.length === 0) return [];
    const rows = await db
      .select({ row: memberships, email: users.email })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(and(or(inArray(users.email, emails), inArray(memberships.number, numbers)), eq(memberships.status, "active")))
      .for("update", { of: memberships });
    const families = await familiesOf(db);
    // What names a record is what its row says: the member by either name.
    return drafts.flatMap((draft): Found[] => {
      const named = String(draft.email ?? "")
        .trim()
        .toLowerCase();
      const number = String(draft.number ?? "").trim();
      const own = rows.find(({ row }) => number !== "" && row.number === number);
      const match = rows.find(
        ({ row, email }) =>
          (named ? email.toLowerCase() === named : row.userId === own?.row.userId) &&
          row.family === families.get(String(draft.planId)) &&
          row.startDate === draft.startDate,
      );
      if (!match) return [];
      const { id, endDate } = match.row;
      const { email, planId, startDate } = draft;
      return [{ id, version: "", values: { email, number: draft.number, planId, startDate, endDate, own: match.row.number } }];
    });
  },

  async check(call, draft, found) {
    const parsed = ImportedMembership.safeParse(draft);
    if (!parsed.success) throw new Refusal("invalid", { fieldErrors: fieldErrorsOf(parsed.error) });
    const row = parsed.data;
    const person = await memberOf(call.db, row);
    if (!found) return { period: await periodOf(call, row, person) };
    if (row.number && row.number !== found.values.own) throw fieldRefusal("number", "memberships:import.otherNumber");
    return row.endDate ? { endDate: row.endDate } : {};
  },

  async create(call, values) {
    const made = new Map<Values, string>();
    const start = ({ period }: Values) => (period as ImportedPeriod).startDate;
    for (const value of values.toSorted((one, other) => start(one).localeCompare(start(other)))) {
      const { id } = await addPeriod(call, call.actor, "startDate", value.period as ImportedPeriod);
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
  const number = person.isNumbered ? null : row.number || null;
  if (number) refuseOwnNumber(number);
  return {
    ...{ userId: person.id, planId: plan.id, startDate, endDate: row.endDate ?? lastDayOf(plan, startDate) },
    ...{ cents: amount ?? 0, method, receivedOn, number },
  } satisfies ImportedPeriod;
}

function moveEnd({ db, actor, clock }: ImportCall, id: string, before: string, after: string) {
  return heldPeriod("endDate", () =>
    db.transaction(async (tx) => {
      await tx.update(memberships).set({ endDate: after, updatedAt: clock() }).where(eq(memberships.id, id));
      const change = { action: "membership.edit", entityType: "membership", entityId: id } as const;
      await recordChange(tx, actor, { ...change, before: { endDate: before }, after: { endDate: after } });
    }),
  );
}
