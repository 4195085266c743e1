import { and, asc, eq } from "drizzle-orm";
import type { DemoSubject } from "#backend/content/demo-rows";
import { events } from "#backend/modules/events/tables";
import { volunteerProfiles } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import { eventQuotas, eventRegistrations, registrationRules } from "./tables.ts";

/** The groups of places of each kind of event in the demonstration. */
const quotasOf: Partial<Record<(typeof events.$inferSelect)["type"], { label: { fr: string; en: string }; capacity: number }[]>> = {
  distribution: [
    { label: { fr: "Accueil", en: "Welcome desk" }, capacity: 3 },
    { label: { fr: "Tri et préparation", en: "Sorting and packing" }, capacity: 8 },
  ],
  training: [{ label: { fr: "Places", en: "Places" }, capacity: 12 }],
  meeting: [{ label: { fr: "Places", en: "Places" }, capacity: 40 }],
};

/** The first quota of the second date is full; of the others, fewer places are taken the later the date is. */
const isFull = (date: number, quota: number) => date === 1 && quota === 0;
const takenOf = (capacity: number, date: number, quota: number) =>
  isFull(date, quota) ? capacity : Math.max(0, Math.floor(capacity / 2) - date);

/** When volunteers have time. */
const timesOf = [
  ["weekdayEvening", "saturday"],
  ["weekdayMorning", "weekdayAfternoon", "weekdayEvening"],
  ["saturday", "sunday"],
] as const;

/** Coming dates have places, taken by volunteers with an open account: those of others would be ended, and their places offered. The volunteer of the demonstration has one at the first date, and waits for one at the second. */
export const demo: DemoSubject = async ({ tx, now, people }) => {
  const coming = await tx.select().from(events).where(eq(events.status, "published")).orderBy(asc(events.startsAt), asc(events.id));
  const crowd = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "VOLUNTEER"), eq(users.accountState, "validated")))
    .orderBy(users.email)
    .limit(40);
  const volunteer = people.get("volunteer@maillon.example");
  const others = crowd.map(({ id }) => id).filter((id) => id !== volunteer);
  const profiles = others.map((userId, at) => ({ userId, activities: [], moments: [...(timesOf[at % timesOf.length] ?? [])] }));
  if (profiles.length > 0) await tx.insert(volunteerProfiles).values(profiles).onConflictDoNothing();
  const withPlaces = coming.filter(({ startsAt, type }) => startsAt > now && quotasOf[type]);
  for (const [date, { id: eventId, type, visibility }] of withPlaces.entries()) {
    const guests = visibility === "public" && type !== "training";
    await tx.insert(registrationRules).values({ eventId, roles: ["ADMIN", "VOLUNTEER"], maxParty: 3, guests });
    let next = date * 7;
    for (const [position, quota] of (quotasOf[type] ?? []).entries()) {
      const capacity = isFull(date, position) ? Math.min(quota.capacity, others.length) : quota.capacity;
      const [{ id: quotaId } = { id: "" }] = await tx
        .insert(eventQuotas)
        .values({ ...quota, capacity, eventId, position })
        .returning();
      const own =
        volunteer && position === 0 && date <= 1 ? [{ userId: volunteer, status: date === 0 ? "confirmed" : "waiting" } as const] : [];
      const taken = Math.min(takenOf(capacity, date, position), others.length);
      const seated = Array.from({ length: taken }, () => ({ userId: others[next++ % others.length], status: "confirmed" as const }));
      const rows = [...seated, ...own].map((row) => ({ ...row, eventId, quotaId, statusAt: now, createdAt: now, updatedAt: now }));
      if (rows.length > 0) await tx.insert(eventRegistrations).values(rows).onConflictDoNothing();
    }
  }
};
