import { and, eq, sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { pendingDebits } from "#backend/modules/card-payments/tables";
import { donorLinks, donorSessions } from "#backend/modules/donor-access/tables";
import { receivableOf } from "#backend/modules/fiscal-receipts/gifts";
import { outgoingMails } from "#backend/modules/mails/tables";
import { payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { backendForTest, publicUrl, startBackend, type TestBackend, testClock, testSettings } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { accessToken, addGift, aReceipt, openGifts, payGift } from "#tests/support/gifts";
import { noLimits } from "#tests/support/no-limits";
import { mailsTo as mailsIn } from "#tests/support/outbox";
import { signIn } from "#tests/support/people";
import { keepCookies } from "#tests/support/site";

let backend: TestBackend;
const time = testClock(new Date());
beforeAll(async () => {
  // why: the limits, which have tests of their own below, would stop so many requests from one address.
  backend = await startBackend({ clock: time.clock, limits: noLimits });
});
afterAll(() => backend.close());

let addresses = 0;
/** The e-mail address of someone with a pledge. */
async function aDonor() {
  const email = `donor-${++addresses}@example.org`;
  await addGift(backend, { email });
  return email;
}

const post = (path: string, json: unknown = {}, cookie = "") => backend.request(path, { method: "POST", json, cookie });
const ask = (email: string) => post("/api/donor-access", { email });
const open = async (token: string) => (await (await post("/api/donor-access/open", { token })).json()).opened;
const works = async (token: string) => (await (await post("/api/donor-access/link", { token })).json()).works;
const list = (cookie: string, query = "") => backend.request(`/api/own-gifts${query}`, { cookie });
const mailsTo = (recipient: string) => mailsIn(backend, recipient);
const giftOf = async (reference: string) => (await backend.services.db.select().from(pledges).where(eq(pledges.reference, reference)))[0];
const historyOf = (id: string) => backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, id));

describe("an access link", () => {
  test("gets the same response in the same time whether the address has donated or not, and stores nothing of one that has not", async () => {
    const own = await backendForTest();
    const { db } = own.services;
    const [known, unknown] = ["lou@example.org", "personne@example.org"];
    await addGift(own, { email: known });
    const ask = (email: string) => own.request("/api/donor-access", { method: "POST", json: { email } });
    const answers = [];
    for (const email of [known, unknown]) {
      const start = performance.now();
      const answer = await ask(email);
      answers.push([answer.status, await answer.text(), [...answer.headers.keys()].sort(), performance.now() - start >= 149]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.slice(0, 2)).toEqual([200, '{"success":true}']);
    expect((await db.select().from(outgoingMails)).map(({ recipient, topic }) => [recipient, topic])).toEqual([[known, "magic_link"]]);
    expect((await db.select().from(donorLinks)).map(({ email }) => email)).toEqual([known]);
    for (let tries = 0; tries < 4; tries += 1) await Promise.all([ask(known), ask(unknown)]);
    expect([(await ask(known)).status, (await ask(unknown)).status]).toEqual([429, 429]);
  });

  test.runIf(serverUrl)("runs the same statements for an address that has donated and for one that has not, up to the last", async () => {
    const known = await aDonor();
    const statements = async (email: string) => {
      const query = vi.spyOn(pg.Client.prototype, "query");
      await ask(email);
      const texts = query.mock.calls.map(([query]) => (typeof query === "string" ? query : ((query as { text?: string })?.text ?? "")));
      query.mockRestore();
      return texts.map((text) => text.replace(/\s+/g, " "));
    };
    await statements("avant@example.org");
    const [of, ofNobody] = [await statements(known), await statements("rien@example.org")];
    expect(of).toHaveLength(9);
    expect([of.at(-1), ofNobody.at(-1)]).toEqual(["commit", "rollback"]);
    expect(of.slice(0, -1)).toEqual(ofNobody.slice(0, -1));
  });

  test("is sent to the address as entered, built from the public URL, in the page's language, and stored as a hash", async () => {
    const email = await aDonor();
    const answer = await backend.request("/api/donor-access", {
      method: "POST",
      json: { email: email.toUpperCase() },
      headers: { "accept-language": "en", "x-forwarded-host": "evil.example" },
    });
    expect(answer.status).toBe(200);
    const [mail] = await mailsTo(email);
    const [, token = ""] = /token=([\w-]+)/.exec(mail?.text ?? "") ?? [];
    expect(mail?.text).toContain(`${publicUrl}/en/donations/access?token=${token}`);
    expect(Buffer.from(token, "base64url").length * 8).toBeGreaterThanOrEqual(128);
    expect(JSON.stringify(await backend.services.db.select().from(donorLinks))).not.toContain(token);
    expect(await works(token)).toBe(true);
  });

  test("is used by a POST and not by a GET, once, within thirty minutes", async () => {
    const email = await aDonor();
    const token = await accessToken(backend, email);
    expect([await works(token), await works(token)]).toEqual([true, true]);
    expect([await open(token), await open(token), await works(token)]).toEqual([true, false, false]);
    const second = await accessToken(backend, email);
    time.pass(30 * 60 - 1);
    expect(await works(second)).toBe(true);
    time.pass(1);
    expect([await works(second), await open(second)]).toEqual([false, false]);
  });

  test("invalidates earlier ones, and no other address's", async () => {
    const [email, other] = [await aDonor(), await aDonor()];
    const [first, elsewhere, second] = [
      await accessToken(backend, email),
      await accessToken(backend, other),
      await accessToken(backend, email),
    ];
    expect([await open(first), await open(second), await open(elsewhere)]).toEqual([false, true, true]);
    expect(await open("a".repeat(43))).toBe(false);
  });

  test.runIf(serverUrl)("works for one of fifty concurrent uses", async () => {
    const email = await aDonor();
    const json = { token: await accessToken(backend, email) };
    const answers = await Promise.all(Array.from({ length: 50 }, () => post("/api/donor-access/open", json)));
    const opened = await Promise.all(answers.map(async (answer) => [(await answer.json()).opened, answer.headers.getSetCookie().length]));
    expect(opened.filter(([yes]) => yes)).toEqual([[true, 1]]);
    expect(opened.filter(([yes, cookies]) => !yes && cookies === 0)).toHaveLength(49);
    expect(await backend.services.db.$count(donorSessions, eq(donorSessions.email, email))).toBe(1);
  });

  test("is requested and opened with a limit by network", async () => {
    const own = await backendForTest();
    const asks = Array.from({ length: 61 }, (_, at) =>
      own.request("/api/donor-access", { method: "POST", json: { email: `n${at}@example.org` } }),
    );
    const statuses = (await Promise.all(asks)).map(({ status }) => status);
    expect([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 429).length]).toEqual([60, 1]);
    expect((await own.request("/api/donor-access/open", { method: "POST", json: { token: "a".repeat(43) } })).status).toBe(429);
  });
});

describe("the access that a link opens", () => {
  test("is a host-only, http-only cookie, stored as a hash; over https it is secure", async () => {
    const own = await backendForTest({ settings: { ...testSettings, publicUrl: "https://maillon.example" } });
    const headers = { origin: "https://maillon.example" };
    await addGift(own, { email: "lou@example.org" });
    await own.request("/api/donor-access", { method: "POST", json: { email: "lou@example.org" }, headers });
    const [mail] = await mailsIn(own, "lou@example.org");
    const [, token] = /https:\/\/maillon\.example\/donations\/access\?token=([\w-]+)/.exec(mail?.text ?? "") ?? [];
    const answer = await own.request("/api/donor-access/open", { method: "POST", json: { token }, headers });
    const [line = ""] = answer.headers.getSetCookie();
    expect(line).toMatch(/^__Host-donor=[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const [, secret = ""] = /=([\w-]{43})/.exec(line) ?? [];
    expect(JSON.stringify(await own.services.db.select().from(donorSessions))).not.toContain(secret);
    expect((await own.request("/api/own-gifts", { cookie: `__Host-donor=${secret}` })).status).toBe(200);
  });

  test("shows the gifts of its address only, and gives no access to an account; an account that is no donor's gives none to gifts", async () => {
    const [email, other] = [await aDonor(), await addGift(backend, { email: "autre@example.org" })];
    const cookie = await openGifts(backend, email);
    const shown = await (await list(cookie)).json();
    expect([shown.email, shown.total, shown.items[0].reference === other.reference]).toEqual([email, 1, false]);
    for (const [method, path, json] of [
      ["GET", "", undefined],
      ["POST", "/stop", {}],
      ["PUT", "/address", { street: "1 rue", postcode: "69001", city: "Lyon" }],
    ] as const)
      expect((await backend.request(`/api/own-gifts/${other.reference}${path}`, { method, cookie, json })).status).toBe(404);
    expect((await backend.request("/api/user/me", { cookie })).status).toBe(401);
    const account = await signIn(backend, { role: "BENEFICIARY", email: `account-${email}` });
    await addGift(backend, { email: account.email });
    expect([(await list(account.cookie)).status, (await list("")).status, (await list("donor=x")).status]).toEqual([401, 401, 401]);
  });

  test("ends after thirty minutes, on request, and when a newer link is opened", async () => {
    const email = await aDonor();
    const first = await openGifts(backend, email);
    time.pass(30 * 60 - 1);
    expect((await list(first)).status).toBe(200);
    time.pass(1);
    expect((await list(first)).status).toBe(401);
    const second = await openGifts(backend, email);
    const third = await openGifts(backend, email);
    expect([(await list(second)).status, (await list(third)).status]).toEqual([401, 200]);
    const closed = await post("/api/donor-access/close", {}, third);
    expect([closed.status, keepCookies(third, closed), (await list(third)).status]).toEqual([200, "", 401]);
    expect(await backend.services.db.$count(donorSessions, eq(donorSessions.email, email))).toBe(0);
  });
});

describe("the gifts of an address", () => {
  test("are sorted newest first, ten a page, with their details", async () => {
    const email = "beaucoup@example.org";
    for (let day = 10; day < 22; day += 1)
      await addGift(backend, { email, createdAt: new Date(`2026-01-${day}`), amountCents: day * 100, ...(day === 21 && aReceipt) });
    const cookie = await openGifts(backend, email);
    const pages = await Promise.all(["", "?page=2"].map(async (query) => (await list(cookie, query)).json()));
    expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
      [10, 12],
      [2, 12],
    ]);
    const [first] = pages[0].items;
    expect(first).toMatchObject({
      amountCents: 2_100,
      status: "promised",
      rhythm: "one_off",
      receipt: true,
      pledgedAt: "2026-01-21T00:00:00.000Z",
    });
    const gift = await (await backend.request(`/api/own-gifts/${first.reference}`, { cookie })).json();
    expect(gift).toMatchObject({
      address: { street: "1 rue Haute" },
      mayStop: true,
      mayMove: true,
      payee: { iban: testSettings.bank.iban },
    });
    expect(JSON.stringify([pages, gift])).not.toMatch(/dedupeKey|gift \d/);
  });

  test("are stopped with a reason that staff read, once, and recorded; the same can be pledged again on the same day", async () => {
    const email = "assez@example.org";
    const draft = { rhythm: "monthly", donor: "person", allocation: "any", method: "transfer", name: "Lou", email, amountCents: 2_000 };
    const pledge = async () => {
      const { proof } = await (await backend.request("/api/form-proof")).json();
      time.pass(10);
      return (await (await post("/api/pledges", { ...draft, proof })).json()).reference as string;
    };
    const reference = await pledge();
    const cookie = await openGifts(backend, email);
    const stop = () => post(`/api/own-gifts/${reference}/stop`, { reason: "Je déménage." }, cookie);
    const first = await stop();
    expect([first.status, await first.json()]).toMatchObject([200, { status: "cancelled", stopReason: "Je déménage.", mayStop: false }]);
    expect((await stop()).status).toBe(200);
    const stored = await giftOf(reference);
    expect(await historyOf(stored?.id ?? "")).toMatchObject([
      {
        action: "pledge.stop",
        actorKind: "system",
        reason: "Je déménage.",
        changes: { status: { before: "promised", after: "cancelled" } },
      },
    ]);
    const { cookie: admin } = await signIn(backend, { role: "ADMIN" });
    const record = await (await backend.request(`/api/admin/pledges/${stored?.id}`, { cookie: admin })).json();
    expect(record).toMatchObject({ stoppedAt: stored?.stoppedAt?.toISOString(), stopReason: "Je déménage." });
    expect(await pledge()).not.toBe(reference);
    const again = await backend.request(`/api/admin/pledges/${stored?.id}/status`, {
      method: "POST",
      cookie: admin,
      json: { status: "promised" },
    });
    expect(await again.json()).toMatchObject({ status: "promised", stoppedAt: null, stopReason: null });
  });

  test.each([
    [200, "one that was promised", {}],
    [200, "one of every month that comes", { rhythm: "monthly", status: "received" }],
    [409, "one that has come", { status: "received" }],
  ] as const)("a stop answers %i to %s", async (status, _, gift) => {
    const email = await aDonor();
    const { reference } = await addGift(backend, { email, ...gift });
    const cookie = await openGifts(backend, email);
    expect((await post(`/api/own-gifts/${reference}/stop`, {}, cookie)).status).toBe(status);
  });

  test("only a cancelled gift has a stop: the database refuses any other", async () => {
    const { id } = await addGift(backend, { email: "garde@example.org" });
    const set = (values: object) => backend.services.db.update(pledges).set(values).where(eq(pledges.id, id));
    await expect(set({ stoppedAt: new Date() })).rejects.toMatchObject({ cause: { message: expect.stringContaining("pledges_stopped") } });
    await expect(set({ stopReason: "x" })).rejects.toMatchObject({ cause: { message: expect.stringContaining("pledges_stop_reason") } });
  });

  test.runIf(serverUrl)("fifty stops at the same moment are one", async () => {
    const email = await aDonor();
    const { id, reference } = await addGift(backend, { email, rhythm: "monthly" });
    const cookie = await openGifts(backend, email);
    const stops = Array.from({ length: 50 }, (_, at) => post(`/api/own-gifts/${reference}/stop`, { reason: `${at}` }, cookie));
    expect(new Set((await Promise.all(stops)).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await historyOf(id)).map(({ reason }) => reason)).toEqual([(await giftOf(reference))?.stopReason]);
  });

  test.runIf(serverUrl)("a donor who cancels and staff who receive at the same moment: one of them gets a conflict", async () => {
    const email = await aDonor();
    const { cookie: admin } = await signIn(backend, { role: "ADMIN" });
    const cookie = await openGifts(backend, email);
    for (let round = 0; round < 20; round += 1) {
      const { id, reference } = await addGift(backend, { email });
      const stop = () => post(`/api/own-gifts/${reference}/stop`, {}, cookie);
      const receive = () => post(`/api/admin/pledges/${id}/status`, { status: "received" }, admin);
      const [stopped, received] = round % 2 ? await Promise.all([stop(), receive()]) : (await Promise.all([receive(), stop()])).reverse();
      expect([stopped?.status, received?.status].sort()).toEqual([200, 409]);
      const stored = await giftOf(reference);
      expect(stored?.status).toBe(stopped?.status === 200 ? "cancelled" : "received");
      expect(await historyOf(id)).toHaveLength(1);
    }
  });

  test.runIf(serverUrl)("a donor who cancels while a debit begins gets a conflict, and the gift goes on", async () => {
    const { db } = backend.services;
    const email = await aDonor();
    const { id, reference, amountCents } = await addGift(backend, { email, method: "sepa_debit" });
    const cookie = await openGifts(backend, email);
    const inLine = () => db.$count(sql`pg_stat_activity`, sql`datname = current_database() and wait_event_type = 'Lock'`);
    let stop: Promise<Response> | undefined;
    await db.transaction(async (tx) => {
      await tx.select().from(pledges).where(eq(pledges.id, id)).for("update");
      stop ??= post(`/api/own-gifts/${reference}/stop`, {}, cookie);
      await expect.poll(inLine).toBe(1);
      const now = backend.services.clock();
      await tx.insert(pendingDebits).values({ pledgeId: id, providerReference: "pi_1", amountCents, createdAt: now, updatedAt: now });
    });
    expect([(await stop)?.status, (await giftOf(reference))?.status]).toEqual([409, "promised"]);
  });
});

describe("the address of a receipt", () => {
  const moved = { street: "2 rue Basse", postcode: "33000", city: "Bordeaux", country: "FR" };
  const move = (cookie: string, reference: string, json: object = moved) =>
    backend.request(`/api/own-gifts/${reference}/address`, { method: "PUT", cookie, json });

  test("changes, and is recorded; the retention of the gift does not restart", async () => {
    const email = await aDonor();
    const updatedAt = new Date("2026-01-02T00:00:00Z");
    const { id, reference } = await addGift(backend, { email, ...aReceipt, rhythm: "monthly", status: "received", updatedAt });
    const answer = await move(await openGifts(backend, email), reference);
    expect([answer.status, (await answer.json()).address]).toEqual([200, moved]);
    expect(await giftOf(reference)).toMatchObject({ ...moved, updatedAt });
    const which = and(eq(auditLog.entityId, id), eq(auditLog.action, "pledge.address"));
    const [line] = await backend.services.db.select().from(auditLog).where(which);
    expect(line?.changes).toMatchObject({ street: { before: "1 rue Haute", after: "2 rue Basse" } });
  });

  test.each([
    ["without receipt", {}],
    ["that was cancelled", { ...aReceipt, status: "cancelled" }],
    ["whose address has gone", { receipt: true, addressGoneAt: new Date("2026-01-01") }],
  ] as const)("of a gift %s does not change", async (_, gift) => {
    const email = await aDonor();
    const { reference, street } = await addGift(backend, { email, ...gift });
    expect((await move(await openGifts(backend, email), reference)).status).toBe(409);
    expect((await giftOf(reference))?.street).toBe(street);
  });

  test.each([
    ["that has come", { status: "received" }, false],
    ["that was cancelled after money came", { status: "cancelled", rhythm: "monthly" }, true],
  ] as const)("of a gift %s changes", async (_, gift, pays) => {
    const email = await aDonor();
    const row = await addGift(backend, { ...aReceipt, email, ...gift });
    if (pays) await payGift(backend, row);
    const answer = await move(await openGifts(backend, email), row.reference);
    expect([answer.status, await answer.json()]).toMatchObject([200, { address: moved, mayMove: true }]);
  });

  test("changes for all gifts of the donor, so that the one receipt of the year has it; those of a company, or without receipt, stay", async () => {
    const email = await aDonor();
    const monthly = await addGift(backend, {
      email,
      ...aReceipt,
      rhythm: "monthly",
      status: "received",
      createdAt: new Date("2026-01-05"),
    });
    const later = await addGift(backend, { email, ...aReceipt, status: "received", createdAt: new Date("2026-05-04") });
    const company = { donor: "company", company: "Boulangerie Roy", siren: "732829320" } as const;
    const ofCompany = await addGift(backend, { email, ...aReceipt, ...company, status: "received" });
    const without = await addGift(backend, { email });
    expect((await move(await openGifts(backend, email), monthly.reference)).status).toBe(200);
    expect(await giftOf(later.reference)).toMatchObject(moved);
    expect((await giftOf(ofCompany.reference))?.street).toBe("1 rue Haute");
    expect((await giftOf(without.reference))?.street).toBeNull();
    const [payment] = await backend.services.db.select().from(payments).where(eq(payments.pledgeId, monthly.id));
    expect((await receivableOf(backend.services.db, payment?.id ?? ""))?.donor).toMatchObject(moved);
  });

  test("follows the rule of receipts: nothing is missing, nothing is too long", async () => {
    const email = await aDonor();
    const { reference } = await addGift(backend, { email, ...aReceipt });
    const cookie = await openGifts(backend, email);
    for (const [field, message] of Object.entries({
      street: "donate:error.street",
      postcode: "donate:error.postcode",
      city: "donate:error.city",
    })) {
      const answer = await move(cookie, reference, { ...moved, [field]: "  " });
      expect([answer.status, (await answer.json()).fieldErrors]).toEqual([422, { [field]: [message] }]);
    }
    expect((await move(cookie, reference, { ...moved, postcode: "1".repeat(13) })).status).toBe(422);
  });
});

test("a donor who is logged in reads and stops the gifts of the own address without a link; other accounts do not", async () => {
  const email = await aDonor();
  const monthly = await addGift(backend, { email, rhythm: "monthly" });
  const others = await addGift(backend, { email: await aDonor() });
  const donor = await signIn(backend, { role: "DONATOR_INDIVIDUAL", email });
  const answer = await list(donor.cookie);
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ email, endsAt: null, total: 2 })]);
  expect((await backend.request("/api/donor-receipts", { cookie: donor.cookie })).status).toBe(200);
  expect((await backend.request(`/api/own-gifts/${others.reference}`, { cookie: donor.cookie })).status).toBe(404);
  expect((await post(`/api/own-gifts/${monthly.reference}/stop`, {}, donor.cookie)).status).toBe(200);
  expect((await giftOf(monthly.reference))?.status).toBe("cancelled");
  for (const about of [
    { role: "VOLUNTEER" },
    { role: "DONATOR_MERCHANT", accountState: "suspended" },
    { role: "DONATOR_INDIVIDUAL", accountState: "registered", emailVerifiedAt: null },
  ] as const) {
    const other = await signIn(backend, about);
    expect([about, (await list(other.cookie)).status]).toEqual([about, 401]);
  }
});
