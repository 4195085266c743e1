import { and, eq, gt, lte, ne, or } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { queueMail } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { type Driving, type DrivingDocument, drivingDocuments } from "#contract/accounts/person-edit";
import { adultAge, ageOn } from "#contract/accounts/person-rules";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";
import { driverProfiles } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;

const expiryOf = { licence: "licenceExpiry", insurance: "insuranceExpiry", inspection: "inspectionExpiry" } as const;

/** How a volunteer or an administrator gets around for the charity. */
export async function getDriving({ db, clock }: Deps, userId: string) {
  const { adult } = await requireDriver(db, userId, franceDay(clock()));
  const [found] = await db.select().from(driverProfiles).where(eq(driverProfiles.userId, userId));
  if (!found) return { vehicle: "none" as const, mayDrive: adult };
  return { vehicle: found.vehicle, chilled: found.chilled, ...datesOf(found), mayDrive: adult };
}

/**
 * Stores the vehicle and the expiry days of its documents. What a driver changes alone is reviewed before they drive; staff who correct it keep
 * the approval, as long as the three documents are there.
 */
export async function setDriving({ db, clock }: Deps, actor: Actor, userId: string, driving: Driving) {
  const now = clock();
  const motor = driving.vehicle !== "none" && driving.vehicle !== "bike";
  await db.transaction(async (tx) => {
    const { adult } = await requireDriver(tx, userId, franceDay(now));
    if (motor && !adult) throw fieldRefusal("vehicle", "account:driving.minor");
    const mine = eq(driverProfiles.userId, userId);
    const [before] = await tx.select().from(driverProfiles).where(mine).for("update");
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
  });
}

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

/** Refuses accounts that cannot drive, as those of people who are helped and of donors; answers whether the person is of age. */
async function requireDriver(db: Db, userId: string, today: string) {
  const [person] = await db.select({ role: users.role, birthDate: users.birthDate }).from(users).where(eq(users.id, userId));
  if (!person || (person.role !== "VOLUNTEER" && person.role !== "ADMIN")) throw new Refusal("not_found");
  return { adult: !person.birthDate || ageOn(person.birthDate, today) >= adultAge };
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
      await queueMail(services, driver.userId, "driver_paper_soon", values, keyOf(driver.userId, document, day, due));
    }
}

const keyOf = (userId: string, document: DrivingDocument, day: string, before: number) =>
  `driver_paper_soon:${userId}:${document}:${day}:${before}`;

/** The latest reminder whose day has come: one that was missed is not sent after the next. */
export function reminderDue(today: string, expiry: string): number | undefined {
  return reminders.findLast((days) => today < expiry && addDays(today, days) >= expiry);
}
