import { and, eq, gt, lte, ne, or } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { queueMail } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import { drivingDocumentsOf } from "#backend/modules/verification/supporting-documents";
import { fieldRefusal, Refusal } from "#backend/refusal";
import {
  type Driving,
  type DrivingDocument,
  drivingDocuments,
  type SentDrivingDocuments,
  type StoredDriving,
} from "#contract/accounts/person-edit";
import { adultAge, ageOn } from "#contract/accounts/person-rules";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { addDays } from "#contract/formats/weeks";
import { driverProfiles } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;

const expiryOf = { licence: "licenceExpiry", insurance: "insuranceExpiry", inspection: "inspectionExpiry" } as const;

/** How a volunteer or an administrator gets around for the charity. */
export async function getDriving({ db, clock }: Pick<Deps, "db" | "clock">, userId: string): Promise<StoredDriving> {
  const { adult, profile } = await requireDriver(db, userId, franceDay(clock()));
  return inForm(profile, adult);
}

/** The documents that a volunteer sent for driving, also while the account waits. */
export async function ownDrivingDocuments({ db }: Pick<Deps, "db">, actor: Actor): Promise<SentDrivingDocuments> {
  requireHelper(actor);
  const [profile] = await db
    .select({ vehicle: driverProfiles.vehicle, status: driverProfiles.status })
    .from(driverProfiles)
    .where(eq(driverProfiles.userId, actor.id));
  const drives = profile !== undefined && profile.vehicle !== "bike";
  return { drives, approval: drives ? profile.status : null, documents: await drivingDocumentsOf(db, actor.id) };
}

/** Volunteers and staff whose account is open or waits for the team. */
export function requireHelper({ role, extraData }: Actor) {
  const helps = role === "VOLUNTEER" || role === "ADMIN";
  if (!helps || !["to_validate", "validated"].includes(extraData.accountState)) throw new Refusal("forbidden");
}

function inForm(found: Row | null | undefined, mayDrive: boolean): StoredDriving {
  if (!found) return { vehicle: "none", chilled: false, version: null, mayDrive };
  const { vehicle, chilled, updatedAt } = found;
  return { vehicle, chilled, ...datesOf(found), version: updatedAt.toISOString(), mayDrive };
}

/**
 * Stores the vehicle and the expiry days of its documents. What a driver changes alone is reviewed before they drive; staff who correct it keep
 * the approval, as long as the three documents are there, and the driver is notified. Refused when somebody else changed the record in the meantime.
 */
export async function setDriving(services: Deps, actor: Actor, userId: string, { version, ...driving }: Driving) {
  const now = services.clock();
  const motor = driving.vehicle !== "none" && driving.vehicle !== "bike";
  await services.db.transaction(async (tx) => {
    const { adult, before, locale } = await lockDriving(tx, userId, franceDay(now), version ?? null);
    if (motor && !adult) throw fieldRefusal("vehicle", "account:driving.minor");
    const mine = eq(driverProfiles.userId, userId);
    // The record of a block would go with the motor vehicle, and a new one would know nothing of it.
    if (before?.status === "blocked" && !motor && actor.id === userId) throw fieldRefusal("vehicle", "account:driving.blocked");
    const { vehicle, chilled } = driving;
    const dates = motor ? datesOf(driving) : noDates;
    if (vehicle === "none") await tx.delete(driverProfiles).where(mine);
    else {
      const status = motor ? statusAfter(before, { vehicle, ...dates }, actor.id === userId) : "pending";
      const values = { vehicle, chilled, ...dates, status, updatedAt: now };
      await tx
        .insert(driverProfiles)
        .values({ userId, ...values })
        .onConflictDoUpdate({ target: driverProfiles.userId, set: values });
    }
    await recordChange(tx, actor, {
      action: actor.id === userId ? "user.edit_own" : "user.edit",
      entityType: "person",
      entityId: userId,
      before: before && { vehicle: before.vehicle, chilled: before.chilled, ...datesOf(before) },
      after: { vehicle, chilled, ...dates },
    });
    if (actor.id !== userId && !isSame(inForm(before, adult), { vehicle, chilled, ...dates }))
      await notifyDriver({ ...services, db: tx }, { userId, locale }, now);
  });
}

/** What is stored, locked against other changes, also where it is nothing. */
async function lockDriving(tx: Db, userId: string, today: string, version: string | null) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
  const { adult, locale } = await requireDriver(tx, userId, today);
  const [before] = await tx.select().from(driverProfiles).where(eq(driverProfiles.userId, userId)).for("update");
  const current = inForm(before, adult);
  if (current.version !== version) throw new Refusal("stale", { current });
  return { adult, before, locale };
}

/** Notifies a driver of an approval, or of its end. */
export async function notifyOfDecision(services: Deps, userId: string, status: "approved" | "blocked"): Promise<void> {
  const [person] = await services.db.select({ locale: users.locale }).from(users).where(eq(users.id, userId));
  if (person) await notifyDriver(services, { userId, ...person }, services.clock(), status);
}

async function notifyDriver(
  services: Deps,
  { userId, locale }: { userId: string; locale: Locale },
  now: Date,
  what: "driving" | "approved" | "blocked" = "driving",
) {
  const values = { fields: services.translate(locale, `mails:frame.changed.${what}`), page: "/account/settings/driving" };
  await queueMail(services, userId, "profile_changed", values, `profile_changed:${userId}:driving:${now.toISOString()}`);
}

const isSame = (before: Driving, after: Driving) =>
  before.vehicle === after.vehicle &&
  before.chilled === after.chilled &&
  drivingDocuments.every((document) => (before[expiryOf[document]] ?? null) === (after[expiryOf[document]] ?? null));

type Dates = Pick<typeof driverProfiles.$inferSelect, (typeof expiryOf)[DrivingDocument]>;

const noDates: Dates = { licenceExpiry: null, insuranceExpiry: null, inspectionExpiry: null };

const datesOf = ({ licenceExpiry, insuranceExpiry, inspectionExpiry }: Partial<Dates>): Dates => ({
  licenceExpiry: licenceExpiry ?? null,
  insuranceExpiry: insuranceExpiry ?? null,
  inspectionExpiry: inspectionExpiry ?? null,
});

/** A blocked driver stays blocked; an approval stays while the documents are whole and nothing was changed by the driver alone. */
function statusAfter(
  before: (Dates & Pick<Row, "vehicle" | "status">) | undefined,
  after: Dates & Pick<Row, "vehicle">,
  byOneself: boolean,
) {
  if (!before || before.status === "blocked") return before?.status ?? "pending";
  const days = drivingDocuments.map((document) => expiryOf[document]);
  const same = before.vehicle === after.vehicle && days.every((day) => before[day] === after[day]);
  return days.every((day) => after[day] !== null) && (same || !byOneself) ? before.status : "pending";
}

type Row = typeof driverProfiles.$inferSelect;

/** Refuses accounts that cannot drive, as those of people who are helped and of donors; answers whether the person is of age, their language, and how they drive. */
async function requireDriver(db: Db, userId: string, today: string) {
  const [person] = await db
    .select({ role: users.role, birthDate: users.birthDate, locale: users.locale, profile: driverProfiles })
    .from(users)
    .leftJoin(driverProfiles, eq(driverProfiles.userId, users.id))
    .where(eq(users.id, userId));
  if (!person || (person.role !== "VOLUNTEER" && person.role !== "ADMIN")) throw new Refusal("not_found");
  return { adult: !person.birthDate || ageOn(person.birthDate, today) >= adultAge, locale: person.locale, profile: person.profile };
}

/** How many days before a document runs out its driver is reminded. */
const reminders = [60, 15, 1] as const;

/** Reminds drivers of documents that run out soon. A day without a run is made up for: each reminder goes once, on the first run from its day on. */
export async function remindDrivers(services: Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">) {
  const { db, clock, translate } = services;
  const today = franceDay(clock());
  const last = addDays(today, reminders[0]);
  const { licenceExpiry, insuranceExpiry, inspectionExpiry } = driverProfiles;
  const soon = [licenceExpiry, insuranceExpiry, inspectionExpiry].map((day) => and(gt(day, today), lte(day, last)));
  const drivers = await db
    .select({ driver: driverProfiles, locale: users.locale })
    .from(driverProfiles)
    .innerJoin(users, eq(users.id, driverProfiles.userId))
    .where(and(ne(driverProfiles.vehicle, "bike"), eq(users.accountState, "validated"), or(...soon)));
  for (const { driver, locale } of drivers)
    for (const document of drivingDocuments) {
      const day = driver[expiryOf[document]];
      const due = day && reminderDue(today, day);
      if (!due) continue;
      const values = { document: translate(locale, `mails:frame.drivingDocument.${document}`), date: writtenDay(locale, day) };
      // The last one comes whatever its driver has stopped or paused.
      const about = due > 1 ? ("reminders" as const) : undefined;
      await queueMail(services, driver.userId, "driver_paper_soon", values, keyOf(driver.userId, document, day, due), { about });
    }
}

const keyOf = (userId: string, document: DrivingDocument, day: string, before: number) =>
  `driver_paper_soon:${userId}:${document}:${day}:${before}`;

/** The latest reminder whose day has come: one that was missed is not sent after the next. */
export function reminderDue(today: string, expiry: string): number | undefined {
  return reminders.findLast((days) => today < expiry && addDays(today, days) >= expiry);
}
