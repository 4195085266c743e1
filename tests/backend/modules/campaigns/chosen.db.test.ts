import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { campaignPeople } from "#backend/modules/campaigns/tables";
import { users } from "#backend/modules/users/tables";
import { type ChosenPeople, type ChosenPerson, campaignPeopleApi } from "#contract/accounts/campaign-people";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { aCampaign, campaignOffice, noticesOf, runCampaigns, storedCampaign } from "#tests/support/campaigns";
import { addPerson, signIn } from "#tests/support/people";
import { teamOf } from "./sectors";

let backend: TestBackend;
let admin: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  backend = await startBackend({ clock: testClock().clock });
  admin = await signIn(backend, { role: "ADMIN" });
});
afterAll(() => backend.close());

type Written = { count: number; left: number; names: string[]; id: string | null };

function writing(cookie: string) {
  const office = campaignOffice(backend, cookie);
  const ask = (body: ChosenPeople) => office.post(campaignPeopleApi.write.path, body);
  return {
    ...office,
    ask,
    write: async (body: ChosenPeople) => (await (await ask(body)).json()) as Written,
    chosen: async (id: string) =>
      (await (await backend.request(`/api/admin/campaigns/${id}/chosen`, { cookie })).json()) as { items: ChosenPerson[]; total: number },
    remove: (id: string, person: string) =>
      backend.request(`/api/admin/campaigns/${id}/chosen/${person}`, { method: "DELETE", cookie, json: {} }),
    async fill(id: string) {
      const { campaign } = await office.get(id);
      const json = { ...aCampaign, roles: [], chosen: true, version: campaign.version };
      return backend.request(`/api/admin/campaigns/${id}`, { method: "PUT", cookie, json });
    },
  };
}

test("people who were selected in a list get a message, and nobody else: those who cannot are named, and one is taken out", async () => {
  const sectorId = await teamOf(backend, "Équipe choisie");
  const one = (more = {}) => addPerson(backend, { role: "VOLUNTEER", sectorId, ...more });
  const [first, second, closed] = [await one(), await one(), await one({ accountState: "suspended" })];
  await one();
  const { write, chosen, remove, fill, start, audience, get } = writing(admin.cookie);
  const ids = [first.id, second.id, closed.id];
  const dry = await write({ list: "volunteers", selection: { ids }, dryRun: true });
  expect(dry).toMatchObject({ count: 3, left: 0, id: null });
  expect(dry.names.length).toBe(3);
  const { id } = await write({ list: "volunteers", selection: { ids }, dryRun: false });
  if (!id) throw new Error("there is no draft");
  expect((await get(id)).campaign).toMatchObject({ state: "draft", chosen: 3, roles: [], title: { fr: "" } });
  // Nothing of it can be sent without a text.
  expect([(await start(id)).status, (await storedCampaign(backend, id)).state]).toEqual([422, "draft"]);
  expect((await fill(id)).status).toBe(200);
  const counted = await audience({ id, roles: [], chosen: true });
  expect([counted.people, counted.left]).toEqual([2, { notOpen: 1 }]);
  const people = await chosen(id);
  expect(people.total).toBe(3);
  expect(people.items.map((person) => [person.id, person.reason])).toEqual([
    [first.id, null],
    [second.id, null],
    [closed.id, "notOpen"],
  ]);
  expect((await remove(id, second.id)).status).toBe(200);
  expect((await start(id)).status).toBe(200);
  await runCampaigns(backend);
  expect((await noticesOf(backend, id, "inbox")).map(({ userId }) => userId)).toEqual([first.id]);
  expect((await remove(id, first.id)).status).toBe(409);
  const logged = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, id)).orderBy(auditLog.seq);
  expect(logged.map(({ action }) => action)).toEqual(["campaign.create", "campaign.edit", "campaign.edit", "campaign.send"]);
  expect(JSON.stringify(logged)).not.toContain(first.id);
});

test("all that match a list are those of its query, and a copy has them too", async () => {
  const sectorId = await teamOf(backend, "Équipe entière");
  const people = [await addPerson(backend, { role: "BENEFICIARY", sectorId }), await addPerson(backend, { role: "BENEFICIARY", sectorId })];
  await addPerson(backend, { role: "VOLUNTEER", sectorId });
  const { write, chosen, post } = writing(admin.cookie);
  const { id } = await write({ list: "beneficiaries", selection: { all: true, query: { team: sectorId } }, dryRun: false });
  const copy = (await (await post(`/api/admin/campaigns/${id}/copy`)).json()) as { id: string };
  const ids = people.map((person) => person.id);
  for (const one of [id ?? "", copy.id]) expect((await chosen(one)).items.map((person) => person.id)).toEqual(ids);
});

test("a coordinator writes to those of the sectors in which they may, whom they see: the others are counted", async () => {
  const [own, other] = [await teamOf(backend, "La sienne"), await teamOf(backend, "Une autre")];
  const inSectors = [
    { permission: "NOTIFICATIONS_SEND" as const, sectorId: own },
    { permission: "ACCOUNTS_MANAGE" as const, sectorId: own },
    { permission: "ACCOUNTS_MANAGE" as const, sectorId: other },
  ];
  const coordinator = await signIn(backend, { role: "VOLUNTEER", sectorId: own, inSectors });
  const [mine, foreign] = await Promise.all([own, other].map((sectorId) => addPerson(backend, { role: "BENEFICIARY", sectorId })));
  const stranger = await addPerson(backend, { role: "BENEFICIARY" });
  const ids = [mine?.id ?? "", foreign?.id ?? "", stranger.id];
  const theirs = writing(coordinator.cookie);
  const { id, ...counts } = await theirs.write({ list: "beneficiaries", selection: { ids }, dryRun: false });
  expect(counts).toMatchObject({ count: 1, left: 1 });
  expect((await theirs.chosen(id ?? "")).items.map((person) => person.id)).toEqual([mine?.id]);
  const donor = await addPerson(backend, { role: "DONATOR_MERCHANT" });
  expect((await theirs.ask({ list: "donators", selection: { ids: [donor.id] }, dryRun: false })).status).toBe(422);
  // Whoever leaves the sector is left out by name, whatever was chosen.
  await theirs.fill(id ?? "");
  await backend.services.db
    .update(users)
    .set({ sectorId: other })
    .where(eq(users.id, mine?.id ?? ""));
  expect((await theirs.chosen(id ?? "")).items.map(({ reason }) => reason)).toEqual(["changed"]);
  expect((await theirs.start(id ?? "")).status).toBe(422);
});

test("somebody else's draft is not there for a coordinator, and a campaign without chosen people is not made to have some", async () => {
  const own = await teamOf(backend, "Encore une");
  const coordinator = await signIn(backend, { role: "VOLUNTEER", inSectors: [{ permission: "NOTIFICATIONS_SEND", sectorId: own }] });
  const person = await addPerson(backend, { role: "VOLUNTEER", sectorId: own });
  const { write, fill, create } = writing(admin.cookie);
  const { id } = await write({ list: "volunteers", selection: { ids: [person.id] }, dryRun: false });
  const theirs = writing(coordinator.cookie);
  const list = await backend.request(`/api/admin/campaigns/${id}/chosen`, { cookie: coordinator.cookie });
  expect([list.status, (await theirs.remove(id ?? "", person.id)).status]).toEqual([404, 404]);
  expect((await fill(await create())).status).toBe(422);
});

test("the database holds no more than two thousand people of one campaign", async () => {
  const { db } = backend.services;
  const id = await writing(admin.cookie).create();
  const rows = Array.from({ length: 2_001 }, (_, at) => ({
    ...{ id: crypto.randomUUID(), email: `many-${at}@maillon.example`, firstName: "Lou", lastName: `Plusieurs ${at}` },
    ...{ role: "DONATOR_INDIVIDUAL" as const, accountState: "validated" as const, emailVerifiedAt: new Date("2026-01-01") },
  }));
  await db.insert(users).values(rows);
  const chosen = rows.map((row) => ({ campaignId: id, userId: row.id }));
  await expect(db.insert(campaignPeople).values(chosen)).rejects.toThrow();
  await db.insert(campaignPeople).values(chosen.slice(1));
  const query = { q: "Plusieurs" };
  const { ask } = writing(admin.cookie);
  expect((await ask({ list: "donators", selection: { all: true, query }, dryRun: false })).status).toBe(422);
});
