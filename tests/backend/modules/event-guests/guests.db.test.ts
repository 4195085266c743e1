import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { purgeRequests } from "#backend/modules/event-guests/requesting";
import { eventGuestLinks, eventGuestRequests } from "#backend/modules/event-guests/tables";
import { promoteEverywhere } from "#backend/modules/event-registrations/promoting";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import { eraseEmail } from "#backend/modules/privacy/erasure";
import { applyRetention } from "#backend/modules/privacy/retention";
import { hashOf } from "#backend/secrets";
import type { EventForPerson } from "#contract/charity/event-registrations";
import { backendForTest, testClock } from "#tests/support/backend";
import { addDeadMailbox } from "#tests/support/dead-mailbox";
import { eventGuest } from "#tests/support/event-guests";
import { addEvent, placesOf, savePlaces } from "#tests/support/events";
import { noLimits } from "#tests/support/no-limits";
import { mailsTo } from "#tests/support/outbox";
import { addPerson, signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";

const email = "lou@example.org";
const hour = 3_600;

async function opened(parts: Parameters<typeof backendForTest>[0] = {}) {
  const time = testClock(new Date());
  const backend = await backendForTest({ clock: time.clock, limits: noLimits, ...parts });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const inHours = (hours: number) => new Date(time.clock().getTime() + (hours + 1) * hour * 1000).toISOString().slice(0, 16);
  const coming = { startsAt: inHours(100), endsAt: inHours(102) };
  const add = (rules: Parameters<typeof addEvent>[2] = {}) => addEvent(backend, cookie, { guests: true, event: coming, ...rules });
  return { time, backend, db: backend.services.db, cookie, coming, add, guest: eventGuest(backend, time) };
}

test("an address that was dead is written to when its owner asks for places, and again for good once the link is pressed", async () => {
  const { backend, add, guest } = await opened();
  const { received, mailer } = await postOffice();
  const event = await add();
  const isDead = await addDeadMailbox(backend, email);
  await guest.ask(event, email);
  const token = await guest.tokenFor(email);
  await sendWaitingMails(backend.services, mailer);
  expect([received.map(({ to }) => to), await isDead()]).toEqual([[[email]], true]);
  expect(await guest.confirm(token)).toBe("done");
  expect(await isDead()).toBe(false);
});

test("nothing counts until the link of the mail is pressed; its token is stored nowhere, and it then opens the registration", async () => {
  const { backend, db, add, guest, cookie, time } = await opened();
  const event = await add();
  expect((await guest.ask(event, email, {}, "en")).status).toBe(200);
  expect(await placesOf(backend, cookie, event.id)).toMatchObject({ rules: { taken: 0 }, counts: {} });
  const [mail] = await mailsTo(backend, email);
  expect([mail?.topic, mail?.text.includes("http://localhost:3000/en/events/registration?token=")]).toEqual(["event_guest_confirm", true]);
  const token = await guest.tokenFor(email);
  expect((await db.select().from(eventGuestRequests))[0]?.tokenHash).toBe(hashOf(token));
  // Opening it, as mail scanners do, changes nothing.
  expect(await guest.read(token)).toMatchObject({ state: "request", partySize: 1 });
  expect(await db.select().from(eventRegistrations)).toEqual([]);

  expect(await guest.confirm(token)).toBe("done");
  expect(await placesOf(backend, cookie, event.id)).toMatchObject({ rules: { taken: 1 }, counts: { confirmed: 1 } });
  expect(await guest.read(token)).toMatchObject({ state: "registration", name: "Lou Petit", mine: { status: "confirmed" } });
  const [row] = await db.select().from(eventRegistrations);
  expect(row).toMatchObject({ guestEmail: email, guestLocale: "en", guestTextVersion: 2, source: "self", userId: null });
  // Pressed twice, it registers once, and opens the same registration.
  expect(await guest.confirm(token)).toBe("done");
  expect(await db.select().from(eventRegistrations)).toHaveLength(1);
  expect(await guest.topicsTo(email)).toEqual(["event_guest_confirm", "event_confirmed"]);
  const own = await guest.tokenFor(email, "event_confirmed");
  expect([own === token, await guest.statusOf(own)]).toEqual([false, "confirmed"]);

  const stored = JSON.stringify([
    await db.select().from(outgoingMails),
    await db.select().from(eventGuestLinks),
    await db.select().from(auditLog),
  ]);
  for (const one of [token, own]) expect([stored.includes(one), JSON.stringify(backend.logged).includes(one)]).toEqual([false, false]);
  time.pass(60);
  const { mailer } = await postOffice();
  await sendWaitingMails(backend.services, mailer);
  for (const sent of await db.select().from(outgoingMails))
    expect(sent).toMatchObject({ status: "sent", sealedToken: null, text: "", html: "" });
});

test("a link ends after two hours, a newer request replaces it, and what was not confirmed goes", async () => {
  const { db, add, guest, time } = await opened();
  const event = await add();
  await guest.ask(event, email);
  const first = await guest.tokenFor(email);
  await guest.ask(event, email.toUpperCase(), { name: "Lou P." });
  expect([await guest.confirm(first), await guest.statusOf(first)]).toEqual(["expired", "expired"]);
  const [request] = await db.select().from(eventGuestRequests);
  expect(request).toMatchObject({ name: "Lou P." });
  const token = await guest.tokenFor(email.toUpperCase());
  time.pass(2 * hour);
  expect([await guest.statusOf(token), await guest.confirm(token)]).toEqual(["expired", "expired"]);
  await purgeRequests(db, time.clock());
  expect([await db.select().from(eventGuestRequests), await db.select().from(outgoingMails)]).toEqual([[], []]);
});

test("the answer is the same whether an address is unknown, registered or that of an account, and nobody gets a second place", async () => {
  const { backend, db, add, guest } = await opened();
  const event = await add({ quotas: [{ capacity: 9 }] });
  await guest.register(event, email);
  const member = await addPerson(backend, { role: "VOLUNTEER" });
  const donor = await addPerson(backend, { role: "DONATOR_INDIVIDUAL" });
  const addresses = ["new@example.org", email, member.email, donor.email];
  const answers = [];
  for (const address of addresses) {
    const answer = await guest.ask(event, address);
    answers.push([answer.status, await answer.text(), answer.headers.get("set-cookie")]);
  }
  expect(new Set(answers.map(String)).size).toBe(1);
  const topics = [];
  for (const address of addresses) topics.push((await mailsTo(backend, address))[0]?.topic);
  expect(topics).toEqual(["event_guest_confirm", "event_guest_known", "event_guest_known", "event_guest_confirm"]);
  expect((await mailsTo(backend, member.email))[0]?.text).toContain(`/dashboard/events/${event.id}`);
  expect(await guest.statusOf(await guest.tokenFor(email, "event_guest_known"))).toBe("confirmed");
  expect(await db.select().from(eventRegistrations)).toHaveLength(1);
});

test("a request that an account was opened for meanwhile registers nobody without the rules of accounts", async () => {
  const { backend, db, add, guest } = await opened();
  const event = await add();
  await guest.ask(event, email);
  const token = await guest.tokenFor(email);
  await addPerson(backend, { role: "VOLUNTEER", email });
  expect([await guest.confirm(token), await db.select().from(eventRegistrations)]).toEqual(["account", []]);
  // Nor does an account that was opened after the registration get a second place.
  const other = await add({ quotas: [{ capacity: 9 }] });
  await guest.register(other, "ana@example.org");
  const { cookie } = await signIn(backend, { role: "VOLUNTEER", email: "Ana@example.org" });
  const json = { quotaId: other.quotas[0] };
  const refused = await backend.request(`/api/my-events/${other.id}/registration`, { method: "POST", cookie, json });
  expect([refused.status, await refused.json()]).toMatchObject([422, { fieldErrors: { quotaId: ["events:refused.guest"] } }]);
});

test("whoever registered as a guest before they had an account reads where that registration is, and gets its link", async () => {
  const { backend, add, guest } = await opened();
  const event = await add({ quotas: [{ capacity: 9 }] });
  await guest.register(event, "ana@example.org");
  const { cookie } = await signIn(backend, { role: "VOLUNTEER", email: "Ana@example.org" });
  const seen = (await (await backend.request(`/api/my-events/${event.id}`, { cookie })).json()) as EventForPerson;
  expect([seen.mine, seen.quotas.map(({ refused }) => refused)]).toEqual([null, ["guest"]]);
  const mailLink = (id: string, as: string) => backend.request(`/api/my-events/${id}/guest-link`, { method: "POST", cookie: as });
  expect(await (await mailLink(event.id, cookie)).json()).toEqual({ sent: true });
  expect(await guest.statusOf(await guest.tokenFor("Ana@example.org", "event_guest_known"))).toBe("confirmed");
  // No more than five a day, with the mails about the registration itself.
  const sent: unknown[] = [];
  for (let times = 0; times < 5; times += 1) sent.push(await (await mailLink(event.id, cookie)).json());
  expect(sent.at(-1)).toEqual({ sent: false });
  const other = await signIn(backend, { role: "VOLUNTEER" });
  expect((await mailLink(event.id, other.cookie)).status).toBe(404);
  expect((await mailLink((await add()).id, cookie)).status).toBe(404);
});

test("a guest waits, is offered the place, accepts it by the link, and cancels by it", async () => {
  const { backend, add, guest, cookie } = await opened();
  const event = await add();
  const first = await guest.register(event, "first@example.org");
  const second = await guest.register(event, email);
  expect(await guest.read(second)).toMatchObject({ mine: { status: "waiting", position: 1 } });
  expect((await guest.post("/api/event-guests/cancel", { token: first })).status).toBe(200);
  expect(await guest.statusOf(second)).toBe("offered");
  const offer = await guest.tokenFor(email, "event_offer");
  expect((await guest.post("/api/event-guests/offer", { token: offer, accepted: true })).status).toBe(200);
  expect(await guest.statusOf(second)).toBe("confirmed");
  expect((await guest.post("/api/event-guests/offer", { token: offer, accepted: false })).status).toBe(409);
  expect(await guest.topicsTo(email)).toEqual(["event_guest_confirm", "event_waiting", "event_offer", "event_confirmed"]);
  expect(await guest.topicsTo("first@example.org")).toEqual(["event_guest_confirm", "event_confirmed", "event_left"]);
  expect((await mailsTo(backend, "first@example.org"))[0]?.text).toContain("http://localhost:3000/#dates");
  expect((await guest.post("/api/event-guests/cancel", { token: offer })).status).toBe(200);
  expect(await placesOf(backend, cookie, event.id)).toMatchObject({ rules: { taken: 0 }, counts: { cancelled_by_user: 2 } });
  // A page left open does not say that the place is kept.
  expect(await guest.confirm(first)).toBe("expired");
  for (const path of ["cancel", "offer"])
    expect((await guest.post(`/api/event-guests/${path}`, { token: "x".repeat(43), accepted: true })).status).toBe(404);
  // Who left may register again.
  expect(await guest.statusOf(await guest.register(event, email))).toBe("confirmed");
});

test("an offer without answer goes to the next person, and it is too late to cancel once the limit has passed", async () => {
  const { backend, add, guest, time } = await opened();
  const event = await add({ offerHours: 2 });
  const first = await guest.register(event, "first@example.org");
  const second = await guest.register(event, email);
  await guest.post("/api/event-guests/cancel", { token: first });
  time.pass(2 * hour);
  expect((await guest.post("/api/event-guests/offer", { token: second, accepted: true })).status).toBe(409);
  await promoteEverywhere(backend.services);
  expect(await guest.statusOf(second)).toBe("offer_expired");
  expect((await guest.topicsTo(email)).at(-1)).toBe("event_offer_expired");
  const third = await guest.register(event, "third@example.org");
  time.pass(80 * hour);
  expect((await guest.post("/api/event-guests/cancel", { token: third })).status).toBe(409);
});

test.each([
  ["events that are not for everybody", { event: { visibility: "members" } }, 404],
  ["events without guests", { guests: false }, 404],
  ["places for some profiles", { quotas: [{ roles: ["VOLUNTEER" as const] }] }, 422],
  ["places for drivers", { quotas: [{ needsDriver: true }] }, 422],
  ["registration that has not opened", { opensAt: "2090-01-01T10:00", closesAt: "2090-01-02T10:00" }, 409],
])("%s take none", async (_, { event = {}, ...rules }: { event?: Record<string, unknown> } & Record<string, unknown>, status) => {
  const { add, guest, coming, backend } = await opened();
  const made = await add({ ...rules, event: { ...coming, ...event } });
  expect((await guest.ask(made, email)).status).toBe(status);
  expect(await mailsTo(backend, email)).toEqual([]);
});

test("a form of a bot, a party that is too large and a membership that no guest has are refused", async () => {
  const { backend, add, guest, cookie } = await opened();
  const event = await add({ maxParty: 2 });
  expect((await guest.ask(event, email, { website: "https://spam.example" })).status).toBe(422);
  expect((await guest.ask(event, email, { proof: "" })).status).toBe(422);
  expect((await guest.ask(event, email, { partySize: 3 })).status).toBe(422);
  expect((await guest.ask(event, email, { name: " " })).status).toBe(422);
  expect(await mailsTo(backend, email)).toEqual([]);
  const { rules } = await placesOf(backend, cookie, event.id);
  const both = { guests: true, needsMembership: true, version: rules.version, quotas: [{ id: event.quotas[0] }] };
  expect((await savePlaces(backend, cookie, event.id, both)).status).toBe(422);
});

test("what is full without a waiting list, closed or not public any more when the link is pressed registers nobody", async () => {
  const { backend, db, add, guest, cookie } = await opened();
  const full = await add({ waitingList: false });
  await guest.ask(full, email);
  const token = await guest.tokenFor(email);
  await guest.register(full, "first@example.org");
  expect(await guest.confirm(token)).toBe("full");
  const cancelled = await add();
  await guest.ask(cancelled, "b@example.org");
  const late = await guest.tokenFor("b@example.org");
  await backend.request(`/api/admin/events/${cancelled.id}/cancel`, {
    method: "POST",
    cookie,
    json: { reason: { fr: "Neige." }, people: 0 },
  });
  expect(await guest.confirm(late)).toBe("closed");
  expect(await db.select().from(eventRegistrations).where(eq(eventRegistrations.guestEmail, email))).toEqual([]);
});

test("a cancelled event tells guests why, once, and their link shows it", async () => {
  const { backend, add, guest, cookie } = await opened();
  const event = await add();
  const token = await guest.register(event, email);
  const json = { reason: { fr: "Le local est fermé." }, people: 1 };
  expect((await backend.request(`/api/admin/events/${event.id}/cancel`, { method: "POST", cookie, json })).status).toBe(200);
  const [mail] = await mailsTo(backend, email);
  expect([mail?.topic, mail?.text.includes("Le local est fermé.")]).toEqual(["event_cancelled", true]);
  expect(await guest.read(token)).toMatchObject({ event: { cancelled: true }, mine: { status: "cancelled_by_staff" } });
});

test("nobody's mailbox is filled: five mails a day to an address, with the same answer beyond", async () => {
  const { backend, add, guest } = await opened({ limits: undefined });
  const answers = [];
  for (let event = 0; event < 7; event += 1) answers.push((await guest.ask(await add(), email)).status);
  expect(answers).toEqual(Array.from({ length: 7 }, () => 200));
  expect(await mailsTo(backend, email)).toHaveLength(5);
});

test("an erasure by address removes requests, registrations and links, frees the place, and the retention period ends the rest", async () => {
  const { backend, db, add, guest, cookie, time } = await opened();
  const event = await add();
  const token = await guest.register(event, email);
  await guest.ask(await add(), email);
  await eraseEmail(backend.services, email, time.clock());
  expect([
    await db.select().from(eventRegistrations),
    await db.select().from(eventGuestRequests),
    await db.select().from(eventGuestLinks),
  ]).toEqual([[], [], []]);
  expect([await guest.statusOf(token), await placesOf(backend, cookie, event.id)]).toMatchObject(["expired", { rules: { taken: 0 } }]);
  await guest.register(event, "later@example.org");
  time.pass(102 * hour + 29 * 24 * hour);
  await applyRetention(backend.services);
  expect(await db.select().from(eventRegistrations)).toHaveLength(1);
  time.pass(2 * 24 * hour);
  await applyRetention(backend.services);
  expect(await db.select().from(eventRegistrations)).toEqual([]);
});

test("a guest's place in the line counts those of the same places alone, and who is let in has a code", async () => {
  const { add, guest } = await opened();
  const [event, another] = [await add(), await add()];
  const first = await guest.register(event, "one@example.org");
  const second = await guest.register(event, "two@example.org");
  await guest.register(event, "three@example.org");
  for (const name of ["four", "five"]) await guest.register(another, `${name}@example.org`);
  expect(await guest.read(second)).toMatchObject({ mine: { status: "waiting", position: 1 }, code: null, letters: null });
  expect(await guest.read(first)).toMatchObject({
    mine: { status: "confirmed" },
    code: expect.stringMatching(/^\w{50}$/),
    letters: expect.stringMatching(/^\w{8}$/),
  });
});
