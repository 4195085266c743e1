import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { rateLimits } from "#backend/http/tables";
import { writeOfFailure } from "#backend/modules/card-payments/mailing";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { outgoingMails } from "#backend/modules/mails/tables";
import { limitedTopics, linkTopics, mailFacts, mailTopics } from "#backend/modules/mails/topics";
import { notices } from "#backend/modules/notices/tables";
import { inviteToAccount } from "#backend/modules/passwords/inviting";
import { passwordResets } from "#backend/modules/passwords/tables";
import { mailRefunds } from "#backend/modules/payments/refund-mails";
import { payments } from "#backend/modules/payments/tables";
import { users } from "#backend/modules/users/tables";
import { backendForTest, testClock } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { oldProof } from "#tests/support/form-proof";
import { addGift } from "#tests/support/gifts";
import { noLimits } from "#tests/support/no-limits";
import { mailsTo } from "#tests/support/outbox";
import { addPerson } from "#tests/support/people";

const stranger = "victime@example.org";

test("an e-mail address gets five copies of forms a day, whoever fills them in, with the same response", async () => {
  const time = testClock(new Date());
  const backend = await backendForTest({ clock: time.clock, limits: noLimits });
  const proof = await oldProof(backend, time);
  const draft = { topic: "other", name: "Achetez https://evil.example", copy: true, website: "", proof };
  const answers: (string | number)[][] = [];
  for (let at = 0; at < 7; at += 1) {
    const json = { ...draft, email: at % 2 ? stranger : stranger.toUpperCase(), message: `Message numéro ${at}` };
    const answer = await backend.request("/api/contact", { method: "POST", json });
    answers.push([answer.status, ...Object.keys((await answer.json()) as object)]);
  }
  expect(new Set(answers.map(String))).toEqual(new Set(["201,ticket"]));
  const sent = await backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.topic, "contact_copy"));
  expect(sent).toHaveLength(5);
});

test.each(limitedTopics)("%s is limited by its recipient", async (topic) => {
  const { services } = await backendForTest();
  const link = linkTopics.includes(topic) ? { token: "t".repeat(43), endsAt: null } : undefined;
  const most = {
    ...{ formMailByRecipient: 5, linkMailByRecipient: 8, newsletterMailByRecipient: 3, eventMailByRecipient: 5 },
    ...{ paymentMailByRecipient: 20 },
  }[mailFacts[topic].limit as string];
  if (!most) throw new Error("the limit has no number here");
  const queued: boolean[] = [];
  for (let at = 0; at < most + 2; at += 1)
    queued.push(await queueMailTo(services, { email: stranger, locale: "fr" }, topic, {}, `${at}`, { link }));
  expect(queued).toEqual(Array.from({ length: most + 2 }, (_, at) => at < most));
});

/** Sent to accounts, to the team, or because staff do something: not to an address that a visitor types. A new topic belongs here or has a `limit`. */
const toAccountsOrTeam = [
  "account_accepted",
  "account_accepted_beneficiary",
  "account_invitation",
  "account_refused",
  "account_refused_beneficiary",
  "account_restored",
  "account_set_back",
  "account_suspended",
  "annual_check",
  "application_answered",
  "application_arrived",
  "article_archived",
  "article_deleted",
  "article_in_review",
  "article_published",
  "article_scheduled",
  "article_sent_back",
  "article_unscheduled",
  "birthday_greeting",
  "campaign_association",
  "campaign_event",
  "campaign_newsletter",
  "certificate_withdrawn",
  "criteria_received",
  "data_request_received",
  "data_request_refused",
  "data_request_refused_by_address",
  "digest",
  "driver_paper_soon",
  "email_change_asked",
  "email_changed",
  "erasure_done",
  "event_cancelled",
  "event_changed",
  "event_code_replaced",
  "event_confirmed",
  "event_door",
  "event_door_ended",
  "event_help",
  "event_left",
  "event_moved",
  "event_offer",
  "event_offer_expired",
  "event_pending",
  "event_refused",
  "event_reinstated",
  "event_reminder",
  "event_removed",
  "event_replaced",
  "event_replacement",
  "event_search_ended",
  "event_waiting",
  "expenses_accepted",
  "expenses_declined",
  "expenses_taken_back",
  "export_ready",
  "follow_up_assigned",
  "gift_in_kind_thanks",
  "gift_value_approved",
  "gift_value_declined",
  "gift_value_withdrawn",
  "hours_corrected",
  "hours_imported",
  "hours_proposed",
  "hours_rejected",
  "hours_removed",
  "hours_taken_back",
  "hours_thanks",
  "hours_validated",
  "membership_active",
  "membership_cancelled",
  "membership_due",
  "membership_expired",
  "membership_lapsed",
  "membership_proof",
  "membership_refunded",
  "membership_renewed",
  "membership_unpaid",
  "membership_waiting",
  "message_received",
  "message_reply",
  "more_information",
  "paper_rejected",
  "password_changed",
  "pledge_amount_changed",
  "pledge_order_stopped",
  "pledge_paused",
  "pledge_resumed",
  "pledge_stopped",
  "profile_changed",
  "receipt_address",
  "receipt_cancelled",
  "receipt_ready",
  "receipt_replaced",
  "registration_reminder",
  "renewal_announced",
  "renewal_ended",
  "renewal_failed",
  "renewal_stopped",
  "retention_month",
  "retention_week",
  "rights_changed",
  "sending_given_up",
  "sending_incomplete",
  "session_revoked",
  "setup_link",
  "team_message",
  "testimonial_approved",
  "testimonial_declined",
  "text_to_sign",
  "thread_continued",
  "welcome_beneficiary",
  "work_summary",
];

test("mails to unverified addresses are all limited; others go to accounts, or to the team", () => {
  expect(mailTopics.filter((topic) => !mailFacts[topic].limit).sort()).toEqual(toAccountsOrTeam);
});

test("forms cannot use up what a forgotten password needs", async () => {
  const backend = await backendForTest();
  const { services } = backend;
  const { email } = await addPerson(backend, { role: "VOLUNTEER" });
  for (let at = 0; at < 9; at += 1) await queueMailTo(services, { email, locale: "fr" }, "contact_copy", {}, `copy ${at}`);
  await backend.request("/api/password/request", { method: "POST", json: { email } });
  expect((await mailsTo(backend, email)).map(({ topic }) => topic)).toContain("password_reset");
});

test("forms cannot use up what a donor has to learn of a refused payment", async () => {
  const backend = await backendForTest();
  const { services } = backend;
  const gift = await addGift(backend, { email: stranger, method: "sepa_debit", rhythm: "monthly" });
  for (let at = 0; at < 9; at += 1) await queueMailTo(services, { email: stranger, locale: "fr" }, "contact_copy", {}, `copy ${at}`);
  await writeOfFailure(services, gift, { topic: "pledge_debit_given_up", key: "in_1 last", nextTryAt: null });
  expect((await mailsTo(backend, stranger)).filter(({ topic }) => topic === "pledge_debit_given_up")).toHaveLength(1);
  expect(await services.db.$count(notices, eq(notices.subjectId, gift.id))).toBe(1);
});

test("a donor who is not told of money that the bank took back, since the limit is reached, is in the log; one who was erased is not written to", async () => {
  const backend = await backendForTest();
  const { services } = backend;
  const taken = async (email: string) => {
    const pledge = await addGift(backend, { email, status: "received" });
    const [paid] = await services.db.select().from(payments).where(eq(payments.pledgeId, pledge.id));
    if (paid) await mailRefunds(services, [{ ...paid, refundOf: paid.id, reversal: "refund" }], { byBank: true });
    return paid?.id;
  };
  await taken("1@erased.invalid");
  expect(await services.db.$count(outgoingMails)).toBe(0);
  const paid: (string | undefined)[] = [];
  for (let at = 0; at < 21; at += 1) paid.push(await taken(stranger));
  expect(await mailsTo(backend, stranger)).toHaveLength(20);
  expect(backend.logged.filter(({ topic }) => topic === "pledge_taken_back").map(({ payment }) => payment)).toEqual([paid.at(-1)]);
  expect(JSON.stringify(backend.logged)).not.toContain(stranger);
});

test("no counter contains an e-mail or IP address", async () => {
  const time = testClock(new Date());
  const backend = await backendForTest({ clock: time.clock });
  const proof = await oldProof(backend, time);
  const post = (path: string, json: object) =>
    backend.request(path, { method: "POST", json: { email: stranger, website: "", proof, ...json } });
  expect((await post("/api/data-requests", { kind: "erase", message: "Effacez tout." })).status).toBe(201);
  await post("/api/contact", { topic: "other", name: "Noé", message: "Bonjour à tous", copy: true });
  await post("/api/password/request", {});
  await post("/api/donor-access", {});
  const counters = await backend.services.db.select().from(rateLimits);
  expect(counters.length).toBeGreaterThan(5);
  expect(JSON.stringify(counters)).not.toMatch(/@|example|192\.0\.2/);
});

test("a new link to a password invalidates earlier ones, whose waiting mails are not sent", async () => {
  const backend = await backendForTest();
  const { email } = await addPerson(backend, { role: "ADMIN" });
  const ask = () => backend.request("/api/password/request", { method: "POST", json: { email } });
  const stateOf = async (token: string) =>
    ((await (await backend.request("/api/password/link", { method: "POST", json: { token } })).json()) as { state: string }).state;
  const tokens: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    await ask();
    const waiting = (await mailsTo(backend, email)).filter(({ status }) => status === "waiting");
    expect(waiting).toHaveLength(1);
    tokens.push(/token=([\w-]+)/.exec(waiting[0]?.text ?? "")?.[1] ?? "");
  }
  expect(await Promise.all(tokens.map(stateOf))).toEqual(["expired", "expired", "valid"]);
});

test("above the limit of an e-mail address, the current link of its owner stays valid", async () => {
  const backend = await backendForTest({ limits: noLimits });
  const { email } = await addPerson(backend, { role: "ADMIN" });
  for (let at = 0; at < 12; at += 1) await backend.request("/api/password/request", { method: "POST", json: { email } });
  const [last, ...before] = (await mailsTo(backend, email)).filter(({ status }) => status === "waiting");
  expect(before).toEqual([]);
  const token = /token=([\w-]+)/.exec(last?.text ?? "")?.[1];
  expect(await (await backend.request("/api/password/link", { method: "POST", json: { token } })).json()).toEqual({ state: "valid" });
});

test("above the limit of an e-mail address, the current link of a donor stays valid", async () => {
  const backend = await backendForTest({ limits: noLimits });
  const { email } = await addGift(backend, { email: "lou@example.org" });
  const post = async (path: string, json: object) => (await backend.request(path, { method: "POST", json })).json();
  for (let at = 0; at < 12; at += 1) await post("/api/donor-access", { email });
  const [last, ...before] = (await mailsTo(backend, email)).filter(({ status }) => status === "waiting");
  expect(before).toEqual([]);
  const token = /token=([\w-]+)/.exec(last?.text ?? "")?.[1];
  expect(await post("/api/donor-access/link", { token })).toEqual({ works: true });
});

test("a new link to a password takes the place of the invitation that waits", async () => {
  const backend = await backendForTest();
  const { services } = backend;
  const person = await addPerson(backend, { role: "VOLUNTEER", accountState: "registered" });
  const [user] = await services.db.select().from(users).where(eq(users.id, person.id));
  if (user) await inviteToAccount(services, user);
  await backend.request("/api/password/request", { method: "POST", json: { email: person.email } });
  const states = (await mailsTo(backend, person.email)).map(({ topic, status }) => [topic, status]);
  expect(states.sort()).toEqual([
    ["account_invitation", "expired"],
    ["password_reset", "waiting"],
  ]);
});

test("whoever has left gets no link to a password, with the same response", async () => {
  const backend = await backendForTest();
  const { email } = await addPerson(backend, { role: "VOLUNTEER", accountState: "left" });
  const answer = await backend.request("/api/password/request", { method: "POST", json: { email } });
  expect([answer.status, await answer.json(), await mailsTo(backend, email)]).toEqual([200, { success: true }, []]);
});

test("links to passwords are tried sixty times an hour from one network", async () => {
  const backend = await backendForTest();
  const ask = async () => {
    const json = { token: "t".repeat(43), password: "des noix et du miel 44" };
    return (await backend.request("/api/password/update", { method: "POST", json })).status;
  };
  for (let at = 0; at < 59; at += 1) await backend.services.limits.take("passwordByNetwork", "192.0.2.1");
  expect([await ask(), await ask()]).toEqual([200, 429]);
});

test.runIf(serverUrl)("of links requested at the same moment, one works", async () => {
  const backend = await backendForTest({ limits: noLimits });
  const { email, id } = await addPerson(backend, { role: "ADMIN" });
  const asks = Array.from({ length: 20 }, () => backend.request("/api/password/request", { method: "POST", json: { email } }));
  expect(new Set((await Promise.all(asks)).map(({ status }) => status))).toEqual(new Set([200]));
  const { db } = backend.services;
  expect(await db.$count(passwordResets, eq(passwordResets.userId, id))).toBe(1);
  const waiting = (await mailsTo(backend, email)).filter(({ status }) => status === "waiting");
  expect(waiting).toHaveLength(1);
  const token = /token=([\w-]+)/.exec(waiting[0]?.text ?? "")?.[1];
  expect(await (await backend.request("/api/password/link", { method: "POST", json: { token } })).json()).toEqual({ state: "valid" });
});
