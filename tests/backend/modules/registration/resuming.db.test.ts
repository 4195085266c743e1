import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import { readHealth } from "#backend/modules/operations/health";
import { mailResumeLink } from "#backend/modules/registration/resuming";
import { registrationDraftLinks, registrationDrafts } from "#backend/modules/registration/tables";
import { backendForTest, testClock } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { postOffice } from "#tests/support/post-office";
import { completeSteps, fillIn, makeAccount, tokenFor } from "#tests/support/registration";
import { keepCookies } from "#tests/support/site";

const day = 24 * 60 * 60;
const nour = "nour@maillon.example";

async function opened() {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const { services } = backend;
  const api = (path: string, json: object, cookie = "") =>
    backend.request(`/api/registration/resumption${path}`, { method: "POST", cookie, json });
  /** A volunteer who has filled in two steps of four. */
  const start = async () => {
    let cookie = "";
    for (const step of ["identity", "place"]) {
      const json = completeSteps.volunteer[step];
      cookie = keepCookies(cookie, await backend.request(`/api/registration/volunteer/${step}`, { method: "PUT", cookie, json }));
    }
    return cookie;
  };
  const mail = (cookie: string, email = nour) => api("/mail?kind=volunteer", { email, locale: "fr" }, cookie);
  const linkTo = async (token: string, cookie = "") => (await api("/link", { token }, cookie)).json();
  const draftOf = async (cookie: string) => (await (await backend.request("/api/registration?kind=volunteer", { cookie })).json()).draft;
  const rows = () => services.db.select().from(outgoingMails).orderBy(outgoingMails.dueAt);
  const states = async () => (await rows()).map(({ topic, status }) => [topic, status]);
  return { time, backend, services, api, start, mail, linkTo, draftOf, rows, states };
}

test("a mailed link gives the draft to another device, as often as it is used, and to nobody without it", async () => {
  const { backend, services, api, start, mail, linkTo, draftOf } = await opened();
  const cookie = await start();
  const before = (await services.db.select().from(registrationDrafts))[0]?.expiresAt;
  expect((await mail(cookie)).status).toBe(200);
  // The draft lasts no longer for it.
  expect((await services.db.select().from(registrationDrafts))[0]?.expiresAt).toEqual(before);
  const token = await tokenFor(backend, nour, "registration_resume");
  expect(await linkTo(token)).toEqual({ started: { kind: "volunteer", at: 3, total: 5 }, other: false });
  expect(await linkTo(token, cookie)).toMatchObject({ other: false });
  for (let time = 0; time < 2; time += 1) {
    const resumed = await api("", { token });
    expect(await resumed.json()).toEqual({ kind: "volunteer" });
    expect((await draftOf(keepCookies("", resumed))).answers).toMatchObject({ ...completeSteps.volunteer.identity, email: nour });
  }
  const guessed = "a".repeat(43);
  expect(await linkTo(guessed)).toEqual({ started: null, other: false });
  const refused = await api("", { token: guessed });
  expect([await refused.json(), refused.headers.getSetCookie()]).toEqual([{ kind: null }, []]);
  // Neither the database nor the logs hold a key to it, or what it says.
  const { rows } = await services.db.execute<{ all: string }>(sql`
    select (select jsonb_agg(d) from registration_drafts d)::text || (select jsonb_agg(l) from registration_draft_links l)::text
      || (select jsonb_agg(m) from outgoing_mails m)::text as all`);
  const draftToken = /registration-volunteer=([\w-]+)/.exec(cookie)?.[1] ?? "";
  for (const secret of [token, draftToken, "Lambert", "12 rue des Lilas"]) {
    expect([secret, secret.length > 5, rows[0]?.all.includes(secret)]).toEqual([secret, true, false]);
    expect([secret, JSON.stringify(backend.logged).includes(secret)]).toEqual([secret, false]);
  }
});

test("a browser with another draft of the same kind is warned, and keeps drafts of other kinds", async () => {
  const { backend, api, start, mail, linkTo, draftOf } = await opened();
  await mail(await start());
  const token = await tokenFor(backend, nour, "registration_resume");
  const own = await fillIn(backend, "individual", {}, await fillIn(backend, "volunteer", { identity: { firstName: "Lou" } }));
  expect(await linkTo(token, own)).toMatchObject({ other: true });
  const after = keepCookies(own, await api("", { token }, own));
  expect((await draftOf(after)).answers.firstName).toBe("Nour");
  const { items } = await (await backend.request("/api/registration/started", { cookie: after })).json();
  expect(items.map(({ kind }: { kind: string }) => kind).sort()).toEqual(["individual", "volunteer"]);
});

test("one reminder is sent, two days later, however many links were asked for", async () => {
  const { time, services, start, mail, rows, states } = await opened();
  const { received, mailer } = await postOffice();
  const cookie = await start();
  await mail(cookie);
  time.pass(60);
  await mail(cookie);
  expect((await rows()).map(({ topic }) => topic)).toEqual(["registration_resume", "registration_resume", "registration_reminder"]);
  await sendWaitingMails(services, mailer);
  expect(await states()).toEqual([
    ["registration_resume", "sent"],
    ["registration_resume", "sent"],
    ["registration_reminder", "waiting"],
  ]);
  // A mail that is planned is no mail that nobody sends.
  expect((await readHealth(services.db, time.clock())).mails).toMatchObject({ waiting: 0, oldestWaitingAt: null });
  time.pass(2 * day - 120);
  await sendWaitingMails(services, mailer);
  expect(received).toHaveLength(2);
  time.pass(120);
  await sendWaitingMails(services, mailer);
  time.pass(3 * day);
  await sendWaitingMails(services, mailer);
  expect(received.map(({ to }) => to)).toEqual([[nour], [nour], [nour]]);
  expect((await states()).at(-1)).toEqual(["registration_reminder", "sent"]);
});

test.each(["erased by the link", "erased on the device", "made an account"])(
  "a draft that was %s reminds of nothing, and its links open nothing",
  async (how) => {
    const { backend, services, api, start, mail, linkTo, draftOf, states } = await opened();
    const cookie = how === "made an account" ? await fillIn(backend, "volunteer") : await start();
    await mail(cookie);
    const token = await tokenFor(backend, nour, "registration_resume");
    if (how === "made an account") expect((await makeAccount(backend, cookie, "lou@maillon.example")).status).toBe(201);
    else if (how === "erased by the link") expect((await api("/erasure", { token })).status).toBe(200);
    else await backend.request("/api/registration?kind=volunteer", { method: "DELETE", cookie });
    expect(await linkTo(token)).toEqual({ started: null, other: false });
    expect(await draftOf(cookie)).toBeNull();
    expect((await states()).filter(([topic]) => topic?.startsWith("registration"))).toEqual([
      ["registration_resume", "expired"],
      ["registration_reminder", "expired"],
    ]);
    expect(await services.db.$count(registrationDraftLinks)).toBe(0);
    expect((await api("/erasure", { token })).status).toBe(200);
  },
);

test("links end with the draft, thirty days after its last answer, and the oldest of many give way", async () => {
  const { time, backend, services, start, mail, linkTo } = await opened();
  const cookie = await start();
  await mail(cookie);
  const first = await tokenFor(backend, nour, "registration_resume");
  for (let more = 0; more < 5; more += 1) {
    time.pass(1);
    await mail(cookie, `nour-${more}@maillon.example`);
  }
  expect(await services.db.$count(registrationDraftLinks)).toBe(5);
  expect((await linkTo(first)).started).toBeNull();
  const last = await tokenFor(backend, "nour-4@maillon.example", "registration_resume");
  time.pass(30 * day - 10);
  expect((await linkTo(last)).started).not.toBeNull();
  time.pass(60);
  expect((await linkTo(last)).started).toBeNull();
});

test("a draft that ends while its link is asked for gets none", async () => {
  const { time, backend, services, start } = await opened();
  const token = /registration-volunteer=([\w-]+)/.exec(await start())?.[1] ?? "";
  time.pass(30 * day + 1);
  const draft = { token, kind: "volunteer", answers: {}, unfinished: {}, registrationLinkId: null, expiresAt: time.clock() } as const;
  await expect(mailResumeLink(services, draft, { email: nour, locale: "fr" })).rejects.toMatchObject({ code: "wrong_state" });
  expect(await backend.services.db.$count(outgoingMails)).toBe(0);
});

test.runIf(serverUrl)("an answer that is saved while a link is asked for stays", async () => {
  const { backend, start, mail, draftOf } = await opened();
  for (let round = 0; round < 4; round += 1) {
    const cookie = await start();
    const save = (firstName: string) =>
      backend.request("/api/registration/volunteer/identity", {
        method: "PUT",
        cookie,
        json: { ...completeSteps.volunteer.identity, firstName },
      });
    await Promise.all([mail(cookie, `nour-${round}@maillon.example`), save("Lou"), mail(cookie, `lou-${round}@maillon.example`)]);
    expect((await draftOf(cookie)).answers.firstName).toBe("Lou");
  }
});

test("an address gets five such mails a day, with the same response; a network sends ten an hour; both take a draft", async () => {
  const { time, backend, services, start, mail, linkTo } = await opened();
  const cookie = await start();
  expect((await mail("")).status).toBe(409);
  let first = "";
  for (let times = 0; times < 7; times += 1) {
    expect(await (await mail(cookie)).json()).toEqual({ success: true });
    first ||= await tokenFor(backend, nour, "registration_resume");
    time.pass(1);
  }
  // A link that is not sent takes the place of none that was.
  expect((await linkTo(first)).started).not.toBeNull();
  expect(await services.db.$count(registrationDraftLinks)).toBe(5);
  expect(await services.db.$count(outgoingMails, eq(outgoingMails.topic, "registration_resume"))).toBe(5);
  for (let time = 0; time < 3; time += 1) expect((await mail(cookie, `other-${time}@maillon.example`)).status).toBe(200);
  expect((await mail(cookie, "more@maillon.example")).status).toBe(429);
});
