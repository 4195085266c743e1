import { and, asc, desc, eq, inArray } from "drizzle-orm";
import type { DemoSubject } from "#backend/content/demo-rows";
import { aids } from "#backend/modules/aids/tables";
import { eventQuotas, eventRegistrations, registrationRules } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { organisationSettings } from "#backend/modules/organisation/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import { franceDay, instantInFrance } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";
import { kitOrders } from "./tables.ts";

/** Deliveries and fittings of the demonstration: days from now, and the hours of their slots. */
const dates = [
  {
    ...({ type: "delivery", inDays: 3, slots: ["18:00", "19:00"], end: "20:00", capacity: 9 } as const),
    title: { fr: "Kits à domicile", en: "Kits brought to your door" },
    summary: { fr: "Environ onze kilos, de quoi cuisiner une semaine.", en: "About eleven kilos, enough to cook for a week." },
    slot: { fr: "Livraison", en: "Delivery" },
  },
  {
    ...({ type: "delivery", inDays: 10, slots: ["18:00", "19:00"], end: "20:00", capacity: 9 } as const),
    title: { fr: "Kits à domicile", en: "Kits brought to your door" },
    summary: { fr: "Environ onze kilos, de quoi cuisiner une semaine.", en: "About eleven kilos, enough to cook for a week." },
    slot: { fr: "Livraison", en: "Delivery" },
  },
  {
    ...({ type: "dressed", inDays: 6, slots: ["14:00", "15:00", "16:00"], end: "17:00", capacity: 2 } as const),
    title: { fr: "Essayages Dressed", en: "Dressed fittings" },
    summary: {
      fr: "Choisissez jusqu’à huit pièces, une personne peut vous accompagner.",
      en: "Choose up to eight pieces, one person may come along.",
    },
    slot: { fr: "Essayage", en: "Fitting" },
  },
];

const doors = ["3e étage, interphone au nom de famille", "Rez-de-chaussée, porte de gauche", "Chambre 412, sans ascenseur", ""];

/** Students of a team order kits, and have received some: one of theirs is the student of the demonstration. */
export const demo: DemoSubject = async ({ tx, now, people }) => {
  const student = people.get("student@maillon.example");
  const [own] = student ? await tx.select({ sectorId: users.sectorId }).from(users).where(eq(users.id, student)) : [];
  const [team] = own?.sectorId ? await tx.select().from(sectors).where(eq(sectors.id, own.sectorId)) : [];
  if (!student || !team) return;
  const others = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "BENEFICIARY"), eq(users.accountState, "validated")))
    .orderBy(desc(eq(users.sectorId, team.id)), asc(users.email))
    .limit(12);
  const guests = others.map(({ id }) => id).filter((id) => id !== student);
  const today = franceDay(now);
  for (const [at, { inDays, slots, end, capacity, slot, ...date }] of dates.entries()) {
    const day = addDays(today, inDays);
    const moment = (time: string) => instantInFrance(`${day}T${time}`) ?? now;
    const [event] = await tx
      .insert(events)
      .values({
        ...{ ...date, sectorId: team.id, visibility: "members", status: "published", english: "reviewed", publishedAt: now },
        ...{ startsAt: moment(slots[0]), endsAt: moment(end), placeName: "Le local", placeAddress: "24 rue du Marché-Levé, 69007 Lyon" },
      })
      .returning();
    if (!event) continue;
    await tx.insert(registrationRules).values({ eventId: event.id, roles: ["BENEFICIARY"], maxParty: 1, waitingList: true });
    const quotas = await tx
      .insert(eventQuotas)
      .values(
        slots.map((from, position) => ({
          ...{ eventId: event.id, position, label: slot, capacity },
          ...{ startsAt: moment(from), endsAt: moment(slots[position + 1] ?? end) },
        })),
      )
      .returning();
    if (at !== 0) continue;
    const rows = [student, ...guests.slice(0, 6)].map((userId, index) => ({
      ...{ eventId: event.id, quotaId: quotas[index % quotas.length]?.id ?? "", userId, status: "confirmed" as const },
      ...{ statusAt: now, createdAt: now, updatedAt: now },
    }));
    const added = await tx.insert(eventRegistrations).values(rows).returning({ id: eventRegistrations.id });
    for (const [index, { id }] of added.entries())
      await tx
        .update(kitOrders)
        .set({
          address: index === 0 ? null : `${index * 7} rue du Moulin, 69007 Lyon`,
          door: doors[index % doors.length] ?? "",
          phone: `06 39 98 00 ${10 + index}`,
          needsSharedAt: index % 3 === 2 ? null : now,
        })
        .where(eq(kitOrders.registrationId, id));
  }
  const received = [student, ...guests].flatMap((userId, index) => [
    { userId, kind: "parcel" as const, day: addDays(today, -8 - (index % 3)) },
    { userId, kind: "parcel" as const, day: addDays(today, -22 - (index % 3)) },
    ...(index % 2 === 0 ? [{ userId, kind: "clothes" as const, day: addDays(today, -60) }] : []),
  ]);
  await tx.insert(aids).values(received);
  await tx
    .update(beneficiaryFiles)
    .set({ adults: 1, children: 0 })
    .where(inArray(beneficiaryFiles.userId, [student, ...guests]));
  const facts = { aidRule: "warn", parcelDays: 6, clothesDays: 90 };
  await tx.insert(organisationSettings).values({ part: "aids", number: 1, facts, validFrom: addDays(today, -200), createdAt: now });
};
