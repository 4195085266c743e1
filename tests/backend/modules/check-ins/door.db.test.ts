import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { codeOf } from "#backend/modules/check-ins/code-format";
import { issueCodes, replaceCodes } from "#backend/modules/check-ins/issuing";
import { checkIns, doorCodes, scanAttempts } from "#backend/modules/check-ins/tables";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { volunteerHours } from "#backend/modules/hours/tables";
import { memberships } from "#backend/modules/memberships/tables";
import { erasePeople } from "#backend/modules/privacy/erasure";
import { applyRetention } from "#backend/modules/privacy/retention";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import type { Door } from "#contract/charity/check-ins";
import type { EventDay } from "#contract/charity/event-day";
import { franceDay } from "#contract/formats/france-time";
import { backendForTest, startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addRegistration, addRunningEvent, answerAt, scanAt, statusOf } from "#tests/support/door";
import { readPdf } from "#tests/support/pdf-text";
import { addPerson, signIn } from "#tests/support/people";

const time = testClock();
let backend: TestBackend;
let admin = "";
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  ({ cookie: admin } = await signIn(backend, { role: "ADMIN", firstName: "Aminata", lastName: "Sow" }));
});
afterAll(() => backend.close());

const ticket = async (id: string) => (await issueCodes(backend.services, "ticket", [id])).get(id)?.code ?? "";
const lettersFor = async (id: string) => (await issueCodes(backend.services, "ticket", [id])).get(id)?.letters ?? "";
const doorOf = async (cookie: string, id: string) => (await backend.request(`/api/doors/${id}`, { cookie })).json() as Promise<Door>;
/** Scans are in the order of their times. */
const nextSecond = () => time.pass(1);
const post = (cookie: string, path: string, json: unknown = {}) => backend.request(path, { method: "POST", cookie, json });

async function personAt(event: { eventId: string; quotaId: string }, more: Parameters<typeof addRegistration>[3] = {}) {
  const person = await addPerson(backend, { role: "VOLUNTEER" });
  const id = await addRegistration(backend, event, { userId: person.id }, more);
  return { person, id, code: await ticket(id) };
}

describe("a code at the door", () => {
  test("lets somebody in once, says since when they are inside, and out and in again", async () => {
    const event = await addRunningEvent(backend);
    const { id, code, person } = await personAt(event, { partySize: 2 });
    const scan = (kind: "entry" | "exit") => {
      nextSecond();
      return answerAt(backend, admin, event.eventId, { code, kind });
    };
    expect(await scan("exit")).toBe("not_inside");
    expect(await scan("entry")).toBe("ok");
    expect(await statusOf(backend, id)).toBe("attended");
    expect(await scan("entry")).toBe("already");
    const door = await doorOf(admin, event.eventId);
    expect(door).toMatchObject({ expected: 2, entered: 2, inside: 2 });
    expect(door.scans[0]).toMatchObject({
      answer: "already",
      first: { at: new Date(time.clock().getTime() - 1000).toISOString(), by: "Aminata Sow" },
    });
    expect(await scan("exit")).toBe("left");
    expect(await doorOf(admin, event.eventId)).toMatchObject({ entered: 2, inside: 0 });
    expect(await scan("entry")).toBe("ok");
    // The hours of the event are proposed once.
    expect(await backend.services.db.$count(volunteerHours, eq(volunteerHours.userId, person.id))).toBe(1);
  });

  test("that was refused is listed by itself until its person comes in, and counted on the page of the event", async () => {
    const event = await addRunningEvent(backend);
    const [here, cancelled, waits] = [
      await personAt(event),
      await personAt(event, { status: "cancelled_by_user" }),
      await personAt(event, { status: "waiting" }),
    ];
    for (const code of [here.code, cancelled.code, cancelled.code, waits.code, "ABCD EFGH"]) {
      nextSecond();
      await answerAt(backend, admin, event.eventId, { code });
    }
    const refused = async () => {
      const door = (await (await backend.request(`/api/doors/${event.eventId}?scans=refused`, { cookie: admin })).json()) as Door;
      return door.scans.map(({ answer }) => answer);
    };
    const counted = async () => {
      const day = (await (await backend.request(`/api/admin/events/${event.eventId}/day`, { cookie: admin })).json()) as EventDay;
      return day.counts.refused;
    };
    expect(await refused()).toEqual(["unknown", "not_confirmed", "cancelled", "cancelled"]);
    expect(await counted()).toBe(3);
    await backend.services.db.update(eventRegistrations).set({ status: "attended" }).where(eq(eventRegistrations.id, waits.id));
    expect([await refused(), await counted()]).toEqual([["unknown", "cancelled", "cancelled"], 2]);
  });

  test("is not mixed up with another one: the same number for another code, person or direction is refused", async () => {
    const event = await addRunningEvent(backend);
    const [one, two] = [await personAt(event), await personAt(event)];
    const nonce = crypto.randomUUID();
    expect(await answerAt(backend, admin, event.eventId, { code: one.code, nonce })).toBe("ok");
    expect(await answerAt(backend, admin, event.eventId, { code: one.code, nonce })).toBe("ok");
    expect(await answerAt(backend, admin, event.eventId, { code: two.code, nonce })).toBe("422");
    expect(await answerAt(backend, admin, event.eventId, { code: one.code, nonce, kind: "exit" })).toBe("422");
    expect(await answerAt(backend, admin, event.eventId, { registrationId: two.id, nonce })).toBe("422");
    expect(await statusOf(backend, two.id)).toBe("confirmed");
  });

  test("may be typed: its eight letters, in any writing", async () => {
    const event = await addRunningEvent(backend);
    const { id } = await personAt(event);
    const letters = await lettersFor(id);
    const typed = `${letters.slice(0, 4)}-${letters.slice(4)}`.toLowerCase().replaceAll("0", "o");
    expect(await answerAt(backend, admin, event.eventId, { code: typed })).toBe("ok");
  });

  test("is told apart when it was replaced, cancelled, is of another event, or of nobody who is confirmed", async () => {
    const [here, elsewhere] = [await addRunningEvent(backend), await addRunningEvent(backend, { title: { fr: "Collecte" } })];
    const replaced = await personAt(here);
    const oldLetters = await lettersFor(replaced.id);
    await replaceCodes(backend.services, "ticket", [replaced.id]);
    const at = (code: string) => answerAt(backend, admin, here.eventId, { code });
    expect([await at(replaced.code), await at(oldLetters)]).toEqual(["revoked", "revoked"]);
    expect(await at(await ticket(replaced.id))).toBe("ok");
    nextSecond();
    expect(await at((await personAt(elsewhere)).code)).toBe("wrong_event");
    expect((await doorOf(admin, here.eventId)).scans[0]).toMatchObject({ name: null, elsewhere: { title: { fr: "Collecte" } } });
    for (const status of ["waiting", "pending"] as const) expect(await at((await personAt(here, { status })).code)).toBe("not_confirmed");
    for (const status of ["cancelled_by_user", "refused"] as const)
      expect(await at((await personAt(here, { status })).code)).toBe("cancelled");
    const guest = await addRegistration(backend, here, { guestName: "Lou" });
    expect(await at(await ticket(guest))).toBe("ok");
    const left = await personAt(here);
    await backend.services.db.update(users).set({ accountState: "suspended" }).where(eq(users.id, left.person.id));
    expect(await at(left.code)).toBe("needs_attention");
    await backend.services.db
      .update(events)
      .set({ cancelledAt: time.clock(), cancelReason: { fr: "Travaux" } })
      .where(eq(events.id, elsewhere.eventId));
    expect(await answerAt(backend, admin, elsewhere.eventId, { code: (await personAt(elsewhere)).code })).toBe("event_cancelled");
  });

  test("that was forged is unknown, whatever it says, and nothing of it is stored", async () => {
    const event = await addRunningEvent(backend);
    const { id } = await personAt(event);
    const forged = codeOf(["a secret that is not ours, long enough"], { kind: "ticket", id, version: 1 });
    for (const code of [forged, "ABCD-EFGH", "https://example.org/", "💥", "x".repeat(400)])
      expect(await answerAt(backend, admin, event.eventId, { code })).toBe("unknown");
    const rows = await backend.services.db.select().from(scanAttempts).where(eq(scanAttempts.eventId, event.eventId));
    expect(rows.map(({ answer, registrationId }) => [answer, registrationId])).toEqual(Array(5).fill(["unknown", null]));
    expect(JSON.stringify([rows, backend.logged])).not.toContain(forged);
  });

  test("of a member or a student lets in who is registered and whose card holds", async () => {
    const event = await addRunningEvent(backend);
    const today = franceDay(time.clock());
    const member = await addPerson(backend, { role: "VOLUNTEER" });
    const card = async (kind: "membership" | "beneficiary", id: string) =>
      (await issueCodes(backend.services, kind, [id])).get(id)?.code ?? "";
    const at = async (kind: "membership" | "beneficiary", id: string) =>
      answerAt(backend, admin, event.eventId, { code: await card(kind, id) });
    expect(await at("membership", member.id)).toBe("expired");
    await backend.services.db.insert(memberships).values({ userId: member.id, status: "active", startDate: today, endDate: today });
    expect(await at("membership", member.id)).toBe("not_registered");
    await addRegistration(backend, event, { userId: member.id });
    expect([await at("membership", member.id), await at("membership", member.id)]).toEqual(["ok", "already"]);
    const student = await addPerson(backend, { role: "BENEFICIARY" });
    await addRegistration(backend, event, { userId: student.id });
    expect(await at("beneficiary", student.id)).toBe("ok");
  });

  test("counts once, however often the same scan arrives; nobody else uses its number", async () => {
    const event = await addRunningEvent(backend);
    const { code, id } = await personAt(event);
    const sent = { code, nonce: crypto.randomUUID() };
    const answers = [await scanAt(backend, admin, event.eventId, sent), await scanAt(backend, admin, event.eventId, sent)];
    const [first, second] = await Promise.all(answers.map((answer) => answer.json()));
    expect(first).toEqual(second);
    expect(first).toMatchObject({ answer: "ok" });
    expect(await backend.services.db.$count(checkIns, eq(checkIns.registrationId, id))).toBe(1);
    const other = await signIn(backend, { role: "ADMIN" });
    expect((await scanAt(backend, other.cookie, event.eventId, sent)).status).toBe(422);
  });

  test("that was scanned without connection keeps its time, and the first that arrived wins", async () => {
    const event = await addRunningEvent(backend);
    const { code, id } = await personAt(event);
    const ago = (minutes: number) => new Date(time.clock().getTime() - minutes * 60_000).toISOString();
    expect(await answerAt(backend, admin, event.eventId, { code, at: ago(30) })).toBe("ok");
    expect(await answerAt(backend, admin, event.eventId, { code, at: ago(40) })).toBe("already");
    const [row] = await backend.services.db.select().from(checkIns).where(eq(checkIns.registrationId, id));
    expect([row?.at.toISOString(), row?.mode]).toEqual([ago(30), "offline"]);
    expect(await answerAt(backend, admin, event.eventId, { code, at: ago(25 * 60) })).toBe("422");
    expect(await answerAt(backend, admin, event.eventId, { code, at: ago(-60) })).toBe("422");
  });
});

describe("who works at a door", () => {
  test("volunteers with the right in the event's sector or named for it; names are found with a right of its own", async () => {
    const [sector] = await backend.services.db.insert(sectors).values({ name: "Lyon", slug: "lyon" }).returning();
    const sectorId = sector?.id ?? "";
    const event = await addRunningEvent(backend, { sectorId });
    const other = await addRunningEvent(backend);
    const { id, person } = await personAt(event);
    const holder = await signIn(backend, { role: "VOLUNTEER", inSectors: [{ permission: "EVENTS_SCAN", sectorId }] });
    const finder = await signIn(backend, {
      role: "VOLUNTEER",
      inSectors: [
        { permission: "EVENTS_SCAN", sectorId },
        { permission: "EVENTS_CHECKIN_MANUAL", sectorId },
      ],
    });
    const named = await signIn(backend, { role: "VOLUNTEER" });
    const nobody = await signIn(backend, { role: "VOLUNTEER", inSectors: [{ permission: "EVENTS_CHECKIN_MANUAL", sectorId }] });
    const student = await signIn(backend, { role: "BENEFICIARY" });
    expect((await post(admin, `/api/admin/events/${event.eventId}/door-people`, { email: named.email })).status).toBe(200);
    expect((await post(admin, `/api/admin/events/${event.eventId}/door-people`, { email: student.email })).status).toBe(422);
    const statuses = (cookies: string[], path: string) =>
      Promise.all(cookies.map(async (cookie) => (await backend.request(path, { cookie })).status));
    const all = [holder, finder, named, nobody, student].map(({ cookie }) => cookie);
    expect(await statuses(all, `/api/doors/${event.eventId}`)).toEqual([200, 200, 200, 404, 403]);
    expect(await statuses(all, `/api/doors/${other.eventId}`)).toEqual([404, 404, 404, 404, 403]);
    expect(await statuses(all, `/api/doors/${event.eventId}/people?name=Test`)).toEqual([403, 200, 403, 404, 403]);
    const byName = (cookie: string) => answerAt(backend, cookie, event.eventId, { registrationId: id });
    expect([await byName(holder.cookie), await byName(nobody.cookie), await byName(finder.cookie)]).toEqual(["403", "404", "ok"]);
    const found = await (
      await backend.request(`/api/doors/${event.eventId}/people?name=${person.lastName}`, { cookie: finder.cookie })
    ).json();
    expect(found).toMatchObject({ items: [{ registrationId: id, inside: true }] });
    const left = await backend.request(`/api/admin/events/${event.eventId}/door-people/${named.id}`, { method: "DELETE", cookie: admin });
    expect(left.status).toBe(200);
    expect(await statuses([named.cookie], `/api/doors/${event.eventId}`)).toEqual([404]);
  });

  test("takes their own scan back, the last step of a person first, and the log says so", async () => {
    const event = await addRunningEvent(backend);
    const scanner = await signIn(backend, { role: "VOLUNTEER" });
    const mate = await signIn(backend, { role: "VOLUNTEER" });
    for (const { email } of [scanner, mate]) await post(admin, `/api/admin/events/${event.eventId}/door-people`, { email });
    const { code, id, person } = await personAt(event);
    await answerAt(backend, scanner.cookie, event.eventId, { code });
    const entry = (await doorOf(scanner.cookie, event.eventId)).scans[0]?.checkInId ?? "";
    expect((await doorOf(mate.cookie, event.eventId)).scans[0]?.mayUndo).toBe(false);
    const undo = async (cookie: string, checkInId: string) =>
      (await post(cookie, `/api/doors/${event.eventId}/undo`, { checkInId })).status;
    expect(await undo(mate.cookie, entry)).toBe(403);
    time.pass(60);
    await answerAt(backend, scanner.cookie, event.eventId, { code, kind: "exit" });
    expect(await undo(scanner.cookie, entry)).toBe(409);
    const exit = (await doorOf(scanner.cookie, event.eventId)).scans[0]?.checkInId ?? "";
    expect(await undo(scanner.cookie, exit)).toBe(200);
    expect(await doorOf(scanner.cookie, event.eventId)).toMatchObject({ inside: 1 });
    expect(await undo(scanner.cookie, entry)).toBe(200);
    expect(await undo(scanner.cookie, entry)).toBe(409);
    expect(await statusOf(backend, id)).toBe("confirmed");
    expect(await doorOf(scanner.cookie, event.eventId)).toMatchObject({ entered: 0, inside: 0 });
    expect(await backend.services.db.$count(volunteerHours, eq(volunteerHours.userId, person.id))).toBe(0);
    const logged = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, id));
    expect(logged.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["event_registration.undo_exit", scanner.id],
      ["event_registration.undo_entry", scanner.id],
    ]);
    expect(await answerAt(backend, scanner.cookie, event.eventId, { code })).toBe("ok");
  });
});

test("who was marked by hand stays so when a scan is taken back", async () => {
  const event = await addRunningEvent(backend);
  const { code, id } = await personAt(event);
  const mark = (action: string) => post(admin, `/api/admin/events/${event.eventId}/participants/act`, { action, selection: { ids: [id] } });
  const undoLast = async () =>
    post(admin, `/api/doors/${event.eventId}/undo`, { checkInId: (await doorOf(admin, event.eventId)).scans[0]?.checkInId });
  for (const action of ["attended", "no_show"]) {
    expect((await mark(action)).status).toBe(200);
    expect(await answerAt(backend, admin, event.eventId, { code })).toBe("ok");
    expect(await statusOf(backend, id)).toBe("attended");
    expect((await undoLast()).status).toBe(200);
    expect(await statusOf(backend, id)).toBe(action);
    time.pass(60);
  }
});

describe("codes and what remains of them", () => {
  test("a person reads their own ticket while it is worth something", async () => {
    const event = await addRunningEvent(backend);
    const holder = await signIn(backend, { role: "VOLUNTEER" });
    const id = await addRegistration(backend, event, { userId: holder.id });
    const own = async () => (await backend.request(`/api/my-events/${event.eventId}/ticket`, { cookie: holder.cookie })).json();
    expect(await own()).toMatchObject({ code: await ticket(id), letters: await lettersFor(id), registration: { status: "confirmed" } });
    const rotate = await post(admin, `/api/admin/events/${event.eventId}/codes/rotate`, { registrationIds: [id] });
    expect(await rotate.json()).toEqual({ changed: 1 });
    const after = (await own()) as { code: string };
    expect(await answerAt(backend, admin, event.eventId, { code: after.code })).toBe("ok");
    await backend.services.db.update(eventRegistrations).set({ status: "cancelled_by_user" }).where(eq(eventRegistrations.id, id));
    expect(await own()).toMatchObject({ code: null, letters: null, registration: { status: "cancelled_by_user" } });
    const stranger = await signIn(backend, { role: "VOLUNTEER" });
    const theirs = await backend.request(`/api/my-events/${event.eventId}/ticket`, { cookie: stranger.cookie });
    expect(await theirs.json()).toMatchObject({ registration: null, code: null });
  });

  test("the list to tick, sheets of labels, badges and the entrance are PDF files for administrators", async () => {
    const event = await addRunningEvent(backend);
    for (let guest = 0; guest < 25; guest++)
      await addRegistration(backend, event, { guestName: `Jeanne-Marie Martinet-Delacroix de la Tour ${guest}` });
    const pagesOf = async (format: string) => {
      const answer = await backend.request(`/api/admin/events/${event.eventId}/codes/pdf?format=${format}`, { cookie: admin });
      expect(answer.status).toBe(200);
      return (await answer.text()).match(/\/Type \/Page\b/g)?.length;
    };
    // 25 lines, 24 labels and ten badges on a page, however long the names are.
    expect([await pagesOf("labels"), await pagesOf("badges"), await pagesOf("entrance")]).toEqual([2, 3, 1]);
    expect(await pagesOf("attendance")).toBe(1);
    await addRegistration(backend, event, { guestName: "Zoé Martin" }, { partySize: 3 });
    expect(await pagesOf("attendance")).toBe(2);
    const list = await backend.request(`/api/admin/events/${event.eventId}/codes/pdf?format=attendance`, { cookie: admin });
    const { text } = readPdf(new Uint8Array(await list.arrayBuffer()));
    expect(text).toContain("28 personnes attendues");
    expect(text).toContain("Zoé Martin + 2");
    const { cookie } = await signIn(backend, { role: "VOLUNTEER" });
    expect((await backend.request(`/api/admin/events/${event.eventId}/codes/pdf`, { cookie })).status).toBe(403);
  });

  test("more people than a sheet has are on the next one, which says whom it has", async () => {
    const event = await addRunningEvent(backend, {}, { capacity: 600 });
    const { eventId, quotaId } = event;
    const guests = Array.from({ length: 501 }, (_, at) => ({ guestName: `Personne ${String(at + 1).padStart(3, "0")}` }));
    await backend.services.db
      .insert(eventRegistrations)
      .values(guests.map((guest) => ({ eventId, quotaId, status: "confirmed" as const, ...guest })));
    const path = `/api/admin/events/${eventId}/codes`;
    const pageOf = async (page: string) => {
      const answer = await backend.request(`${path}?quotaId=${quotaId}${page}`, { cookie: admin });
      return (await answer.json()) as { items: { name: string }[]; total: number };
    };
    const [first, second] = [await pageOf(""), await pageOf("&page=2")];
    expect([first.items.length, second.items.map(({ name }) => name), second.total]).toEqual([500, ["Personne 501"], 501]);
    const sheet = await backend.request(`${path}/pdf?format=badges&quotaId=${quotaId}&page=2`, { cookie: admin });
    const bytes = Buffer.from(await sheet.arrayBuffer());
    const { text } = readPdf(new Uint8Array(bytes));
    expect(text).toContain("Personne 501");
    expect(text).not.toContain("Personne 500");
    // Its title.
    expect(bytes.includes(Buffer.from("501 à 501 sur 501", "utf16le").swap16())).toBe(true);
  });

  test("the letters are in no table, and an erasure leaves nothing of a person's scans", async () => {
    const event = await addRunningEvent(backend);
    const { person, id, code } = await personAt(event);
    await answerAt(backend, admin, event.eventId, { code });
    const letters = await lettersFor(id);
    const rows = await backend.services.db.select().from(doorCodes).where(eq(doorCodes.registrationId, id));
    expect([rows.length, JSON.stringify(rows).includes(letters)]).toEqual([1, false]);
    await erasePeople(backend.services, null, [person.id], time.clock());
    for (const table of [doorCodes, checkIns, scanAttempts])
      expect(await backend.services.db.$count(table, eq(table.registrationId, id))).toBe(0);
    expect(await answerAt(backend, admin, event.eventId, { code })).toBe("unknown");
  });

  test("attempts are erased after three months, check-ins with the registrations after two years", async () => {
    const { clock, pass } = testClock();
    const other = await backendForTest({ clock });
    const staff = await signIn(other, { role: "ADMIN" });
    const event = await addRunningEvent(other);
    const id = await addRegistration(other, event, { guestName: "Lou" });
    const code = (await issueCodes(other.services, "ticket", [id])).get(id)?.code ?? "";
    await answerAt(other, staff.cookie, event.eventId, { code });
    const count = (table: typeof checkIns | typeof scanAttempts) => other.services.db.$count(table, eq(table.registrationId, id));
    pass(95 * 86_400);
    await applyRetention(other.services);
    expect([await count(scanAttempts), await count(checkIns)]).toEqual([0, 1]);
    pass(645 * 86_400);
    await applyRetention(other.services);
    expect(await count(checkIns)).toBe(0);
  });
});
