import { and, eq, inArray, ne } from "drizzle-orm";
import { recordChanges } from "#backend/audit/recording";
import { isDuplicate } from "#backend/db/duplicates";
import { fieldErrorsOf } from "#backend/http/field-errors";
import { accountsOf, isInScope, rightsNow } from "#backend/identity/account-scope";
import type { Found, ImportCall, ImportSubject, Values } from "#backend/modules/imports/subject";
import { inviteToAccount } from "#backend/modules/passwords/inviting";
import { erasePeople } from "#backend/modules/privacy/erasure";
import { registrations, volunteerProfiles } from "#backend/modules/registration/tables";
import { sectorOfPostcode } from "#backend/modules/sectors/postcode-sector";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { ImportedPerson, importedEdits } from "#contract/accounts/people-import";
import { accountManagers, sectorsWith } from "#contract/accounts/permissions";
import { editPerson, requireSector } from "./editing.ts";

type Row = typeof users.$inferSelect;

/**
 * The import of volunteers. New ones get an account without a password and a mail to choose it; they wait for approval like everybody. Of those
 * who have an account, administrators change what they may change by hand; coordinators create people in their sectors only.
 */
export const peopleImport: ImportSubject = {
  list: "/dashboard/admin/users/volunteers",
  key: ["email"],
  needsAgreement: true,
  nameOf: ({ firstName, lastName, email }) => [firstName, lastName].filter(Boolean).join(" ") || String(email ?? ""),

  async find({ db, actor }, drafts) {
    const emails = drafts.flatMap(({ email }) => (typeof email === "string" && email ? [email.trim()] : []));
    if (emails.length === 0) return [];
    const rows = await db.select().from(users).where(inArray(users.email, emails)).for("update");
    return rows.map((row): Found => ({ ...foundOf(row), untouchable: untouchable(actor, row) }));
  },

  async check({ db, actor }, draft, found) {
    const given = found ? { ...found.values, ...changesIn(draft) } : draft;
    const parsed = ImportedPerson.safeParse(given);
    if (!parsed.success) throw new Refusal("invalid", { fieldErrors: fieldErrorsOf(parsed.error) });
    if (found) return Object.fromEntries(importedEdits.map((name) => [name, parsed.data[name]]));
    const sectorId = parsed.data.sectorId ?? (await sectorOfPostcode(db, parsed.data.postcode));
    if (sectorId) await requireSector(db, sectorId);
    if (actor.role !== "ADMIN" && !sectorsWith(actor, accountManagers.inSector).includes(sectorId ?? ""))
      throw fieldRefusal("sectorId", "people:import.sector");
    return { ...parsed.data, sectorId };
  },

  async create(call, values) {
    const { db, clock } = call;
    const actor = await rightsNow(db, call.actor);
    const now = clock();
    const people = values as ImportedPerson[];
    const account = { role: "VOLUNTEER", accountState: "registered", createdAt: now, updatedAt: now, stateChangedAt: now } as const;
    const of = ({ email, firstName, lastName, phone, sectorId, locale }: ImportedPerson) => ({
      email,
      firstName,
      lastName,
      phone,
      sectorId,
      locale,
    });
    if (actor.role !== "ADMIN" && !people.every((person) => isInScope(actor, { ...account, sectorId: person.sectorId ?? null })))
      throw fieldRefusal("sectorId", "people:import.sector");
    const rows = await db
      .insert(users)
      .values(people.map((person) => ({ ...account, ...of(person) })))
      .returning()
      .catch((error) => {
        throw isDuplicate(error) ? fieldRefusal("email", "people:import.known") : error;
      });
    const byEmail = new Map(rows.map((row) => [row.email, row]));
    const made = people.flatMap((person) => ({ ...person, row: byEmail.get(person.email) as Row }));
    await db
      .insert(volunteerProfiles)
      .values(made.map(({ row, skills }) => ({ userId: row.id, activities: [], moments: [], skills, updatedAt: now })));
    await db
      .insert(registrations)
      .values(made.map(({ row, postcode }) => ({ userId: row.id, kind: "volunteer" as const, at: now, postcode })));
    await recordChanges(
      db,
      actor,
      made.map(({ row: { id, role, sectorId, locale } }) => ({
        ...{ action: "user.create", entityType: "person" as const, entityId: id },
        after: { role, sectorId, locale },
      })),
    );
    for (const { row } of made) await inviteToAccount(call, row);
    return made.map(({ row }) => ({ id: row.id, version: versionOf(row) }));
  },

  async update(call, { id }, values) {
    await edit(call, id, values);
    return (await this.versions(call, [id])).get(id) ?? "";
  },

  async versions({ db, actor }, ids) {
    const theirs = and(inArray(users.id, ids), ne(users.accountState, "left"), accountsOf(actor));
    const rows = ids.length > 0 ? await db.select().from(users).where(theirs).for("update") : [];
    return new Map(rows.map((row) => [row.id, versionOf(row)]));
  },

  async remove(call, id) {
    const [row] = await call.db.select().from(users).where(eq(users.id, id));
    // Whoever has chosen a password has accepted the invitation.
    if (!row || row.passwordHash || row.lastInteractionAt || row.accountState !== "registered") throw new Refusal("wrong_state");
    await erasePeople(call, call.actor, [id], call.clock());
  },

  putBack: (call, { id }, former) => edit(call, id, former),
};

const versionOf = ({ updatedAt }: Row) => updatedAt.toISOString();

function foundOf(row: Row): Found {
  const { id, email, firstName, lastName, phone, sectorId, locale } = row;
  return { id, version: versionOf(row), values: { email, firstName, lastName, phone, sectorId, locale } };
}

/** Why an import leaves an account alone. Whoever does not look after it learns no more than that there is one. */
function untouchable(actor: ImportCall["actor"], row: Row): string | undefined {
  if (!isInScope(actor, row)) return "people:import.elsewhere";
  if (row.accountState === "left") return "people:import.left";
  return row.role === "VOLUNTEER" ? undefined : "people:import.otherRole";
}

const changesIn = (draft: Values): Values =>
  Object.fromEntries(importedEdits.flatMap((name) => (draft[name] === undefined || draft[name] === null ? [] : [[name, draft[name]]])));

/** Changes an account as its form does, which is the administrators'. */
async function edit(call: ImportCall, id: string, values: Values) {
  if (call.actor.role !== "ADMIN") throw fieldRefusal("email", "people:import.onlyAdministrators");
  const [row] = await call.db.select().from(users).where(eq(users.id, id));
  if (!row) throw new Refusal("not_found");
  const { firstName, lastName, phone, sectorId, locale } = { ...row, ...(values as Partial<Row>) };
  const { preferredContact, isStaffMember, mattermostId, microsoftId } = row;
  const edited = { firstName, lastName, phone, sectorId, locale, preferredContact, isStaffMember, mattermostId, microsoftId };
  await editPerson(call, call.actor, id, { ...edited, version: versionOf(row) });
}
