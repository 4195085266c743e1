import { and, asc, eq, isNotNull, ne, or, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { holdsRights, mayChangeEmail } from "#backend/identity/account-scope";
import { isHelped, notToBringInto, requireRestricted } from "#backend/identity/restricted";
import { queueMail } from "#backend/modules/mails/outbox";
import { guardianConsents } from "#backend/modules/registration/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { type EditedField, type EditedPerson, editedFields } from "#contract/accounts/person-edit";
import { adultAge, ageOn, volunteerAge } from "#contract/accounts/person-rules";
import { mayReadRestricted } from "#contract/accounts/restricted";
import { isDonor, type Role } from "#contract/accounts/roles";
import { franceDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";

type Row = typeof users.$inferSelect;
type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;

const edited = {
  firstName: users.firstName,
  lastName: users.lastName,
  phone: users.phone,
  preferredContact: users.preferredContact,
  locale: users.locale,
  birthDate: users.birthDate,
  sectorId: users.sectorId,
  isStaffMember: users.isStaffMember,
  mattermostId: users.mattermostId,
  microsoftId: users.microsoftId,
};

/** Nothing is written about someone who has left: their data is erased, or about to be. */
const isOpen = ne(users.accountState, "left");

const aboutEmail = { role: users.role, emailVerifiedAt: users.emailVerifiedAt };

/** The current values that staff may change of a person, with the teams to choose from. `today` is a day in France (YYYY-MM-DD). */
export async function personToEdit(db: Db, actor: Actor, id: string, today: string) {
  const holds = sql<boolean>`${holdsRights(today)}`;
  const [found] = await db
    .select({ ...edited, ...aboutEmail, email: users.email, version: users.updatedAt, helped: isHelped, holds })
    .from(users)
    .where(and(eq(users.id, id), isOpen));
  if (!found) throw new Refusal("not_found");
  const { helped, version, role, holds: holder, emailVerifiedAt, ...values } = found;
  const withheld = helped && !mayReadRestricted(actor, values.sectorId);
  if (helped && !withheld) await recordChange(db, actor, { action: "user.read_restricted", entityType: "person", entityId: id });
  const choices = await openSectors(db, values.sectorId);
  return {
    ...values,
    role,
    birthDate: withheld ? null : values.birthDate,
    version: version.toISOString(),
    withheld,
    sectors: choices,
    mayChangeEmail: id !== actor.id && !withheld && mayChangeEmail(actor, { role, holds: holder }),
    emailIsConfirmed: emailVerifiedAt !== null,
  };
}

/** The local teams that a person can be given, and the one that they have. */
export function openSectors(db: Db, current: string | null = null) {
  const open = and(eq(sectors.kind, "local_team"), ne(sectors.status, "archived"));
  return db
    .select({ id: sectors.id, name: sectors.name })
    .from(sectors)
    .where(current ? or(open, eq(sectors.id, current)) : open)
    .orderBy(asc(sectors.name))
    .limit(300);
}

/** Changes a person and notifies them by mail. Refused when somebody else changed the person in the meantime. */
export async function editPerson(services: Deps, actor: Actor, id: string, { version, birthDate, ...given }: EditedPerson) {
  const now = services.clock();
  await services.db.transaction(async (tx) => {
    const [found] = await tx
      .select({
        ...edited,
        role: users.role,
        accountState: users.accountState,
        version: users.updatedAt,
        helped: isHelped,
        unmoved: sql<boolean>`${notToBringInto(actor, given.sectorId) ?? sql`false`}`,
      })
      .from(users)
      .where(and(eq(users.id, id), isOpen))
      .for("update");
    if (!found) throw new Refusal("not_found");
    const { role, accountState, helped, unmoved, version: current, ...before } = found;
    if (current.toISOString() !== version) throw new Refusal("stale");
    if (birthDate !== undefined) requireRestricted(actor, helped, before.sectorId);
    if (unmoved) throw fieldRefusal("sectorId", "people:edit.error.gained");
    const after = { ...stored(given), birthDate: birthDate === undefined ? before.birthDate : birthDate };
    await refuseValues(tx, { id, accountState, before, after, today: franceDay(now) });
    await tx
      .update(users)
      .set({ ...after, updatedAt: now })
      .where(eq(users.id, id));
    // Articles are signed with the name.
    const entityType = before.firstName === after.firstName && before.lastName === after.lastName ? "person" : "user";
    await recordChange(tx, actor, { action: "user.edit", entityType, entityId: id, ...loggedValues(helped, before, after) });
    const changed = editedFields.filter((field) => before[field] !== after[field]);
    if (changed.length > 0 && id !== actor.id) await notifyOfChanges({ ...services, db: tx }, { id, role, locale: after.locale }, changed);
  });
}

type Values = Pick<Row, "birthDate" | "sectorId">;
type Edit = Pick<Row, "id" | "accountState"> & { before: Values; after: Values; today: string };

async function refuseValues(tx: Db, { id, accountState, before, after, today }: Edit) {
  if (after.birthDate && after.birthDate !== before.birthDate)
    await refuseAge(tx, { id, accountState }, { birthDate: after.birthDate, today, messages: ageMessages });
  if (after.sectorId && after.sectorId !== before.sectorId) await requireSector(tx, after.sectorId);
}

/** The log says that a student's birth date changed, without the values: its readers may lack the right to restricted data. */
export function loggedValues<Values extends { birthDate: string | null }>(helped: boolean, before: Values, after: Values) {
  if (!helped || before.birthDate === after.birthDate) return { before, after };
  return { before: { ...before, birthDate: null }, after: { ...after, birthDate: undefined } };
}

/** The form leaves out what is empty; the table says null. */
const stored = ({
  phone = null,
  preferredContact = null,
  sectorId = null,
  mattermostId = null,
  microsoftId = null,
  ...given
}: Omit<EditedPerson, "version" | "birthDate">) => ({
  ...given,
  phone,
  preferredContact,
  sectorId,
  mattermostId,
  microsoftId,
});

/** Donors have their settings at a URL of their own. */
export const settingsOf = (role: Role) => (isDonor(role) ? "/account/settings/profile" : "/account/settings");

async function notifyOfChanges(
  services: Deps,
  { id, role, locale }: { id: string; role: Role; locale: Locale },
  changed: readonly EditedField[],
) {
  const fields = changed.map((field) => services.translate(locale, `mails:frame.changed.${field}`)).join(", ");
  const page = settingsOf(role);
  await queueMail(services, id, "profile_changed", { fields, page }, `profile_changed:${id}:${services.clock().toISOString()}`);
}

const ageMessages = { age: "people:edit.error.birthDate", minor: "people:edit.error.minor" };

type GivenAge = { birthDate: string; today: string; messages: typeof ageMessages };

/** Below 18, an account needs a guardian's consent, which only a registration asks for. */
export async function refuseAge(tx: Db, { id, accountState }: Pick<Row, "id" | "accountState">, { birthDate, today, messages }: GivenAge) {
  const age = ageOn(birthDate, today);
  if (age < volunteerAge || age > 120) throw fieldRefusal("birthDate", messages.age);
  if (age >= adultAge) return;
  const given = accountState === "validated" ? isNotNull(guardianConsents.consentedAt) : undefined;
  const [consent] = await tx
    .select({ id: guardianConsents.id })
    .from(guardianConsents)
    .where(and(eq(guardianConsents.userId, id), given));
  if (!consent) throw fieldRefusal("birthDate", messages.minor);
}

export async function requireSector(tx: Db, id: string) {
  const [team] = await tx
    .select({ id: sectors.id })
    .from(sectors)
    .where(and(eq(sectors.id, id), eq(sectors.kind, "local_team"), ne(sectors.status, "archived")));
  if (!team) throw fieldRefusal("sectorId", "people:edit.error.team");
}
