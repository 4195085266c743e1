import { expect, test } from "vitest";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { remindDrivers, reminderDue } from "#backend/modules/people/driving";
import { driverProfiles } from "#backend/modules/people/tables";
import { notificationChoices, notificationPauses } from "#backend/modules/privacy/tables";
import { backendForTest, testClock } from "#tests/support/backend";
import { addPerson } from "#tests/support/people";

test.each([
  ["2026-12-01", "2027-01-31", undefined],
  ["2026-12-02", "2027-01-31", 60],
  ["2027-01-15", "2027-01-31", 60],
  ["2027-01-16", "2027-01-31", 15],
  ["2027-01-29", "2027-01-31", 15],
  ["2027-01-30", "2027-01-31", 1],
  ["2027-01-31", "2027-01-31", undefined],
  ["2028-02-28", "2028-02-29", 1],
])("on %s, of a document that counts until %s: reminder of %s days", (today, expiry, due) => {
  expect(reminderDue(today, expiry)).toBe(due);
});

test("each reminder goes once, also after days without a run, to those who drive and are let in", async () => {
  const time = testClock(new Date("2026-12-02T07:35:00Z"));
  const { services } = await backendForTest({ clock: time.clock });
  const documents = { licenceExpiry: "2030-01-01", insuranceExpiry: "2027-01-31", inspectionExpiry: "2027-06-30" };
  const driver = await addPerson({ services }, { role: "VOLUNTEER", locale: "fr" });
  const left = await addPerson({ services }, { role: "VOLUNTEER", accountState: "suspended" });
  const rider = await addPerson({ services }, { role: "VOLUNTEER" });
  await services.db.insert(driverProfiles).values([
    { userId: driver.id, vehicle: "car", ...documents },
    { userId: left.id, vehicle: "car", ...documents },
    { userId: rider.id, vehicle: "bike" },
  ]);
  const keys = async () =>
    (await services.db.select().from(outgoingMails)).map(({ userId, dedupeKey }) => [userId, dedupeKey.split(":").at(-1)]);
  await remindDrivers(services);
  await remindDrivers(services);
  expect(await keys()).toEqual([[driver.id, "60"]]);
  time.set("2027-01-20T07:35:00Z");
  await remindDrivers(services);
  time.set("2027-01-30T07:35:00Z");
  await remindDrivers(services);
  time.set("2027-02-01T07:35:00Z");
  await remindDrivers(services);
  expect((await keys()).sort()).toEqual([
    [driver.id, "1"],
    [driver.id, "15"],
    [driver.id, "60"],
  ]);
  const [mail] = await services.db.select().from(outgoingMails);
  expect(mail?.text).toContain("votre assurance arrive à échéance le 31 janvier 2027");
});

test("a driver who has stopped or paused reminders finds them in the inbox, and is written to once more the day before", async () => {
  const time = testClock(new Date("2026-12-02T07:35:00Z"));
  const { services } = await backendForTest({ clock: time.clock });
  const stopped = await addPerson({ services }, { role: "VOLUNTEER" });
  const paused = await addPerson({ services }, { role: "VOLUNTEER" });
  const documents = { licenceExpiry: "2030-01-01", insuranceExpiry: "2027-01-31", inspectionExpiry: "2027-06-30" };
  const drivers = [stopped, paused].map(({ id: userId }) => ({ userId, vehicle: "car" as const, ...documents }));
  await services.db.insert(driverProfiles).values(drivers);
  await services.db.insert(notificationChoices).values({ userId: stopped.id, topic: "reminders", channel: "email", frequency: "never" });
  await services.db.insert(notificationPauses).values({ userId: paused.id, topic: "all", until: "2027-06-01" });
  for (const day of ["2026-12-02", "2027-01-20"]) {
    time.set(`${day}T07:35:00Z`);
    await remindDrivers(services);
  }
  expect([await services.db.$count(outgoingMails), await services.db.$count(notices)]).toEqual([0, 4]);
  time.set("2027-01-30T07:35:00Z");
  await remindDrivers(services);
  expect((await services.db.select().from(outgoingMails)).map(({ userId }) => userId).sort()).toEqual([stopped.id, paused.id].sort());
});
