import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { purgeRequests } from "#backend/modules/event-guests/requesting";
import { eventGuestLinks } from "#backend/modules/event-guests/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { hashOf } from "#backend/secrets";
import { backendForTest, testClock } from "#tests/support/backend";
import { eventGuest } from "#tests/support/event-guests";
import { addEvent } from "#tests/support/events";
import { noLimits } from "#tests/support/no-limits";
import { signIn } from "#tests/support/people";

const hour = 3_600;

/** A volunteer who is offered a place by mail, of an event that is not for everybody. */
async function offered() {
  const time = testClock(new Date());
  const backend = await backendForTest({ clock: time.clock, limits: noLimits });
  const { db } = backend.services;
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const wall = (hours: number) => new Date(time.clock().getTime() + (hours + 1) * hour * 1000).toISOString().slice(0, 16);
  const coming = { startsAt: wall(100), endsAt: wall(102) };
  const event = await addEvent(backend, cookie, { event: { ...coming, visibility: "members" }, offerHours: 12 });
  const [seated, waiting] = [await signIn(backend, { role: "VOLUNTEER" }), await signIn(backend, { role: "VOLUNTEER" })];
  const post = (who: { cookie: string }, path: string, json: object = {}) =>
    backend.request(`/api/my-events/${path}`, { method: "POST", cookie: who.cookie, json });
  const join = async (who: typeof seated, to = event) => post(who, `${to.id}/registration`, { quotaId: to.quotas[0] });
  await join(seated);
  await join(waiting);
  expect((await post(seated, `${event.id}/cancel`)).status).toBe(200);
  const { read: readLink, tokenFor } = eventGuest(backend, time);
  const token = await tokenFor(waiting.email, "event_offer");
  const act = async (path: "offer" | "cancel" | "confirm", more: object = {}) =>
    backend.request(`/api/event-guests/${path}`, { method: "POST", json: { token, ...more } });
  const statusOf = async ({ cookie: of }: typeof seated) =>
    ((await (await backend.request(`/api/my-events/${event.id}`, { cookie: of })).json()) as { mine: { status: string } }).mine.status;
  return {
    time,
    backend,
    db,
    cookie,
    coming,
    event,
    waiting,
    join,
    token,
    act,
    statusOf,
    read: () => readLink(token),
  };
}

test("the mail of an offer answers it without login, and opens nothing else", async () => {
  const { read, act, statusOf, waiting, db, token, backend } = await offered();
  expect(await read()).toMatchObject({ state: "offer", status: "offered", partySize: 1, event: { placeName: "Le local" } });
  expect((await act("cancel")).status).toBe(404);
  expect(await (await act("confirm")).json()).toEqual({ outcome: "expired" });
  expect(await statusOf(waiting)).toBe("offered");
  expect((await act("offer", { accepted: true })).status).toBe(200);
  expect(await statusOf(waiting)).toBe("confirmed");
  expect(await read()).toMatchObject({ state: "offer", status: "confirmed" });
  expect((await act("cancel")).status).toBe(404);
  expect((await act("offer", { accepted: false })).status).toBe(409);
  // Neither the inbox nor the outbox has the token, of which the database has the hash.
  const links = await db.select().from(eventGuestLinks);
  expect(links.map(({ tokenHash }) => tokenHash)).toEqual([hashOf(token)]);
  const stored = JSON.stringify([await db.select().from(outgoingMails), await db.select().from(notices), links, backend.logged]);
  expect(stored.includes(token)).toBe(false);
});

test("a place that is given up by the link is offered to others, and its place is read no more", async () => {
  const { read, act, statusOf, waiting } = await offered();
  expect((await act("offer", { accepted: false })).status).toBe(200);
  expect(await statusOf(waiting)).toBe("declined");
  expect(await read()).toMatchObject({ state: "offer", status: "declined", event: { placeName: "", placeAddress: "" } });
});

test("the link ends with the offer, and is deleted then", async () => {
  const { read, act, time, db } = await offered();
  time.pass(12 * hour);
  expect(await read()).toEqual({ state: "expired" });
  expect((await act("offer", { accepted: true })).status).toBe(404);
  await purgeRequests(db, time.clock());
  expect(await db.select().from(eventGuestLinks)).toEqual([]);
});

test("by the link, too, nobody accepts a place at the time of another one of theirs", async () => {
  const { act, join, waiting, backend, cookie, coming, statusOf } = await offered();
  expect((await join(waiting, await addEvent(backend, cookie, { event: coming }))).status).toBe(200);
  const refused = await act("offer", { accepted: true });
  expect([refused.status, await refused.json()]).toMatchObject([422, { fieldErrors: { quotaId: ["events:refused.overlap"] } }]);
  expect(await statusOf(waiting)).toBe("offered");
});

test("other mails to accounts have no link without login, and those of offers cannot be sent again without it", async () => {
  const { db, waiting, cookie, backend } = await offered();
  const mails = await db.select().from(outgoingMails).where(eq(outgoingMails.userId, waiting.id));
  expect(mails.filter(({ sealedToken }) => sealedToken).map(({ topic }) => topic)).toEqual(["event_offer"]);
  const mail = mails.find(({ topic }) => topic === "event_offer");
  await db
    .update(outgoingMails)
    .set({ status: "failed", sealedToken: null })
    .where(eq(outgoingMails.id, mail?.id ?? ""));
  const answer = await backend.request(`/api/admin/mails/${mail?.id}`, { cookie });
  expect(await answer.json()).toMatchObject({ canSend: false });
});
