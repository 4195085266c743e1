import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { memberships } from "#backend/modules/memberships/tables";
import { notices } from "#backend/modules/notices/tables";
import type { OwnAssembly } from "#contract/charity/assemblies";
import { backendForTest, testClock } from "#tests/support/backend";
import { signIn } from "#tests/support/people";

const path = "/api/admin/assemblies";

test("a member reads of the assembly, of the proxies recorded in their name, and in the end what was decided", async () => {
  const time = testClock(new Date("2026-11-27T22:50:00Z"));
  const backend = await backendForTest({ clock: time.clock });
  const { db } = backend.services;
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const send = async (to: string, json: object, method = "POST") => {
    const answer = await backend.request(`${path}${to}`, { method, cookie, json });
    return [answer.status, (await answer.json()) as { id: string }] as const;
  };
  const addMember = async (lastName: string, endDate: string) => {
    const person = await signIn(backend, { role: "VOLUNTEER", firstName: "Aya", lastName });
    await db.insert(memberships).values({ userId: person.id, startDate: "2026-01-01", endDate });
    return person;
  };
  const giver = await addMember("Fabre", "2026-12-31");
  const holder = await addMember("Garnier", "2026-12-31");
  const ended = await addMember("Henry", "2026-11-27");
  const own = async ({ cookie: by }: { cookie: string }) => {
    const answer = await backend.request("/api/own-assemblies", { cookie: by });
    return ((await answer.json()) as { items: OwnAssembly[] }).items;
  };
  const draft = { title: { fr: "Assemblée ordinaire" }, day: "2026-11-28", place: "Mairie", maxProxies: 1, quorumPercent: 100 };
  const [, { id }] = await send("", draft);
  const [, { id: resolutionId }] = await send(`/${id}/resolutions`, { text: { fr: "Approuver les comptes" }, majority: "simple" });
  expect(await own(giver)).toMatchObject([
    {
      day: "2026-11-28",
      place: "Mairie",
      state: "prepared",
      attendance: null,
      holder: null,
      proxies: [],
      resolutions: [{ outcome: null }],
    },
  ]);
  expect(await own(ended)).toEqual([]);
  expect((await backend.request("/api/own-assemblies", { cookie: (await signIn(backend, { role: "BENEFICIARY" })).cookie })).status).toBe(
    403,
  );

  expect((await send(`/${id}/proxies`, { userId: giver.id, holderId: holder.id }))[0]).toBe(201);
  expect(await own(giver)).toMatchObject([{ attendance: "proxy", holder: "Aya Garnier", proxies: [] }]);
  expect(await own(holder)).toMatchObject([{ attendance: null, holder: null, proxies: ["Aya Fabre"] }]);
  const parts = async (userId: string) => {
    const rows = await db.select().from(notices).where(eq(notices.userId, userId)).orderBy(notices.createdAt);
    return rows.filter(({ topic }) => topic === "proxy_moved").map(({ values, path: to }) => [values, to]);
  };
  const noticeOf = (move: string, part: string) => [{ move, part, day: "2026-11-28" }, "/account/membership"];
  expect(await parts(giver.id)).toEqual([noticeOf("given", "giver")]);
  expect(await parts(holder.id)).toEqual([noticeOf("given", "holder")]);
  const inbox = (await (await backend.request("/api/account/inbox", { cookie: giver.cookie })).json()) as object;
  expect(JSON.stringify(inbox)).toContain("Votre pouvoir pour l’assemblée générale du 28 novembre 2026 est noté");

  time.set("2026-11-27T23:00:30Z");
  await send(`/${id}/withdrawals`, { userId: giver.id, reason: "Est venue" });
  expect(await own(holder)).toMatchObject([{ proxies: [] }]);
  expect((await parts(holder.id)).at(-1)).toEqual(noticeOf("withdrawn", "holder"));
  await send(`/${id}/state`, { state: "open" }, "PUT");
  await send(`/${id}/presences`, { userId: giver.id });
  await send(`/${id}/resolutions/${resolutionId}/votes`, { inFavour: 1, against: 0, abstained: 0 }, "PUT");
  expect(await own(giver)).toMatchObject([{ attendance: "present", resolutions: [{ outcome: null }] }]);
  await send(`/${id}/state`, { state: "closed" }, "PUT");
  expect(await own(giver)).toMatchObject([{ state: "closed", resolutions: [{ outcome: "no_quorum" }] }]);
});
