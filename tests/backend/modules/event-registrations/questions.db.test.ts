import { eq } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { purgeRequests } from "#backend/modules/event-guests/requesting";
import { eventGuestRequests } from "#backend/modules/event-guests/tables";
import { eventQuestions, eventRegistrations } from "#backend/modules/event-registrations/tables";
import { buildWaitingArchives } from "#backend/modules/privacy/archive";
import { erasePeople } from "#backend/modules/privacy/erasure";
import type { EventAnswer } from "#contract/charity/event-questions";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { eventGuest } from "#tests/support/event-guests";
import { datesOf, repeat } from "#tests/support/event-series";
import { addEvent } from "#tests/support/events";
import { noLimits } from "#tests/support/no-limits";
import { readPdf } from "#tests/support/pdf-text";
import { signIn } from "#tests/support/people";

const time = testClock(new Date());
let backend: TestBackend;
let cookie: string;
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock, limits: noLimits });
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

type Question = { id: string; answered: number; archived: boolean };
type Stored = { event: { version: number }; questions: Question[] };
type Problem = { fieldErrors?: Record<string, string[]> };

const read = async (id: string) => (await (await backend.request(`/api/admin/events/${id}/questions`, { cookie })).json()) as Stored;

async function save(id: string, eventQuestions: Record<string, unknown>[]) {
  const { event } = await read(id);
  const json = { version: event.version, eventQuestions };
  const answer = await backend.request(`/api/admin/events/${id}/questions`, { method: "PUT", cookie, json });
  return { ...((await answer.json()) as Problem), code: answer.status };
}

const size = {
  kind: "choice",
  label: { fr: "Votre taille ?", en: "Your size?" },
  choices: { fr: "S\nM", en: "Small\nMedium" },
  required: true,
};
const count = { kind: "number", label: { fr: "Combien de sacs ?" } };
const vegan = { kind: "flag", label: { fr: "En voiture ?" } };

const diet = { kind: "text", label: { fr: "Un régime ?" } };

/** A published event with these questions; answers their ids. */
async function addAsking(eventQuestions: Record<string, unknown>[], rules: Record<string, unknown> = {}) {
  const event = { startsAt: "2031-01-15T18:30", endsAt: "2031-01-15T21:00" };
  const { id, quotas } = await addEvent(backend, cookie, { event, quotas: [{ capacity: 4 }], ...rules });
  expect((await save(id, eventQuestions)).code).toBe(200);
  return { id, quotaId: quotas[0] ?? "", ids: (await read(id)).questions.map((question) => question.id) };
}

async function register(event: { id: string; quotaId: string }, answers: Record<string, string>) {
  const { cookie: own, ...person } = await signIn(backend, { role: "VOLUNTEER" });
  const answer = await backend.request(`/api/my-events/${event.id}/registration`, {
    ...{ method: "POST", cookie: own, json: { quotaId: event.quotaId, answers } },
  });
  return { ...((await answer.json()) as Problem), code: answer.status, cookie: own, person };
}

test("who registers answers the questions, in the form that each asks for", async () => {
  const event = await addAsking([size, count, vegan]);
  const [first = "", second = "", third = ""] = event.ids;
  const refused = await register(event, { [second]: "beaucoup", [third]: "maybe" });
  expect(refused.code).toBe(422);
  expect(refused.fieldErrors).toEqual({
    [`answers.${first}`]: ["event-questions:error.missing"],
    [`answers.${second}`]: ["event-questions:error.number"],
    [`answers.${third}`]: ["event-questions:error.missing"],
  });
  expect((await register(event, { [first]: "XL" })).fieldErrors).toHaveProperty(`answers.${first}`);
  expect((await register(event, { [first]: "M", [second]: " 3 ", [third]: "" })).code).toBe(200);
  const [row] = await backend.services.db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, event.id));
  expect(row?.answers).toEqual([
    { question: first, kind: "choice", label: size.label, answer: "M", choice: { fr: "M", en: "Medium" } },
    { question: second, kind: "number", label: count.label, answer: "3" },
  ]);
});

test("administrators read answers with the participants; staff add people without any, and the log has none", async () => {
  const event = await addAsking([diet]);
  await register(event, { [event.ids[0] ?? ""]: "Sans gluten 4711" });
  const added = await backend.request(`/api/admin/events/${event.id}/participants`, {
    ...{ method: "POST", cookie, json: { guestName: "Ana Silva", quotaId: event.quotaId } },
  });
  expect(added.status).toBe(200);
  const answer = await backend.request(`/api/admin/events/${event.id}/participants`, { cookie });
  const { items } = (await answer.json()) as { items: { answers: EventAnswer[] }[] };
  expect(items.map(({ answers }) => answers.map((one) => one.answer))).toEqual([["Sans gluten 4711"], []]);
  const logged = await backend.services.db.select().from(auditLog);
  expect(JSON.stringify(logged)).not.toContain("gluten 4711");
  expect(logged.map(({ action }) => action)).toContain("event.questions");
});

test("administrators erase one answer of a registration, once, and the log says so without it", async () => {
  const event = await addAsking([diet, count]);
  const [first = "", second = ""] = event.ids;
  const { cookie: own } = await register(event, { [first]: "Sans noix 4712", [second]: "3" });
  const { db } = backend.services;
  const [row] = await db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, event.id));
  const path = `/api/admin/events/${event.id}/participants/${row?.id}/answers/${first}`;
  expect((await backend.request(path, { method: "DELETE", cookie: own })).status).toBe(403);
  expect((await backend.request(path, { method: "DELETE", cookie })).status).toBe(200);
  expect((await backend.request(path, { method: "DELETE", cookie })).status).toBe(404);
  const [after] = await db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, event.id));
  expect(after?.answers).toMatchObject([
    { answer: "", erased: true },
    { question: second, answer: "3" },
  ]);
  const logged = await db.select().from(auditLog);
  expect(logged.filter(({ entityId }) => entityId === row?.id).map(({ action }) => action)).toEqual(["event_registration.erase_answer"]);
  expect(JSON.stringify(logged)).not.toContain("noix 4712");
});

test("a question with answers is archived, not removed, and stays of its kind", async () => {
  const event = await addAsking([size, count]);
  const [first = "", second = ""] = event.ids;
  await register(event, { [first]: "M" });
  expect((await read(event.id)).questions.map(({ answered }) => answered)).toEqual([1, 0]);
  expect((await save(event.id, [{ ...count, id: second }])).fieldErrors).toEqual({
    eventQuestions: ["event-questions:error.answered?count=1"],
  });
  expect((await save(event.id, [{ ...size, id: first, kind: "text" }])).fieldErrors).toEqual({
    "eventQuestions[0].kind": ["event-questions:error.kindStays?count=1"],
  });
  expect((await save(event.id, [{ ...size, id: first, archived: true }])).code).toBe(200);
  expect((await read(event.id)).questions).toMatchObject([{ id: first, archived: true, answered: 1 }]);
  // It is not asked any more.
  expect((await register(event, {})).code).toBe(200);
});

test("an event asks six questions at most, choices have two at least, and an edit of an older version is refused", async () => {
  const event = await addAsking([]);
  expect(
    (
      await save(
        event.id,
        Array.from({ length: 7 }, () => vegan),
      )
    ).fieldErrors,
  ).toHaveProperty("eventQuestions");
  expect((await save(event.id, [{ ...size, choices: { fr: "S" } }])).code).toBe(422);
  expect((await save(event.id, [{ ...size, choices: { fr: "S\nM", en: "Small" } }])).code).toBe(422);
  const json = { version: 0, eventQuestions: [] };
  expect((await backend.request(`/api/admin/events/${event.id}/questions`, { method: "PUT", cookie, json })).status).toBe(409);
  const { cookie: volunteer } = await signIn(backend, { role: "VOLUNTEER" });
  expect((await backend.request(`/api/admin/events/${event.id}/questions`, { cookie: volunteer })).status).toBe(403);
});

test("a question that a request without account has answered stays until the link of its mail ends", async () => {
  const event = await addAsking([diet, size], { guests: true });
  const [first = "", second = ""] = event.ids;
  const answers = { [first]: "Sans noix", [second]: "S" };
  await eventGuest(backend, time).ask({ id: event.id, quotas: [event.quotaId] }, "noa@example.org", { answers });
  expect((await read(event.id)).questions.map(({ answered }) => answered)).toEqual([1, 1]);
  expect((await save(event.id, [{ ...size, id: second }])).fieldErrors).toEqual({
    eventQuestions: ["event-questions:error.answered?count=1"],
  });
  const { db } = backend.services;
  await db.update(eventGuestRequests).set({ expiresAt: time.clock() });
  expect((await save(event.id, [{ ...size, id: second }])).code).toBe(200);
  await purgeRequests(db, time.clock());
  expect(await db.select().from(eventGuestRequests)).toEqual([]);
});

test("answers are in the copy of a person's data, and go with their registration", async () => {
  const event = await addAsking([diet]);
  const { person, cookie: own } = await register(event, { [event.ids[0] ?? ""]: "Sans gluten 4711" });
  const answer = await backend.request("/api/account/data-requests", { method: "POST", cookie: own, json: { kind: "access" } });
  const { id } = (await answer.json()) as { id: string };
  await buildWaitingArchives(backend.services);
  const copy = await backend.request(`/api/account/data-requests/${id}/archive`, { cookie: own });
  const files = Object.values(unzipSync(new Uint8Array(await copy.arrayBuffer()))).map((file) => strFromU8(file));
  expect(files.join("\n")).toContain("Sans gluten 4711");
  await erasePeople(backend.services, null, [person.id], time.clock());
  expect(await backend.services.db.$count(eventRegistrations, eq(eventRegistrations.eventId, event.id))).toBe(0);
});

test("dates of a series ask the same questions", async () => {
  const event = await addAsking([size, count]);
  await repeat(backend, cookie, event.id, ["2031-01-22"]);
  const [, second] = await datesOf(backend, event.id);
  const copied = await backend.services.db
    .select()
    .from(eventQuestions)
    .where(eq(eventQuestions.eventId, second?.id ?? ""))
    .orderBy(eventQuestions.position);
  expect(copied).toMatchObject([
    { kind: "choice", label: size.label, required: true },
    { kind: "number", required: false },
  ]);
});

test("people without account are asked as well, on the public page, which has no answers", async () => {
  const event = await addAsking([size], { guests: true });
  const page = await (await backend.request(`/api/events/${event.id}/page`)).text();
  expect(JSON.parse(page)).toMatchObject({
    registration: {
      questions: [
        {
          label: size.label,
          choices: [
            { fr: "S", en: "Small" },
            { fr: "M", en: "Medium" },
          ],
        },
      ],
    },
  });
  const guest = eventGuest(backend, time);
  const place = { id: event.id, quotas: [event.quotaId] };
  const refused = await guest.ask(place, "lou@example.org");
  expect([refused.status, ((await refused.json()) as Problem).fieldErrors]).toEqual([
    422,
    { [`answers.${event.ids[0]}`]: ["event-questions:error.missing"] },
  ]);
  const token = await guest.register(place, "lou@example.org", { answers: { [event.ids[0] ?? ""]: "S" } });
  const [row] = await backend.services.db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, event.id));
  expect(row?.answers).toMatchObject([{ answer: "S", label: size.label }]);
  expect(await guest.read(token)).toMatchObject({ mine: { answers: [{ answer: "S", label: size.label }] } });
  expect(await (await backend.request(`/api/events/${event.id}/page`)).text()).not.toContain('"answer"');
});

test("staff who add somebody answer what they know, leave a required question for later, and never replace what a person said", async () => {
  const event = await addAsking([size, count]);
  const [first = "", second = ""] = event.ids;
  const add = (answers: Record<string, string>, as = cookie) =>
    backend.request(`/api/admin/events/${event.id}/participants`, {
      ...{ method: "POST", cookie: as, json: { guestName: "Ana Silva", quotaId: event.quotaId, partySize: 1, answers } },
    });
  const refused = await add({ [second]: "beaucoup" });
  expect([refused.status, ((await refused.json()) as Problem).fieldErrors]).toEqual([
    422,
    { [`answers.${second}`]: ["event-questions:error.number"] },
  ]);
  expect((await add({ [second]: "3" })).status).toBe(200);
  const { db } = backend.services;
  const ofGuest = async () => {
    const [row] = await db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, event.id));
    if (!row) throw new Error("not registered");
    return row;
  };
  const { id, version } = await ofGuest();
  const complete = (answers: Record<string, string>, from = version, as = cookie) =>
    backend.request(`/api/admin/events/${event.id}/participants/${id}/answers`, {
      ...{ method: "PUT", cookie: as, json: { version: from, answers } },
    });
  expect((await complete({ [first]: "XL" })).status).toBe(422);
  expect((await complete({ [first]: "M", [second]: "99" })).status).toBe(200);
  expect((await ofGuest()).answers.map(({ answer }) => answer)).toEqual(["3", "M"]);
  expect((await complete({ [first]: "S" })).status).toBe(409);
  expect((await complete({}, version + 1, (await signIn(backend, { role: "VOLUNTEER" })).cookie)).status).toBe(403);
  const logged = await db.select().from(auditLog).where(eq(auditLog.entityId, id));
  expect(logged.map(({ action }) => action)).toContain("event_registration.add_answers");
  expect(JSON.stringify(logged)).not.toContain('"M"');
  await db.update(eventRegistrations).set({ status: "cancelled_by_staff" }).where(eq(eventRegistrations.id, id));
  expect((await complete({}, version + 1)).status).toBe(404);
});

test("an answer that staff erased is not given again by staff, is printed nowhere, and its question is asked of nobody else's words", async () => {
  const event = await addAsking([{ ...diet, required: true }]);
  const [question = ""] = event.ids;
  await register(event, { [question]: "Sans noix 4713" });
  const { db } = backend.services;
  const stored = async () => (await db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, event.id)))[0];
  const { id, version = 0 } = (await stored()) ?? {};
  const path = `/api/admin/events/${event.id}/participants/${id}/answers`;
  expect((await backend.request(`${path}/${question}`, { method: "DELETE", cookie })).status).toBe(200);
  const erased = [{ question, kind: "text", label: diet.label, answer: "", erased: true }];
  expect((await stored())?.answers).toEqual(erased);
  const json = { version: version + 1, answers: { [question]: "Sans noix" } };
  expect((await backend.request(path, { method: "PUT", cookie, json })).status).toBe(200);
  expect((await stored())?.answers).toEqual(erased);
  expect((await read(event.id)).questions).toMatchObject([{ answered: 0 }]);
  const sheet = await backend.request(`/api/admin/events/${event.id}/codes/pdf?format=attendance&answers=yes`, { cookie });
  expect(readPdf(new Uint8Array(await sheet.arrayBuffer())).text).not.toContain("régime");
});

test("the list to tick has the answers where they are asked for, whole and in the language of the reader", async () => {
  const event = await addAsking([size, vegan, diet]);
  const [first = "", second = "", third = ""] = event.ids;
  const long = "Un long récit, ".repeat(19);
  await register(event, { [first]: "M", [second]: "yes", [third]: long });
  const textOf = async (query: string, headers = {}) => {
    const path = `/api/admin/events/${event.id}/codes/pdf?format=attendance${query}`;
    const { text } = readPdf(new Uint8Array(await (await backend.request(path, { cookie, headers })).arrayBuffer()));
    return text.replaceAll(/\s+/g, " ");
  };
  expect(await textOf("")).not.toContain("taille");
  const sheet = await textOf("&answers=yes");
  for (const words of ["Votre taille ? : M", "En voiture ? : Oui", long.trim()]) expect(sheet).toContain(words);
  expect(await textOf("&answers=yes", { "accept-language": "en" })).toContain("Your size?: Medium");
});
