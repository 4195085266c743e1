import { and, eq, gt, inArray, lte, sql, TransactionRollbackError } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { newLink, ofToken } from "#backend/identity/one-time-links";
import { newRegistrationLinks, registrationOf } from "#backend/modules/event-registrations/guest-links";
import { beginsAt, type LockedEvent, lockEvent, readEvent } from "#backend/modules/event-registrations/locking";
import { isOpen } from "#backend/modules/event-registrations/open-places";
import type { Deps } from "#backend/modules/event-registrations/promoting";
import { answersTo } from "#backend/modules/event-registrations/questions";
import { addRegistration, quotaIn } from "#backend/modules/event-registrations/registering";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { sendToAgain } from "#backend/modules/mails/dead-mailboxes";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { outgoingMails } from "#backend/modules/mails/tables";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { confirmedWithinHours, type GuestDraft, type guestOutcomes, guestText } from "#contract/charity/event-guests";
import type { EventAnswer } from "#contract/charity/event-questions";
import { liveStatuses } from "#contract/charity/event-registrations";
import type { Locale } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import { isForGuests } from "./public-page.ts";
import { eventGuestLinks, eventGuestRequests } from "./tables.ts";

type Draft = Pick<GuestDraft, "name" | "email" | "quotaId" | "partySize">;
type Answered = Draft & { answers: EventAnswer[] };

const lifetime = confirmedWithinHours * 60 * 60 * 1000;

/**
 * Mails an address the link that confirms a request for places, or the one to what it has already. What is refused depends on the event and the form
 * alone; beyond the limit of the recipient nothing changes, so that an earlier link stays valid.
 */
export async function requestPlaces(
  services: Deps,
  eventId: string,
  given: Pick<GuestDraft, "answers"> & Draft,
  locale: Locale,
): Promise<void> {
  const found = await readEvent(services.db, eventId);
  refuseUnlessOffered(found, given, services.clock());
  await queuedOrNothing(services, async (within) => {
    // No question changes before the request is stored.
    await lockEvent(within.db, eventId, "share");
    const draft = { ...given, answers: await answersTo(within.db, eventId, given.answers) };
    const known = await knownAs(within.db, found, draft.email);
    return known ? mailKnown(within, found, draft.email, locale, known) : mailLink(within, found, draft, locale);
  });
}

/** Mails the link to what the owner of an account registered for with its address, before or without logging in. Says whether a mail leaves. */
export async function mailOwnLink(services: Deps, { email }: Pick<Actor, "email">, eventId: string, locale: Locale): Promise<boolean> {
  const found = await readEvent(services.db, eventId);
  return queuedOrNothing(services, async (within) => {
    const known = await guestWith(within.db, eventId, email);
    if (!known) throw new Refusal("not_found");
    return mailKnown(within, found, email, locale, known);
  });
}

/** Runs what queues a mail in a transaction, which is undone where the limit of its recipient stopped the mail. Says whether it did not. */
function queuedOrNothing(services: Deps, act: (within: Deps) => Promise<boolean>): Promise<boolean> {
  return services.db
    .transaction(async (tx) => {
      if (!(await act({ ...services, db: tx }))) tx.rollback();
      return true;
    })
    .catch((error) => {
      if (!(error instanceof TransactionRollbackError)) throw error;
      return false;
    });
}

/** Whether the page of an event offers its places to people without account. */
const isOffered = ({ event, rules }: LockedEvent) => event.visibility === "public" && event.status === "published" && rules.guests;

function refuseUnlessOffered(found: LockedEvent, { quotaId, partySize }: Draft, now: Date) {
  if (!isOffered(found)) throw new Refusal("not_found");
  const quota = quotaIn(found, quotaId);
  if (!isOpen(found, now) || beginsAt(quota, found.event) <= now) throw new Refusal("wrong_state");
  if (!isForGuests(found.rules, quota)) throw fieldRefusal("quotaId", "events:error.chooseQuota");
  if (partySize > found.rules.maxParty) throw fieldRefusal("partySize", "events:error.party");
}

type Known = { registrationId: string } | "account";

/**
 * What an address has already: a registration, or an open account with which its owner registers, so that nobody has a place twice. Accounts that may not
 * take part in the event count as none.
 */
async function knownAs(db: Db, { event, rules }: LockedEvent, email: string): Promise<Known | null> {
  const guest = await guestWith(db, event.id, email);
  if (guest) return guest;
  const [account] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.accountState, "validated"), inArray(users.role, rules.roles)));
  return account ? "account" : null;
}

async function guestWith(db: Db, eventId: string, email: string): Promise<{ registrationId: string } | undefined> {
  const [guest] = await db
    .select({ registrationId: eventRegistrations.id })
    .from(eventRegistrations)
    .where(
      and(
        eq(eventRegistrations.eventId, eventId),
        eq(eventRegistrations.guestEmail, email),
        inArray(eventRegistrations.status, [...liveStatuses]),
      ),
    );
  return guest;
}

async function mailKnown(services: Deps, { event }: LockedEvent, email: string, locale: Locale, known: Known): Promise<boolean> {
  const links = await newRegistrationLinks(services, known === "account" ? [] : [{ id: known.registrationId, endsAt: null }]);
  const link = [...links.values()][0];
  const values = { eventId: event.id, eventTitle: readIn(locale, event.title).text };
  return queueMailTo(services, { email, locale }, "event_guest_known", values, `event_guest_known:${crypto.randomUUID()}`, {
    link,
    aboutId: event.id,
  });
}

async function mailLink(
  services: Deps,
  { event }: LockedEvent,
  { name, email, quotaId, partySize, answers }: Answered,
  locale: Locale,
): Promise<boolean> {
  const now = services.clock();
  const { link, stored } = newLink(now, lifetime);
  const row = { ...stored, quotaId, name, locale, partySize, answers, textVersion: guestText, createdAt: now, updatedAt: now };
  await services.db
    .insert(eventGuestRequests)
    .values({ eventId: event.id, email, ...row })
    .onConflictDoUpdate({ target: [eventGuestRequests.eventId, eventGuestRequests.email], set: row });
  const values = { eventTitle: readIn(locale, event.title).text, hours: String(confirmedWithinHours) };
  return queueMailTo(services, { email, locale }, "event_guest_confirm", values, `event_guest_confirm:${stored.tokenHash}`, {
    ...{ link, aboutId: event.id },
  });
}

/** A request whose link has not ended. */
export async function requestOf(db: Db, token: string, now: Date) {
  const [request] = await db
    .select()
    .from(eventGuestRequests)
    .where(and(ofToken(eventGuestRequests, token), gt(eventGuestRequests.expiresAt, now)));
  return request;
}

export type Outcome = (typeof guestOutcomes)[number];

/**
 * Makes a request a registration: a place, or one on the waiting list, under the same locks as those of accounts. Its link then opens the registration.
 * Pressed twice, or from two mails, it registers once.
 */
export async function confirmRequest(services: Deps, token: string): Promise<Outcome> {
  const now = services.clock();
  const before = await requestOf(services.db, token, now);
  if (!before) return outcomeOfPressedAgain(services.db, token, now);
  // Its mail arrived, whatever becomes of the request.
  await services.db.transaction((tx) => sendToAgain(tx, before.email, now));
  return services.db
    .transaction(async (tx): Promise<Outcome> => {
      const locked = await lockEvent(tx, before.eventId);
      const [request] = await tx
        .delete(eventGuestRequests)
        .where(and(ofToken(eventGuestRequests, token), gt(eventGuestRequests.expiresAt, now)))
        .returning();
      if (!request) return outcomeOfPressedAgain(tx, token, now);
      const {
        name: guestName,
        email: guestEmail,
        locale: guestLocale,
        textVersion: guestTextVersion,
        partySize,
        quotaId,
        answers,
      } = request;
      refuseUnlessOffered(locked, { name: guestName, email: guestEmail, partySize, quotaId }, now);
      const known = await knownAs(tx, locked, guestEmail);
      // An account that was opened meanwhile registers with its own rules.
      if (known === "account") return "account";
      const within = { ...services, db: tx };
      const who = { guestName, guestEmail, guestLocale, guestTextVersion };
      const how = { partySize, source: "self" as const, manual: locked.rules.manual, answers };
      const registrationId = known ? known.registrationId : (await addRegistration(within, locked, quotaIn(locked, quotaId), who, how)).id;
      await tx.insert(eventGuestLinks).values({ tokenHash: request.tokenHash, registrationId, createdAt: now });
      return "done";
    })
    .catch((error) => {
      if (error instanceof Refusal) return isFull(error) ? "full" : "closed";
      throw error;
    });
}

/** A link that is pressed a second time opens the registration that the first press made, as long as it counts. */
async function outcomeOfPressedAgain(db: Db, token: string, now: Date): Promise<Outcome> {
  const registration = await registrationOf(db, token, now);
  return !registration?.userId && liveStatuses.some((one) => one === registration?.status) ? "done" : "expired";
}

/** Whether a request was refused because no place is free and the event has no waiting list. */
const isFull = ({ extras }: Refusal) => !!extras.fieldErrors?.quotaId?.includes("events:error.noPlace");

/** Deletes the requests whose link has ended, the mails with these links, and the links of offers that have ended. */
export async function purgeRequests(db: Db, now: Date): Promise<void> {
  const { email, expiresAt } = eventGuestRequests;
  const ended = db.$with("ended").as(db.delete(eventGuestRequests).where(lte(expiresAt, now)).returning({ email }));
  const theirs = inArray(sql`lower(${outgoingMails.recipient})`, db.select({ email: sql`lower(${ended.email}::text)` }).from(ended));
  await db
    .with(ended)
    .delete(outgoingMails)
    .where(and(eq(outgoingMails.topic, "event_guest_confirm"), theirs, lte(outgoingMails.sendBefore, now)));
  await db.delete(eventGuestLinks).where(lte(eventGuestLinks.expiresAt, now));
}
