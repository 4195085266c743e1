import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assemblies, attendances, resolutions } from "#backend/modules/assemblies/tables";
import { auditLog } from "#backend/modules/audit/tables";
import { memberships } from "#backend/modules/memberships/tables";
import { type AssemblyMember, type AssemblyRecord, outcomeOf } from "#contract/charity/assemblies";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { readPdf } from "#tests/support/pdf-text";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let cookie = "";
const time = testClock(new Date("2026-11-27T22:59:00Z"));
const path = "/api/admin/assemblies";
const day = "2026-11-28";

beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

const send = (to: string, json: object, method = "POST", by = cookie) => backend.request(`${path}${to}`, { method, cookie: by, json });
const read = async (to: string) => (await (await backend.request(`${path}${to}`, { cookie })).json()) as AssemblyRecord;
const refusal = async (answer: Response) => Object.values(((await answer.json()) as { fieldErrors?: object }).fieldErrors ?? {}).flat()[0];
const draft = { title: { fr: "Assemblée ordinaire" }, day, place: "Salle des fêtes", maxProxies: 1, quorumPercent: 50 };

async function prepare(json: object = draft) {
  const answer = await send("", json);
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

async function addMember(lastName: string, endDate = "2026-12-31") {
  const { id } = await signIn(backend, { role: "VOLUNTEER", lastName });
  await backend.services.db.insert(memberships).values({ userId: id, startDate: "2026-01-01", endDate });
  return id;
}

test("an assembly is opened on its day, counts who is there and represented, and has minutes once it is closed", async () => {
  time.set("2026-11-27T22:59:00Z");
  const [aya, bilal, chloe] = await Promise.all(["Abbadi", "Bellec", "Carron"].map((name) => addMember(name)));
  const late = await addMember("Tessier", "2026-11-27");
  const id = await prepare();
  const present = (userId?: string) => send(`/${id}/presences`, { userId });
  const proxy = (userId?: string, holderId?: string) => send(`/${id}/proxies`, { userId, holderId });
  expect(await refusal(await present(aya))).toBe("assemblies:error.notOpen");
  expect((await proxy(bilal, aya)).status).toBe(201);
  expect(await refusal(await send(`/${id}/state`, { state: "open" }, "PUT"))).toBe("assemblies:error.early");
  expect(await refusal(await send(`/${id}`, { ...draft, day: "2026-11-29", version: 1 }, "PUT"))).toBe("assemblies:error.dayTaken");
  expect(await refusal(await send(`/${id}`, { ...draft, maxProxies: 0, version: 1 }, "PUT"))).toBe("assemblies:error.held");
  expect((await send(`/${id}`, { ...draft, place: "Mairie", version: 1 }, "PUT")).status).toBe(200);

  time.set("2026-11-27T23:00:30Z");
  const added = await send(`/${id}/resolutions`, { text: { fr: "Approuver les comptes" }, majority: "simple" });
  const { id: resolutionId } = (await added.json()) as { id: string };
  const count = (inFavour: number, against: number, abstained: number) =>
    send(`/${id}/resolutions/${resolutionId}/votes`, { inFavour, against, abstained }, "PUT");
  expect(await refusal(await count(0, 0, 0))).toBe("assemblies:error.notOpen");
  expect((await send(`/${id}/state`, { state: "open" }, "PUT")).status).toBe(200);
  expect((await send(`/${id}`, { ...draft, version: 3 }, "PUT")).status).toBe(409);
  // The holder is not there yet.
  expect(await read(`/${id}`)).toMatchObject({ members: 3, present: 0, represented: 0, waiting: 1 });
  expect((await present(aya)).status).toBe(201);
  expect(await read(`/${id}`)).toMatchObject({ members: 3, present: 1, represented: 1, waiting: 0 });
  expect(await refusal(await present(late))).toBe("assemblies:error.member");
  // One each, at most the limit, not to oneself, not passed on, not by somebody who is there.
  expect(await refusal(await proxy(aya, chloe))).toBe("assemblies:error.chain");
  expect(await refusal(await proxy(chloe, aya))).toBe("assemblies:error.limit");
  expect(await refusal(await proxy(chloe, chloe))).toBe("assemblies:error.oneself");
  expect(await refusal(await proxy(chloe, bilal))).toBe("assemblies:error.chain");
  expect(await refusal(await proxy(chloe, late))).toBe("assemblies:error.member");
  expect(await refusal(await present(bilal))).toBe("assemblies:error.once");
  expect((await send(`/${id}/withdrawals`, { userId: bilal, reason: "" })).status).toBe(422);
  expect((await send(`/${id}/withdrawals`, { userId: bilal, reason: "Est venu" })).status).toBe(201);
  expect((await send(`/${id}/withdrawals`, { userId: bilal, reason: "Est venu" })).status).toBe(409);
  expect((await present(bilal)).status).toBe(201);
  expect(await refusal(await proxy(bilal, chloe))).toBe("assemblies:error.once");
  expect((await proxy(chloe, bilal)).status).toBe(201);

  expect(await refusal(await send(`/${id}/state`, { state: "closed" }, "PUT"))).toBe("assemblies:error.uncounted");
  expect(await refusal(await count(3, 1, 0))).toBe("assemblies:error.tooManyVotes");
  expect((await count(2, 0, 1)).status).toBe(200);
  const { items } = (await (await backend.request(`${path}/${id}/members?q=carr`, { cookie })).json()) as { items: AssemblyMember[] };
  expect(items).toMatchObject([{ id: chloe, attendance: "proxy", held: 0 }]);
  expect((await backend.request(`${path}/${id}/minutes`, { cookie })).status).toBe(404);
  expect((await send(`/${id}/state`, { state: "closed" }, "PUT")).status).toBe(200);

  expect(await refusal(await send(`/${id}/withdrawals`, { userId: chloe, reason: "Trop tard" }))).toBe("assemblies:error.notOpen");
  expect((await count(1, 0, 0)).status).toBe(409);
  expect((await send(`/${id}/state`, { state: "open" }, "PUT")).status).toBe(409);
  // A membership that ends afterwards changes nothing.
  await backend.services.db
    .update(memberships)
    .set({ status: "cancelled" })
    .where(eq(memberships.userId, aya ?? ""));
  expect(await read(`/${id}`)).toMatchObject({ state: "closed", members: 3, present: 2, represented: 1 });
  const minutes = await backend.request(`${path}/${id}/minutes`, { cookie });
  const { text } = readPdf(new Uint8Array(await minutes.arrayBuffer()));
  for (const part of ["Assemblée ordinaire", "Mairie", "Approuver les comptes", "Abbadi", "Carron", "Adoptée"])
    expect(text).toContain(part);
  const downloads = and(eq(auditLog.action, "assembly.minutes"), eq(auditLog.entityId, id));
  expect(await backend.services.db.$count(auditLog, downloads)).toBe(1);
});

type Named = { items: AssemblyMember[] };
const members = async (id: string, query = "") =>
  (await (await backend.request(`${path}/${id}/members${query}`, { cookie })).json()) as Named;
const minutesText = async (id: string) => {
  const minutes = await backend.request(`${path}/${id}/minutes`, { cookie });
  return readPdf(new Uint8Array(await minutes.arrayBuffer())).text.replaceAll(/\s+/g, " ");
};
const cancelMembershipOf = (userId: string) =>
  backend.services.db.update(memberships).set({ status: "cancelled" }).where(eq(memberships.userId, userId));

test("what was recorded of somebody whose membership was cancelled is seen and withdrawn before the assembly is closed", async () => {
  time.set("2026-11-27T23:00:30Z");
  const [giver, holder] = await Promise.all([addMember("Fabre"), addMember("Garnier")]);
  const id = await prepare({ ...draft, quorumPercent: null });
  await send(`/${id}/proxies`, { userId: giver, holderId: holder });
  await send(`/${id}/state`, { state: "open" }, "PUT");
  await send(`/${id}/presences`, { userId: holder });
  await cancelMembershipOf(giver);
  expect((await members(id, "?q=fabre")).items).toMatchObject([{ id: giver, attendance: "proxy", counts: false }]);
  expect((await members(id, "?show=lapsed")).items.map(({ id: one }) => one)).toEqual([giver]);
  expect((await members(id, "?q=garnier")).items).toMatchObject([{ held: 1, counts: true }]);
  expect(await refusal(await send(`/${id}/state`, { state: "closed" }, "PUT"))).toBe("assemblies:error.lapsed");
  expect((await send(`/${id}/withdrawals`, { userId: giver, reason: "Adhésion annulée" })).status).toBe(201);
  expect((await members(id, "?q=fabre")).items).toEqual([]);
  expect((await send(`/${id}/state`, { state: "closed" }, "PUT")).status).toBe(200);
  const text = await minutesText(id);
  expect([text.includes("Fabre"), text.includes("Garnier"), text.includes("1 personne présente ou représentée")]).toEqual([
    false,
    true,
    true,
  ]);
  await backend.services.db.delete(attendances).where(eq(attendances.assemblyId, id));
  expect(await minutesText(id)).toMatch(/1 personne présente ou représentée Les noms ont été effacés/);
});

test("a correction of votes keeps who counted at the vote and its quorum; a vote that is taken again does not", async () => {
  time.set("2026-11-27T23:00:30Z");
  const stays = await Promise.all(["Henry", "Imbert"].map((name) => addMember(name)));
  const id = await prepare({ ...draft, quorumPercent: 1 });
  await send(`/${id}/state`, { state: "open" }, "PUT");
  for (const userId of stays) await send(`/${id}/presences`, { userId });
  const added = await send(`/${id}/resolutions`, { text: { fr: "Élire le bureau" }, majority: "simple" });
  const { id: resolutionId } = (await added.json()) as { id: string };
  const count = (inFavour: number, more: object = {}) =>
    send(`/${id}/resolutions/${resolutionId}/votes`, { inFavour, against: 0, abstained: 0, ...more }, "PUT");
  expect((await count(1)).status).toBe(200);
  for (const userId of stays) await send(`/${id}/withdrawals`, { userId, reason: "Départ" });
  expect((await count(2)).status).toBe(200);
  const of = async () => (await read(`/${id}`)).resolutions[0];
  expect(await of()).toMatchObject({ inFavour: 2, present: 2, represented: 0 });
  expect(await refusal(await count(3))).toBe("assemblies:error.tooManyAtVote");
  expect(await refusal(await count(1, { isNewVote: true }))).toBe("assemblies:error.tooManyVotes");
  expect((await send(`/${id}/state`, { state: "closed" }, "PUT")).status).toBe(200);
  const text = await minutesText(id);
  expect([text.includes("est atteint"), text.includes("n’est pas atteint")]).toEqual([true, false]);
});

test("the attendance sheet of an assembly names the proxies that are recorded", async () => {
  time.set("2026-11-27T23:00:30Z");
  const [giver, holder] = await Promise.all([addMember("Lacombe"), addMember("Mercier")]);
  const id = await prepare();
  await send(`/${id}/proxies`, { userId: giver, holderId: holder });
  const sheetText = async (of: string) => {
    const sheet = await backend.request(`/api/admin/membership-assembly/pdf?day=${day}${of}`, { cookie });
    return readPdf(new Uint8Array(await sheet.arrayBuffer())).text.replaceAll(/\s+/g, " ");
  };
  const text = await sheetText(`&assembly=${id}`);
  for (const part of [/Pouvoir donné à \S+ Mercier/, /Porte le pouvoir de \S+ Lacombe/]) expect(text).toMatch(part);
  for (const other of ["", `&assembly=${crypto.randomUUID()}`]) expect(await sheetText(other)).not.toContain("Pouvoir donné");
});

test("without the quorum of its vote a resolution is not adopted, and the minutes say so", async () => {
  time.set("2026-11-27T23:00:30Z");
  const members = await Promise.all(["Jamet", "Klein"].map((name) => addMember(name)));
  const id = await prepare({ ...draft, quorumPercent: 100 });
  await send(`/${id}/state`, { state: "open" }, "PUT");
  await send(`/${id}/presences`, { userId: members[0] });
  const added = await send(`/${id}/resolutions`, { text: { fr: "Dissoudre" }, majority: "simple" });
  const { id: resolutionId } = (await added.json()) as { id: string };
  expect((await send(`/${id}/resolutions/${resolutionId}/votes`, { inFavour: 1, against: 0, abstained: 0 }, "PUT")).status).toBe(200);
  const [voted] = (await read(`/${id}`)).resolutions;
  if (!voted) throw new Error("no resolution");
  expect([100, null].map((percent) => outcomeOf(voted, percent))).toEqual(["no_quorum", "adopted"]);
  expect((await send(`/${id}/state`, { state: "closed" }, "PUT")).status).toBe(200);
  const text = await minutesText(id);
  expect([text.includes("Adoptée"), text.includes("Sans décision")]).toEqual([false, true]);
});

test("what the database holds, whoever writes to it", async () => {
  time.set("2026-11-27T23:00:30Z");
  const { db } = backend.services;
  const id = await prepare();
  const member = await addMember("Diallo");
  await send(`/${id}/state`, { state: "open" }, "PUT");
  await send(`/${id}/presences`, { userId: member });
  const write = (statement: Promise<unknown>) =>
    statement.then(
      () => "written",
      (error: Error) => String(error.cause),
    );
  const [row] = await db
    .insert(resolutions)
    .values({ assemblyId: id, position: 1, text: { fr: "Une" }, majority: "simple" })
    .returning();
  const of = eq(resolutions.id, row?.id ?? "");
  const more = { inFavour: 2, against: 0, abstained: 0, present: 9, represented: 9 };
  expect(await write(db.update(resolutions).set(more).where(of))).toContain("assembly_resolutions_votes");
  expect(await write(db.update(assemblies).set({ state: "prepared", openedAt: null }).where(eq(assemblies.id, id)))).toContain(
    "prepared, then open",
  );
  const live = and(eq(attendances.assemblyId, id), isNull(attendances.withdrawnAt));
  expect(await write(db.update(attendances).set({ kind: "proxy", holderId: member }).where(live))).toContain("withdrawn once");
  expect(
    await write(
      db
        .update(resolutions)
        .set({ ...more, inFavour: 1 })
        .where(of),
    ),
  ).toBe("written");
  expect((await db.select().from(resolutions).where(of))[0]).toMatchObject({ present: 1, represented: 0 });
  expect(await write(db.delete(resolutions).where(of))).toContain("what was voted stays");
});

test("only administrators read and lead an assembly", async () => {
  const { cookie: other } = await signIn(backend, { role: "VOLUNTEER" });
  expect((await backend.request(path, { cookie: other })).status).toBe(403);
  expect((await send("", draft, "POST", other)).status).toBe(403);
  expect((await backend.request(`${path}/${crypto.randomUUID()}`, { cookie })).status).toBe(404);
});
