import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { birthdayGreetings } from "#backend/modules/birthdays/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { consents, notificationChoices, notificationPauses } from "#backend/modules/privacy/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { consentTexts } from "#contract/law/privacy";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";

let backend: TestBackend;
let time: ReturnType<typeof testClock>;
let admin: Awaited<ReturnType<typeof signIn>>;

beforeEach(async () => {
  time = testClock(new Date("2026-11-18T10:00:00Z"));
  backend = await backendForTest({ clock: time.clock });
  admin = await signIn(backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
});

async function at(instant: string) {
  time.set(instant);
  admin = { ...admin, cookie: await cookiesOf(backend, admin.id) };
}

const born = (birthDate: string, more: object = {}) => addPerson(backend, { role: "VOLUNTEER", birthDate, ...more });

type Row = { id: string; day: string; age: number | null; greeting: string };
async function list(when: string, cookie = admin.cookie): Promise<Row[]> {
  const answer = await backend.request(`/api/admin/birthdays?when=${when}`, { cookie });
  return ((await answer.json()) as { items: Row[] }).items;
}
const days = async (when: string) => (await list(when)).map(({ day }) => day);

const greet = (id: string, text = "Bel anniversaire.", cookie = admin.cookie) =>
  backend.request(`/api/admin/birthdays/${id}/greeting`, { method: "POST", cookie, json: { text } });

describe("the birthdays of a time", () => {
  test("are those of the day, of the week from Monday to Sunday, and of the month", async () => {
    for (const day of ["1990-11-18", "1991-11-16", "1992-11-22", "1993-11-23", "1994-11-01", "1995-11-30", "1996-12-01"]) await born(day);
    expect(await days("today")).toEqual(["2026-11-18"]);
    expect(await days("week")).toEqual(["2026-11-16", "2026-11-18", "2026-11-22"]);
    expect(await days("month")).toEqual(["2026-11-01", "2026-11-16", "2026-11-18", "2026-11-22", "2026-11-23", "2026-11-30"]);
  });

  test("begin and end at midnight in France, and a week goes over the end of a year", async () => {
    await born("1990-12-31");
    await born("1990-01-01");
    await at("2026-12-31T22:59:00Z");
    expect(await days("today")).toEqual(["2026-12-31"]);
    expect(await days("week")).toEqual(["2026-12-31", "2027-01-01"]);
    await at("2026-12-31T23:00:00Z");
    expect(await days("today")).toEqual(["2027-01-01"]);
    expect(await days("month")).toEqual(["2027-01-01"]);
  });

  test("have 29 February on the 28th in other years", async () => {
    await born("2000-02-29");
    await at("2027-02-28T10:00:00Z");
    expect(await days("today")).toEqual(["2027-02-28"]);
    expect(await days("month")).toEqual(["2027-02-28"]);
    await at("2028-02-28T10:00:00Z");
    expect(await days("today")).toEqual([]);
    await at("2028-02-29T10:00:00Z");
    expect(await days("today")).toEqual(["2028-02-29"]);
  });

  test("leave out accounts that are not open", async () => {
    for (const accountState of ["waiting", "suspended", "refused", "left"] as const) await born("1990-11-18", { accountState });
    expect(await list("today")).toEqual([]);
  });

  test("say an age of those alone who allow it, and as long as they do", async () => {
    const { id } = await born("1990-11-18");
    const { cookie } = { cookie: await cookiesOf(backend, id) };
    expect((await list("today"))[0]?.age).toBeNull();
    const choose = (given: string[]) => backend.request("/api/account/consents", { method: "PUT", cookie, json: { given } });
    expect((await choose(["age"])).status).toBe(200);
    expect((await list("today"))[0]?.age).toBe(36);
    time.pass(60);
    await choose([]);
    expect((await list("today"))[0]?.age).toBeNull();
  });

  test("have students for those alone who may read their date of birth, and the log says so", async () => {
    const [here] = await backend.services.db.insert(sectors).values({ kind: "local_team", slug: "ici", name: "Ici" }).returning();
    const student = await born("2004-11-18", { role: "BENEFICIARY", sectorId: here?.id });
    const without = await signIn(backend, { role: "ADMIN" });
    const permission = "BENEFICIARY_READ_RESTRICTED" as const;
    const within = await signIn(backend, { role: "ADMIN", inSectors: [{ permission, sectorId: here?.id ?? "" }] });
    expect(await list("month", without.cookie)).toEqual([]);
    expect((await backend.request(`/api/admin/birthdays/${student.id}`, { cookie: without.cookie })).status).toBe(404);
    expect((await greet(student.id, "Bonjour", without.cookie)).status).toBe(404);
    expect((await list("month", within.cookie)).map(({ id }) => id)).toEqual([student.id]);
    const logged = await backend.services.db.select().from(auditLog).where(eq(auditLog.action, "people.read_restricted"));
    expect(logged.map(({ actorId, entityId }) => [actorId, entityId])).toEqual([[within.id, "/dashboard/admin/birthdays"]]);
  });
});

describe("a greeting", () => {
  test("comes by mail and in the inbox, in the language of the person, with a link to stop it", async () => {
    const { db } = backend.services;
    const person = await born("1990-11-18", { locale: "en" });
    const record = (await (await backend.request(`/api/admin/birthdays/${person.id}`, { cookie: admin.cookie })).json()) as {
      text: string;
    };
    expect(record).toMatchObject({ locale: "en", greeting: "possible" });
    expect(record.text).toContain("very happy birthday");
    expect((await greet(person.id, "All the best!")).status).toBe(201);
    const [mail] = await db.select().from(outgoingMails).where(eq(outgoingMails.userId, person.id));
    expect([mail?.subject, mail?.optionalTopic]).toEqual(["Happy birthday!", "greetings"]);
    expect(mail?.text).toContain("All the best!");
    expect(mail?.text).toContain("Stop birthday greetings");
    expect(await db.$count(notices, and(eq(notices.userId, person.id), eq(notices.channel, "inbox")))).toBe(1);
    expect((await list("today"))[0]?.greeting).toBe("sent");
  });

  test("is sent once a year, also by two at once", async () => {
    const { db } = backend.services;
    const person = await born("1990-11-18");
    const answers = await Promise.all([1, 2, 3, 4].map(() => greet(person.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    expect(await db.$count(birthdayGreetings)).toBe(1);
    expect(await db.$count(outgoingMails, eq(outgoingMails.userId, person.id))).toBe(1);
    await at("2027-11-18T10:00:00Z");
    expect((await greet(person.id)).status).toBe(201);
  });

  test("is for the day and the seven after it, and counts for the year of the birthday", async () => {
    const person = await born("1990-12-31");
    expect((await greet(person.id)).status).toBe(404);
    await at("2027-01-07T22:59:00Z");
    expect((await greet(person.id)).status).toBe(201);
    expect((await backend.services.db.select().from(birthdayGreetings)).map(({ year }) => year)).toEqual([2026]);
    await at("2027-01-07T23:00:00Z");
    expect((await greet(person.id)).status).toBe(404);
  });

  test("is not sent to those who have stopped or paused it", async () => {
    const { db } = backend.services;
    const [stopped, paused] = [await born("1990-11-18"), await born("1990-11-18")];
    await db.insert(notificationChoices).values({ userId: stopped.id, topic: "greetings", channel: "email", frequency: "never" });
    await db.insert(notificationPauses).values({ userId: paused.id, topic: "all", until: "2027-01-01" });
    for (const { id } of [stopped, paused]) expect((await greet(id)).status).toBe(409);
    expect((await list("today")).map(({ greeting }) => greeting)).toEqual(["stopped", "stopped"]);
    expect([await db.$count(outgoingMails), await db.$count(birthdayGreetings)]).toEqual([0, 0]);
  });
});

test("an earlier text of the consent to show one's age does not count", async () => {
  const { id: userId } = await born("1990-11-18");
  await backend.services.db
    .insert(consents)
    .values({ userId, purpose: "age", given: true, textVersion: consentTexts.age - 1, at: time.clock() });
  expect((await list("today"))[0]?.age).toBeNull();
});

test("other roles open none of it", async () => {
  const { id } = await born("1990-11-18");
  for (const role of ["VOLUNTEER", "BENEFICIARY", "DONATOR_INDIVIDUAL"] as const) {
    const { cookie } = await signIn(backend, { role });
    const statuses = [
      (await backend.request("/api/admin/birthdays", { cookie })).status,
      (await backend.request(`/api/admin/birthdays/${id}`, { cookie })).status,
      (await greet(id, "Bonjour", cookie)).status,
    ];
    expect([role, statuses]).toEqual([role, [403, 403, 403]]);
  }
});
