import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bouncedMailboxes } from "#backend/modules/mails/tables";
import { consents, notificationChoices, notificationPauses } from "#backend/modules/privacy/tables";
import { savedViews } from "#backend/modules/saved-views/tables";
import type { CampaignDraft } from "#contract/accounts/campaign-drafts";
import type { Audience } from "#contract/accounts/campaigns";
import { consentTexts } from "#contract/law/privacy";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { aCampaign, campaignOffice, noticesOf, runCampaigns } from "#tests/support/campaigns";
import { addPerson, signIn } from "#tests/support/people";
import { teamOf } from "./sectors";

let backend: TestBackend;
let admin: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  backend = await startBackend({ clock: testClock().clock });
  admin = await signIn(backend, { role: "ADMIN" });
});
afterAll(() => backend.close());

const db = () => backend.services.db;
type Person = Parameters<typeof addPerson>[1];

/** What the audience of one person is: each row has a team of its own, so that nobody else is counted. */
async function audienceOf(
  person: Omit<Person, "role">,
  draft: Partial<CampaignDraft>,
  prepare?: (id: string) => Promise<unknown>,
): Promise<Audience> {
  const sectorId = await teamOf(backend, "Équipe");
  const { id } = await addPerson(backend, { role: "VOLUNTEER", sectorId, ...person });
  await prepare?.(id);
  return campaignOffice(backend, admin.cookie).audience({ sectorIds: [sectorId], ...draft });
}

const mutes = (topic: string, channel: "email" | "push") => (userId: string) =>
  db().insert(notificationChoices).values({ userId, topic, channel, frequency: "never" });
const dies = (email: string, dead = true) =>
  db()
    .insert(bouncedMailboxes)
    .values({
      ...{ email, createdAt: new Date("2026-11-20"), lastReportAt: new Date("2026-11-20") },
      ...(dead ? { deadSince: new Date("2026-11-20"), reason: "hard" } : { softDays: ["2026-11-20"] }),
    });
const pauses = (until: string) => (userId: string) => db().insert(notificationPauses).values({ userId, topic: "all", until });
const consent =
  (given: boolean, textVersion: number = consentTexts.newsletter, at = "2026-11-01") =>
  (userId: string) =>
    db()
      .insert(consents)
      .values({ userId, purpose: "newsletter", given, textVersion, at: new Date(at) });
const both =
  (...steps: ((id: string) => Promise<unknown>)[]) =>
  async (id: string) => {
    for (const step of steps) await step(id);
  };

const mail = { channels: ["email"] as const };
const newsletter = { topic: "newsletter" as const };

// The day in France is 21/11/2026.
test.each<[string, Omit<Person, "role">, Partial<CampaignDraft>, ((id: string) => Promise<unknown>) | undefined, string]>([
  ["an open account", {}, {}, undefined, "inbox email"],
  ["one that waits for acceptance", { accountState: "to_validate" }, {}, undefined, "notOpen"],
  ["one that still has to answer", { accountState: "waiting" }, {}, undefined, "notOpen"],
  ["a refused one", { accountState: "refused" }, {}, undefined, "notOpen"],
  ["a suspended one", { accountState: "suspended" }, {}, undefined, "notOpen"],
  ["one without a confirmed address", { accountState: "registered", emailVerifiedAt: null }, {}, undefined, "unconfirmed"],
  ["an erased or archived one", { accountState: "left" }, {}, undefined, ""],
  ["who unsubscribed", {}, {}, (id) => mutes("association", "email")(id), "unsubscribed"],
  ["who wants no articles", {}, {}, (id) => mutes("articles", "email")(id), "inbox email"],
  ["who wants none of it on devices", {}, {}, (id) => mutes("association", "push")(id), "inbox email"],
  ["who has paused all, with the inbox", {}, {}, pauses("2026-11-22"), "inbox"],
  ["who has paused all, by mail alone", {}, { ...mail, channels: ["email"] }, pauses("2026-11-22"), "paused"],
  ["whose pause ends today", {}, { channels: ["email"] }, pauses("2026-11-21"), "email"],
  ["whose address is dead, with the inbox", { email: "gone@maillon.example" }, {}, () => dies("gone@maillon.example"), "inbox"],
  [
    "whose address is dead, by mail alone",
    { email: "Gone@school.example" },
    { channels: ["email"] },
    () => dies("gone@school.example"),
    "deadAddress",
  ],
  ["whose address had a bounce", { email: "once@maillon.example" }, {}, () => dies("once@maillon.example", false), "inbox email"],
  ["without a device, by push alone", {}, { channels: ["push"] }, undefined, "noDevice"],
  ["the newsletter without consent", {}, newsletter, undefined, "noConsent"],
  ["the newsletter with consent", {}, newsletter, consent(true), "inbox email"],
  ["the newsletter with consent to an older text", {}, newsletter, consent(true, consentTexts.newsletter - 1), "noConsent"],
  [
    "the newsletter after consent was withdrawn",
    {},
    newsletter,
    both(consent(true), consent(false, consentTexts.newsletter, "2026-11-02")),
    "noConsent",
  ],
  ["of another role", {}, { roles: ["DONATOR_MERCHANT"] }, undefined, ""],
])("%s", async (_, person, draft, prepare, expected) => {
  const { people, channels, left } = await audienceOf(person, draft, prepare);
  const by = Object.entries(channels).flatMap(([channel, count]) => (count > 0 ? [channel] : []));
  expect([...by, ...Object.keys(left)].join(" ")).toBe(expected);
  expect(people).toBe(by.length > 0 ? 1 : 0);
});

test("those whom mails do not reach are counted by reason, and a campaign sends them none", async () => {
  const sectorId = await teamOf(backend, "Équipe");
  const people = { role: "VOLUNTEER", sectorId } as const;
  const gone = await addPerson(backend, { ...people, email: "left@maillon.example" });
  await dies("left@maillon.example");
  const resting = await addPerson(backend, people);
  await pauses("2026-11-30")(resting.id);
  await addPerson(backend, people);
  const office = campaignOffice(backend, admin.cookie);
  const audience = await office.audience({ sectorIds: [sectorId] });
  expect(audience).toMatchObject({ people: 3, channels: { inbox: 3, email: 1 }, withoutMail: { paused: 1, deadAddress: 1 }, left: {} });
  const id = await office.create({ sectorIds: [sectorId] });
  await office.start(id);
  await runCampaigns(backend);
  expect((await noticesOf(backend, id, "inbox")).map(({ userId }) => userId)).toContain(gone.id);
  const mailed = (await noticesOf(backend, id, "email")).map(({ userId }) => userId);
  expect(mailed).toHaveLength(1);
  expect(mailed).not.toContain(gone.id);
});

test("a saved view narrows the audience, and those who read English are counted", async () => {
  const sectorId = await teamOf(backend, "Équipe");
  for (const person of [{ birthDate: "2010-01-01", locale: "en" as const }, { birthDate: "1990-01-01" }, {}])
    await addPerson(backend, { role: "VOLUNTEER", sectorId, ...person });
  const [view] = await db()
    .insert(savedViews)
    .values({ list: "/dashboard/admin/users/volunteers", name: "Mineurs", query: "minor=yes", ownerId: admin.id })
    .returning();
  const office = campaignOffice(backend, admin.cookie);
  expect(await office.audience({ sectorIds: [sectorId] })).toMatchObject({ people: 3, english: 1 });
  expect(await office.audience({ sectorIds: [sectorId], viewId: view?.id })).toMatchObject({ people: 1, english: 1 });
  const other = await signIn(backend, { role: "ADMIN" });
  const refused = await campaignOffice(backend, other.cookie).post("/api/admin/campaigns", { ...aCampaign, viewId: view?.id });
  expect(refused.status).toBe(422);
});

test("a draft whose view is gone, or is another administrator's, is counted, corrected and sent by that view", async () => {
  const sectorId = await teamOf(backend, "Équipe");
  for (const birthDate of ["2010-01-01", "1990-01-01"]) await addPerson(backend, { role: "VOLUNTEER", sectorId, birthDate });
  const [view] = await db()
    .insert(savedViews)
    .values({ list: "/dashboard/admin/users/volunteers", name: "Mineurs du mois", query: "minor=yes", ownerId: admin.id })
    .returning();
  const viewId = view?.id ?? "";
  const mine = campaignOffice(backend, admin.cookie);
  const other = campaignOffice(backend, (await signIn(backend, { role: "ADMIN" })).cookie);
  const draft = { sectorIds: [sectorId], viewId };
  const id = await mine.create(draft);
  expect(await other.audience({ id, ...draft })).toMatchObject({ people: 1 });
  await db().delete(savedViews).where(eq(savedViews.id, viewId));
  expect(await mine.audience({ id, ...draft })).toMatchObject({ people: 1 });
  // Only of the draft that has it, and only for who may see that draft.
  const unknown = { ...draft, viewId: crypto.randomUUID() };
  const coordinator = await signIn(backend, { role: "VOLUNTEER", inSectors: [{ permission: "NOTIFICATIONS_SEND", sectorId }] });
  const answers = [await mine.audience({ id, ...unknown }), await mine.audience(draft)];
  answers.push(await campaignOffice(backend, coordinator.cookie).audience({ id, ...draft }));
  expect(answers.map((answer) => (answer as unknown as { status: number }).status)).toEqual([422, 422, 404]);
  await mine.start(id);
  await runCampaigns(backend);
  expect(await noticesOf(backend, id, "inbox")).toHaveLength(1);
});

describe("a coordinator", () => {
  test("addresses students and volunteers of the sectors of the right alone", async () => {
    const [own, other] = [await teamOf(backend, "Ici"), await teamOf(backend, "Ailleurs")];
    for (const sectorId of [own, other])
      for (const role of ["VOLUNTEER", "BENEFICIARY", "DONATOR_INDIVIDUAL", "ADMIN"] as const) await addPerson(backend, { role, sectorId });
    const coordinator = await signIn(backend, {
      role: "VOLUNTEER",
      sectorId: other,
      inSectors: [
        { permission: "NOTIFICATIONS_SEND", sectorId: own },
        { permission: "ACCOUNTS_MANAGE", sectorId: other },
      ],
    });
    const office = campaignOffice(backend, coordinator.cookie);
    const everybody = { roles: ["ADMIN", "VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as CampaignDraft["roles"] };
    expect((await office.audience(everybody)).people).toBe(2);
    expect((await office.post("/api/admin/campaigns", { ...aCampaign, sectorIds: [other] })).status).toBe(422);
    const choices = await (await backend.request("/api/admin/campaign-choices", { cookie: coordinator.cookie })).json();
    expect(choices).toMatchObject({
      roles: [
        { role: "VOLUNTEER", people: 1 },
        { role: "BENEFICIARY", people: 1 },
      ],
      sectors: [{ id: own }],
    });
  });

  test("sees the campaigns that they made, and administrators all", async () => {
    const own = await teamOf(backend, "Ici");
    const coordinator = await signIn(backend, { role: "VOLUNTEER", inSectors: [{ permission: "NOTIFICATIONS_SEND", sectorId: own }] });
    const byAdmin = await campaignOffice(backend, admin.cookie).create();
    const theirs = await campaignOffice(backend, coordinator.cookie).create();
    const list = async (cookie: string) => {
      const page = (await (await backend.request("/api/admin/campaigns?perPage=100", { cookie })).json()) as { items: { id: string }[] };
      return page.items.map(({ id }) => id);
    };
    expect(await list(coordinator.cookie)).toEqual([theirs]);
    expect(await list(admin.cookie)).toEqual(expect.arrayContaining([theirs, byAdmin]));
    for (const path of ["", "/people", "/preview"])
      expect((await backend.request(`/api/admin/campaigns/${byAdmin}${path}`, { cookie: coordinator.cookie })).status).toBe(404);
    for (const step of ["start", "steps", "test", "copy"]) {
      const json = { version: 1, step: "stop" };
      const answer = await backend.request(`/api/admin/campaigns/${byAdmin}/${step}`, { method: "POST", cookie: coordinator.cookie, json });
      expect([step, answer.status]).toEqual([step, 404]);
    }
    const byAdminPath = `/api/admin/campaigns/${byAdmin}`;
    expect((await backend.request(byAdminPath, { method: "DELETE", cookie: coordinator.cookie })).status).toBe(404);
    const edited = await backend.request(byAdminPath, { method: "PUT", cookie: coordinator.cookie, json: { ...aCampaign, version: 1 } });
    expect(edited.status).toBe(404);
    expect((await backend.request(byAdminPath, { cookie: admin.cookie })).status).toBe(200);
  });

  test.each(["VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const)(
    "%s without the right has none of it",
    async (role) => {
      const { cookie } = await signIn(backend, { role });
      const statuses = await Promise.all(
        ["/api/admin/campaigns", "/api/admin/campaign-choices", "/api/admin/push-devices"].map(
          async (path) => (await backend.request(path, { cookie })).status,
        ),
      );
      expect(statuses).toEqual([403, 403, 403]);
    },
  );
});
