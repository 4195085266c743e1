import { createHash } from "node:crypto";
import { eq, inArray, sql } from "drizzle-orm";
import { brokenConstraint } from "#backend/db/broken-constraint";
import type { Db } from "#backend/db/client";
import { fieldErrorsOf } from "#backend/http/field-errors";
import { type Found, type ImportCall, type ImportSubject, keyOf, type Made } from "#backend/modules/imports/subject";
import { addPeriod, periodVersions, removePeriod } from "#backend/modules/memberships/imported-periods";
import { helloassoMemberships, memberships } from "#backend/modules/memberships/tables";
import { lockForm } from "#backend/modules/payments/form-keys";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { HelloassoMember } from "#contract/charity/helloasso-people";
import { franceDay } from "#contract/formats/france-time";
import { checkMember, type Member, paidPeriodOf, periodOf, requestOf } from "./dues.ts";

/** A line that can be imported. */
type Checked = { line: HelloassoMember; member: Member };

/**
 * The import of HelloAsso's export of members: periods, each order of a member once. It books no money: the export of payments does, in either order.
 * A period that came with such a payment is recognised.
 */
export const helloassoMembersImport: ImportSubject = {
  list: "/dashboard/admin/memberships",
  page: "/dashboard/admin/memberships/helloasso/import",
  key: ["reference", "memberEmail", "email"],
  dayField: "orderedOn",
  nameOf: ({ firstName, lastName, reference }) => [firstName, lastName].filter(Boolean).join(" ") || String(reference ?? ""),

  async find({ db }, drafts) {
    // It waits for an import of payments, and an import of payments for it.
    await lockForm(db, "helloasso");
    const references = drafts.flatMap(({ reference }) => (typeof reference === "string" ? [reference.trim()] : []));
    const rows = references.length === 0 ? [] : await knownOf(db, references);
    const found = new Map<string, Found>();
    for (const { reference, memberEmail, email } of drafts) {
      const named = plain(memberEmail) || plain(email);
      const match = rows.find((row) => row.reference === String(reference ?? "").trim() && row.email.toLowerCase() === named);
      if (!match) continue;
      const values = { reference, memberEmail, email };
      const untouchable = match.status === "active" ? undefined : "memberships:import.ended";
      found.set(keyOf(helloassoMembersImport.key, values) ?? "", { id: match.id, version: "", values, untouchable });
    }
    return [...found.values()];
  },

  async check(call, draft, found) {
    const parsed = HelloassoMember.safeParse(draft);
    if (!parsed.success) throw new Refusal("invalid", { fieldErrors: fieldErrorsOf(parsed.error) });
    const line = parsed.data;
    const isMember = line.status === "paid" || line.status === "offline";
    if (found && isMember) return {};
    if (found) throw fieldRefusal("status", "helloasso:error.memberLost");
    if (!isMember) throw fieldRefusal("status", `helloasso:error.member.${line.status}`);
    if (line.orderedOn > franceDay(call.clock())) throw fieldRefusal("orderedOn", "payments:error.future");
    return { line, member: await checkMember(call.db, line, line.price ?? -1) } satisfies Checked;
  },

  async create(call, values) {
    const ids = new Map<Checked, string>();
    // The earliest first: a membership begins after the one before it.
    const inOrder = (values as Checked[]).toSorted((one, other) => one.line.orderedOn.localeCompare(other.line.orderedOn));
    try {
      for (const value of inOrder) ids.set(value, await addMember(call, value));
    } catch (error) {
      if (brokenConstraint(error) === "helloasso_memberships_fingerprint_unique")
        throw fieldRefusal("reference", "helloasso:error.orderKnown");
      throw error;
    }
    const versions = await versionsOf(call.db, [...ids.values()]);
    return (values as Checked[]).map((value): Made => {
      const id = ids.get(value) ?? "";
      return { id, version: versions.get(id) ?? "" };
    });
  },

  /** Nothing of a known membership changes. */
  async update() {
    throw new Refusal("wrong_state");
  },

  versions: ({ db }, ids) => versionsOf(db, ids),

  async remove(call, id) {
    const [listed] = await call.db.delete(helloassoMemberships).where(eq(helloassoMemberships.membershipId, id)).returning();
    if (listed?.added) await removePeriod(call, call.actor, id, call.translate("fr", "payments:helloasso.undone"));
  },

  async putBack() {
    throw new Refusal("wrong_state");
  },
};

const plain = (email: unknown) => (typeof email === "string" ? email.trim().toLowerCase() : "");

/** The memberships that orders are known by, locked. */
const knownOf = (db: Db, references: string[]) =>
  db
    .select({ id: memberships.id, status: memberships.status, reference: helloassoMemberships.reference, email: users.email })
    .from(helloassoMemberships)
    .innerJoin(memberships, eq(memberships.id, helloassoMemberships.membershipId))
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(inArray(helloassoMemberships.reference, references))
    .for("update", { of: memberships });

/** Adds the period of a line, or recognises the one that came with its payment. Answers the membership. */
async function addMember(call: ImportCall, { line: { reference, orderedOn }, member }: Checked): Promise<string> {
  const { db, actor, clock } = call;
  const { userId, plan } = member;
  const paid = await paidPeriodOf(db, member, orderedOn);
  if (!paid && (await requestOf(db, member, orderedOn))) throw fieldRefusal("reference", "helloasso:error.requested");
  const period = paid ? null : await periodOf(db, member, orderedOn);
  const dues = { cents: 0, method: null, receivedOn: orderedOn };
  const added = period && (await addPeriod(call, actor, "orderedOn", { userId, planId: plan.id, ...period, ...dues }));
  const membershipId = paid ?? added?.id;
  if (!membershipId) throw new Refusal("unexpected");
  const fingerprint = createHash("sha256").update(`${reference}\n${userId}`).digest("hex");
  await db.insert(helloassoMemberships).values({ membershipId, reference, fingerprint, orderedOn, added: !paid, createdAt: clock() });
  return membershipId;
}

/** The versions of memberships: what became of them, and whether dues came since. What was only recognised is forgotten, whatever became of it. */
async function versionsOf(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const periods = await periodVersions(db, ids);
  const rows = await db
    .select({
      id: helloassoMemberships.membershipId,
      added: helloassoMemberships.added,
      isPaid: sql<boolean>`exists (select from payments where payments.membership_id = helloasso_memberships.membership_id)`,
    })
    .from(helloassoMemberships)
    .where(inArray(helloassoMemberships.membershipId, ids));
  return new Map(rows.map(({ id, added, isPaid }) => [id, added ? `${periods.get(id) ?? ""}${isPaid ? " paid" : ""}` : "recognised"]));
}
