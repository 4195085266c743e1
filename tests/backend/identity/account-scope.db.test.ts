import { and, eq, inArray, or } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "#backend/http/actor";
import { isInScope, lockAccount } from "#backend/identity/account-scope";
import { auditLog } from "#backend/modules/audit/tables";
import { documents } from "#backend/modules/documents/tables";
import { guardianConsents } from "#backend/modules/registration/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import { verificationChats } from "#backend/modules/verification-chats/tables";
import type { Permission } from "#contract/accounts/roles";
import { franceDay } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { everyEndpoint } from "#tests/support/endpoints";
import { addPerson, signIn } from "#tests/support/people";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const all = ["ACCOUNTS_MANAGE", "BENEFICIARY_READ_RESTRICTED", "EXPORT_PERSONAL_DATA"] as const;

let sectorCount = 0;

async function addTeam(name: string) {
  sectorCount += 1;
  const { clock, db } = backend.services;
  const values = { kind: "local_team", status: "published", createdAt: clock(), updatedAt: clock() } as const;
  const [team] = await db
    .insert(sectors)
    .values({ ...values, slug: `equipe-${sectorCount}-${crypto.randomUUID().slice(0, 8)}`, name, position: 900 + sectorCount })
    .returning();
  if (!team) throw new Error("the team was not added");
  return team;
}

function addCoordinator(sectorId: string, held: readonly Permission[] = all) {
  return signIn(backend, { role: "VOLUNTEER", sectorId, inSectors: held.map((permission) => ({ permission, sectorId })) });
}

/** A student who waits for a decision, with a chat and a document. */
async function addStudent(sectorId: string, lastName = "Delacroix") {
  const { db, clock, files } = backend.services;
  const at = clock();
  const student = await addPerson(backend, {
    role: "BENEFICIARY",
    accountState: "to_validate",
    sectorId,
    lastName,
    birthDate: "2010-05-06",
  });
  await db.insert(beneficiaryFiles).values({ userId: student.id, status: "to_verify", answers: { income: 1 }, sentAt: at });
  const [chat] = await db.insert(verificationChats).values({ userId: student.id, status: "waiting_staff", lastMessageAt: at }).returning();
  const storageKey = `papers/${student.id}`;
  await files.put(storageKey, new TextEncoder().encode("%PDF"), "application/pdf");
  const [document] = await db
    .insert(documents)
    .values({
      ...{ ownerId: student.id, visibility: "owner", mime: "application/pdf", bytes: 4, sha256: "", createdAt: at },
      ...{ kind: "PROOF_STUDIES", storageKey, verification: "pending", fileName: "carte.pdf" },
    })
    .returning();
  return { ...student, chatId: chat?.id ?? "", documentId: document?.id ?? "" };
}

type Student = Awaited<ReturnType<typeof addStudent>>;

/** Everything that is asked of one person: what to send, and the status for whoever looks after the account. */
const acts = ({ id, chatId, documentId }: Student): { method: string; path: string; json?: unknown; form?: object; status: number }[] => [
  { method: "GET", path: `/api/admin/people/${id}`, status: 200 },
  { method: "GET", path: `/api/admin/people/${id}/documents`, status: 200 },
  { method: "GET", path: `/api/admin/people/${id}/review`, status: 200 },
  { method: "GET", path: `/api/admin/verification-chats/${chatId}`, status: 200 },
  { method: "GET", path: `/api/admin/papers/${documentId}`, status: 200 },
  { method: "GET", path: `/api/admin/papers/${documentId}/file`, status: 200 },
  { method: "POST", path: `/api/admin/people/${id}/guardian-mail`, status: 200 },
  { method: "POST", path: `/api/admin/verification-chats/${chatId}/messages`, form: { body: "Bonjour" }, status: 201 },
  { method: "POST", path: `/api/admin/verification/${id}/messages`, form: { body: "Bonjour" }, status: 201 },
  { method: "POST", path: `/api/admin/verification-chats/${chatId}/owner`, json: { mine: true }, status: 200 },
  { method: "POST", path: `/api/admin/verification-chats/${chatId}/closing`, json: { seen: "2100-01-01T00:00:00Z" }, status: 200 },
  { method: "POST", path: `/api/admin/papers/${documentId}/decision`, json: { verdict: "accepted" }, status: 200 },
  { method: "POST", path: `/api/admin/people/${id}/driver`, json: { status: "blocked", version: "" }, status: 404 },
  { method: "POST", path: `/api/admin/verification/${id}/decision`, json: { verdict: "ask", reason: "Un papier" }, status: 200 },
  { method: "POST", path: `/api/admin/people/${id}/steps`, json: { step: "approve" }, status: 200 },
];

const send = (cookie: string, { method, path, json, form }: Pick<ReturnType<typeof acts>[number], "method" | "path" | "json" | "form">) =>
  backend.request(path, { method, cookie, ...(json === undefined ? {} : { json }), ...(form && { form }) });

async function statusesOf(cookie: string, student: Student) {
  const answers: [string, number][] = [];
  for (const act of acts(student)) answers.push([`${act.method} ${act.path}`, (await send(cookie, act)).status]);
  return answers;
}

const refusedEverywhere = (student: Student, status: number) => acts(student).map(({ method, path }) => [`${method} ${path}`, status]);

const read = async (cookie: string, path: string) => (await backend.request(path, { cookie })).text();

describe("a coordinator of one team", () => {
  test("does all that is asked for a person of the team", async () => {
    const team = await addTeam("Brest");
    const { cookie } = await addCoordinator(team.id);
    const student = await addStudent(team.id);
    await backend.services.db.insert(guardianConsents).values({
      ...{ userId: student.id, guardianName: "Anne", guardianEmail: "anne@maillon.example", tokenHash: crypto.randomUUID() },
      expiresAt: new Date(backend.services.clock().getTime() + 86_400_000),
    });
    const answers = await statusesOf(cookie, student);
    const expected = acts(student).map(({ method, path, status }) => [`${method} ${path}`, status]);
    // A minor's account opens with the guardian's consent alone.
    expect(answers.slice(0, -1)).toEqual(expected.slice(0, -1));
    await backend.services.db.delete(guardianConsents).where(eq(guardianConsents.userId, student.id));
    expect((await send(cookie, { method: "POST", path: `/api/admin/people/${student.id}/steps`, json: { step: "approve" } })).status).toBe(
      200,
    );
    const [row] = await backend.services.db.select().from(users).where(eq(users.id, student.id));
    expect(row?.accountState).toBe("validated");
  });

  test("is told that a person of another team does not exist, at every endpoint", async () => {
    const [mine, other] = [await addTeam("Quimper"), await addTeam("Lorient")];
    const { cookie } = await addCoordinator(mine.id);
    const student = await addStudent(other.id);
    expect(await statusesOf(cookie, student)).toEqual(refusedEverywhere(student, 404));
    const untouched = await backend.services.db.select().from(users).where(eq(users.id, student.id));
    expect(untouched[0]?.accountState).toBe("to_validate");
  });

  test("loses a person who moves to another team, and finds one who comes", async () => {
    const [mine, other] = [await addTeam("Vannes"), await addTeam("Auray")];
    const { cookie } = await addCoordinator(mine.id);
    const student = await addStudent(mine.id);
    const path = `/api/admin/people/${student.id}/review`;
    expect((await backend.request(path, { cookie })).status).toBe(200);
    await backend.services.db.update(users).set({ sectorId: other.id }).where(eq(users.id, student.id));
    expect(await statusesOf(cookie, student)).toEqual(refusedEverywhere(student, 404));
    await backend.services.db.update(users).set({ sectorId: mine.id }).where(eq(users.id, student.id));
    expect((await backend.request(path, { cookie })).status).toBe(200);
  });

  test("opens nothing once the right is taken away or has run out, in the same session", async () => {
    const team = await addTeam("Rodez");
    const coordinator = await addCoordinator(team.id);
    const student = await addStudent(team.id);
    const { db } = backend.services;
    const theirs = eq(permissionGrants.userId, coordinator.id);
    await db.update(permissionGrants).set({ expiresOn: "2026-01-01" }).where(theirs);
    const closed = acts(student).map(({ method, path }) => [`${method} ${path}`, path === `/api/admin/people/${student.id}` ? 404 : 403]);
    expect(await statusesOf(coordinator.cookie, student)).toEqual(closed);
    await db.delete(permissionGrants).where(theirs);
    expect(await statusesOf(coordinator.cookie, student)).toEqual(closed);
  });

  test("sees the own team alone in lists, searches and queues, whatever is asked for", async () => {
    const [mine, other] = [await addTeam("Agen"), await addTeam("Auch")];
    const { cookie } = await addCoordinator(mine.id);
    await addStudent(mine.id, "Visible");
    const hidden = await addStudent(other.id, "Caché");
    await addPerson(backend, { role: "VOLUNTEER", sectorId: other.id, lastName: "Caché" });
    await addPerson(backend, { role: "ADMIN", sectorId: mine.id, lastName: "Caché" });
    await addPerson(backend, { role: "DONATOR_INDIVIDUAL", sectorId: mine.id, lastName: "Caché" });
    const paths = [
      "/api/admin/people/pending-approval",
      "/api/admin/people/beneficiaries",
      `/api/admin/people/beneficiaries?team=${other.id}`,
      "/api/admin/people/volunteers",
      "/api/admin/people/drivers",
      "/api/admin/people?q=Caché",
      "/api/admin/verification-chats",
      "/api/admin/verification-chats?q=Caché",
      "/api/admin/papers",
      "/api/admin/papers?q=Caché",
    ];
    for (const path of paths) expect([path, (await read(cookie, path)).includes("Caché")]).toEqual([path, false]);
    for (const path of [paths[0], paths[1], paths[6], paths[8]])
      expect([path, await read(cookie, path ?? "")]).toEqual([path, expect.stringContaining("Visible")]);
    const { queues, accountDays } = JSON.parse(await read(cookie, "/api/work-queues"));
    expect(Object.keys(queues).sort()).toEqual(["accounts", "chats", "documents"]);
    expect([queues.accounts.count, queues.chats.count, queues.documents.count, accountDays[0]]).toEqual([1, 1, 1, expect.any(Number)]);
    expect(accountDays.reduce((sum: number, count: number) => sum + count, 0)).toBe(1);
    const { accounts } = JSON.parse(await read(cookie, "/api/dashboard"));
    expect(accounts.oldest).not.toBe(hidden.id);
    const review = JSON.parse(await read(cookie, `/api/admin/people/${accounts.oldest}/review`));
    expect(review.queue).toMatchObject({ place: 1, total: 1, next: null });
  });

  test("is not told of the same person in another team", async () => {
    const [mine, other] = [await addTeam("Gap"), await addTeam("Digne")];
    const { cookie } = await addCoordinator(mine.id);
    const name = { firstName: "Zoé", lastName: "Jumelle" };
    const here = await addPerson(backend, { role: "VOLUNTEER", sectorId: mine.id, ...name });
    await addPerson(backend, { role: "VOLUNTEER", sectorId: other.id, ...name });
    expect(JSON.parse(await read(cookie, `/api/admin/people/${here.id}`)).more).toMatchObject({
      duplicates: 0,
      sameAs: [],
      permissions: [],
    });
    const { cookie: admin } = await signIn(backend, { role: "ADMIN" });
    expect(JSON.parse(await read(admin, `/api/admin/people/${here.id}`)).more.duplicates).toBe(1);
  });

  test("opens at once the accounts of the team alone, by their ids or by all that match", async () => {
    const [mine, other] = [await addTeam("Albi"), await addTeam("Castres")];
    const { cookie } = await addCoordinator(mine.id);
    const waits = { role: "VOLUNTEER", accountState: "to_validate" } as const;
    const here = await addPerson(backend, { ...waits, sectorId: mine.id });
    const there = await addPerson(backend, { ...waits, sectorId: other.id });
    const bulk = (selection: unknown, dryRun: boolean) =>
      send(cookie, { method: "POST", path: "/api/admin/people/pending-approval/bulk", json: { step: "approve", selection, dryRun } });
    const outcome = { count: 1, changed: 1, opened: [{ id: here.id }] };
    expect(await (await bulk({ all: true, query: {} }, true)).json()).toMatchObject(outcome);
    expect(await (await bulk({ ids: [here.id, there.id] }, false)).json()).toMatchObject(outcome);
    const [row] = await backend.services.db.select().from(users).where(eq(users.id, there.id));
    expect(row?.accountState).toBe("to_validate");
  });

  test("opens the others at once when one of the selected people holds rights, who is named as left", async () => {
    const team = await addTeam("Millau");
    const { cookie } = await addCoordinator(team.id);
    const waits = { role: "VOLUNTEER", accountState: "to_validate", sectorId: team.id } as const;
    const plain = await addPerson(backend, waits);
    const holder = await addPerson(backend, { ...waits, inSectors: [{ permission: "ACCOUNTS_MANAGE", sectorId: team.id }] });
    for (const dryRun of [true, false]) {
      const json = { step: "approve", selection: { ids: [plain.id, holder.id] }, dryRun };
      const answer = await send(cookie, { method: "POST", path: "/api/admin/people/pending-approval/bulk", json });
      expect([answer.status, await answer.json()]).toMatchObject([
        200,
        { count: 2, changed: 1, opened: [{ id: plain.id }], left: [{ id: holder.id, obstacles: ["rights"] }] },
      ]);
    }
    const states = await backend.services.db
      .select({ state: users.accountState })
      .from(users)
      .where(inArray(users.id, [plain.id, holder.id]));
    expect(states.map(({ state }) => state).sort()).toEqual(["to_validate", "validated"]);
  });

  test("reads a file with the right for that team alone, and decides with it", async () => {
    const [mine, other] = [await addTeam("Pau"), await addTeam("Dax")];
    const sectorsHeld = [
      { permission: "ACCOUNTS_MANAGE", sectorId: mine.id },
      { permission: "ACCOUNTS_MANAGE", sectorId: other.id },
      { permission: "BENEFICIARY_READ_RESTRICTED", sectorId: other.id },
    ] as const;
    const { cookie } = await signIn(backend, { role: "VOLUNTEER", sectorId: mine.id, inSectors: [...sectorsHeld] });
    const [here, there] = [await addStudent(mine.id), await addStudent(other.id)];
    const review = async (id: string) => JSON.parse(await read(cookie, `/api/admin/people/${id}/review`));
    expect([(await review(here.id)).withheld, (await review(there.id)).withheld]).toEqual([true, false]);
    expect((await backend.request(`/api/admin/papers/${here.documentId}/file`, { cookie })).status).toBe(403);
    const ask = { verdict: "ask", reason: "Un papier" };
    const decide = (id: string) => send(cookie, { method: "POST", path: `/api/admin/verification/${id}/decision`, json: ask });
    expect([(await decide(here.id)).status, (await decide(there.id)).status]).toEqual([403, 200]);
    for (const { path, ...body } of [
      { path: ({ documentId }: Student) => `/api/admin/papers/${documentId}/decision`, json: { verdict: "accepted" } },
      { path: ({ id }: Student) => `/api/admin/verification/${id}/messages`, form: { body: "Bonjour" } },
    ]) {
      const statuses = [];
      for (const student of [here, there]) statuses.push((await send(cookie, { method: "POST", path: path(student), ...body })).status);
      expect([path(here), statuses]).toEqual([path(here), [403, expect.toBeOneOf([200, 201])]]);
    }
    const { items } = JSON.parse(await read(cookie, "/api/admin/people/beneficiaries?perPage=100"));
    const ages = new Map(items.map(({ id, more }: { id: string; more: { age: number | null } }) => [id, more.age]));
    expect([ages.get(here.id), ages.get(there.id)]).toEqual([null, expect.any(Number)]);
  });

  test("exports the teams alone for which they may, and no other list", async () => {
    const [mine, other] = [await addTeam("Laon"), await addTeam("Soissons")];
    const { cookie } = await signIn(backend, {
      role: "VOLUNTEER",
      inSectors: [
        { permission: "ACCOUNTS_MANAGE", sectorId: mine.id },
        { permission: "ACCOUNTS_MANAGE", sectorId: other.id },
        { permission: "EXPORT_PERSONAL_DATA", sectorId: mine.id },
      ],
    });
    const [here, there] = [await addStudent(mine.id), await addStudent(other.id)];
    const idsOf = async (query: string) =>
      JSON.parse(await read(cookie, `/api/admin/people/beneficiaries${query}`))
        .items.map(({ id }: { id: string }) => id)
        .sort();
    expect(await idsOf("")).toEqual([here.id, there.id].sort());
    expect(await idsOf("?exporting=yes")).toEqual([here.id]);
  });

  test("decides nothing about people who hold rights themselves, nor about their own account", async () => {
    const team = await addTeam("Tulle");
    const { cookie, id: own } = await addCoordinator(team.id);
    const colleague = await addCoordinator(team.id);
    const step = { step: "suspend", reason: "Départ" };
    for (const id of [own, colleague.id]) {
      expect((await send(cookie, { method: "POST", path: `/api/admin/people/${id}/steps`, json: step })).status).toBe(403);
      expect(JSON.parse(await read(cookie, `/api/admin/people/${id}`)).more.steps).toEqual([]);
    }
  });

  test("is neither counted nor offered the papers, chats and accounts of people who hold rights, their own among them", async () => {
    const team = await addTeam("Foix");
    const { cookie, id: own } = await addCoordinator(team.id);
    const { db, clock } = backend.services;
    const held = { role: "VOLUNTEER", sectorId: team.id, inSectors: [{ permission: "EVENTS_SCAN" as const, sectorId: team.id }] } as const;
    const colleague = await addPerson(backend, { ...held, inSectors: [...held.inSectors] });
    const waiting = await addPerson(backend, { ...held, inSectors: [...held.inSectors], accountState: "to_validate" });
    const licence = {
      kind: "LICENCE",
      visibility: "owner",
      verification: "pending",
      mime: "application/pdf",
      bytes: 4,
      sha256: "",
    } as const;
    const licences = [own, colleague.id].map((ownerId) => ({ ...licence, ownerId, storageKey: `papers/${ownerId}` }));
    const [mine] = await db.insert(documents).values(licences).returning();
    const at = clock();
    const chats = { userId: colleague.id, status: "waiting_staff", waitingSince: at, lastMessageAt: at } as const;
    const [chat] = await db.insert(verificationChats).values(chats).returning();
    const { queues, accountDays } = JSON.parse(await read(cookie, "/api/work-queues"));
    expect([queues.accounts.count, queues.chats.count, queues.documents.count]).toEqual([0, 0, 0]);
    expect(accountDays.some((count: number) => count > 0)).toBe(false);
    expect(JSON.parse(await read(cookie, "/api/dashboard")).accounts).toEqual({ oldest: null, complete: 0 });
    for (const list of ["people/pending-approval", "verification-chats?status=waiting_staff", "papers?status=pending"])
      expect([list, JSON.parse(await read(cookie, `/api/admin/${list}`)).total]).toEqual([list, 0]);
    const all = JSON.parse(await read(cookie, "/api/admin/papers")).items;
    expect(all.map((row: { byAdministrators: boolean }) => row.byAdministrators)).toEqual([true, true]);
    expect(JSON.parse(await read(cookie, "/api/admin/verification-chats")).total).toBe(1);
    const shown = [`verification-chats/${chat?.id}`, `people/${waiting.id}/review`].map((path) => read(cookie, `/api/admin/${path}`));
    for (const page of await Promise.all(shown)) expect(JSON.parse(page)).toMatchObject({ byAdministrators: true, verdicts: [] });
    expect(JSON.parse(await read(cookie, `/api/admin/people/${colleague.id}`)).more.byAdministrators).toBe(true);
    const decision = { method: "POST", path: `/api/admin/papers/${mine?.id}/decision`, json: { verdict: "accepted" } };
    expect((await send(cookie, decision)).status).toBe(403);
    const { cookie: admin } = await signIn(backend, { role: "ADMIN" });
    expect(JSON.parse(await read(admin, `/api/admin/papers/${mine?.id}`)).byAdministrators).toBe(false);
    expect((await send(admin, decision)).status).toBe(200);
  });

  test("decides about people whose rights have run out, and one at once with the others", async () => {
    const team = await addTeam("Ussel");
    const { cookie } = await addCoordinator(team.id);
    const { db } = backend.services;
    const held = { inSectors: [{ permission: "EVENTS_SCAN" as const, sectorId: team.id }], sectorId: team.id };
    const colleague = await addPerson(backend, { role: "VOLUNTEER", ...held });
    const waiting = await addPerson(backend, { role: "VOLUNTEER", accountState: "to_validate", ...held });
    const yesterday = addDays(franceDay(backend.services.clock()), -1);
    await db
      .update(permissionGrants)
      .set({ expiresOn: yesterday })
      .where(inArray(permissionGrants.userId, [colleague.id, waiting.id]));
    expect(JSON.parse(await read(cookie, `/api/admin/people/${colleague.id}`)).more.steps).toEqual(["suspend"]);
    const { cookie: admin } = await signIn(backend, { role: "ADMIN" });
    expect(JSON.parse(await read(admin, `/api/admin/people/${colleague.id}`)).more.inSectors).toEqual([]);
    const step = { step: "suspend", reason: "Départ" };
    expect((await send(cookie, { method: "POST", path: `/api/admin/people/${colleague.id}/steps`, json: step })).status).toBe(200);
    const json = { step: "approve", selection: { ids: [waiting.id] }, dryRun: false };
    const opened = await send(cookie, { method: "POST", path: "/api/admin/people/pending-approval/bulk", json });
    expect(await opened.json()).toMatchObject({ changed: 1, left: [] });
  });

  test("is refused by every endpoint of administrators that is not about accounts", async () => {
    const team = await addTeam("Guéret");
    const { cookie } = await addCoordinator(team.id);
    const restricted = (await everyEndpoint()).filter(
      ({ access }) => typeof access === "object" && !access.roles.includes("VOLUNTEER") && !access.inSector,
    );
    expect(restricted.length).toBeGreaterThan(100);
    for (const { method, path } of restricted) {
      const answer = await backend.request(path.replaceAll(/:\w+/g, crypto.randomUUID()), {
        method,
        cookie,
        ...(method === "GET" ? {} : { json: {} }),
      });
      expect([method, path, answer.status]).toEqual([method, path, 403]);
    }
  });

  test("leaves a row in the log for what they read and decide", async () => {
    const team = await addTeam("Foix");
    const { cookie, id } = await addCoordinator(team.id);
    const student = await addStudent(team.id);
    await backend.request(`/api/admin/people/${student.id}/review`, { cookie });
    const rows = await backend.services.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.actorId, id), eq(auditLog.entityId, student.id)));
    expect(rows.map(({ action }) => action)).toEqual(["verification.read"]);
  });
});

describe("a decision is made with what the coordinator holds then, not at the beginning of the request", () => {
  async function began() {
    const [team, other] = [await addTeam("Nevers"), await addTeam("Moulins")];
    const grants = [team, other].map(({ id: sectorId }) => ({ permission: "ACCOUNTS_MANAGE" as const, sectorId }));
    const { cookie: _cookie, ...row } = await signIn(backend, { role: "VOLUNTEER", sectorId: team.id, inSectors: grants });
    const extraData = { annualVerificationNeeded: false, accountState: "validated" as const, sectorGrants: grants };
    const actor = { ...row, sessionId: "", permissions: [], extraData, requestId: "" } as unknown as Actor;
    const person = await addPerson(backend, { role: "VOLUNTEER", accountState: "to_validate", sectorId: team.id });
    const { db } = backend.services;
    return {
      db,
      team,
      actor,
      person,
      decide: () => db.transaction((tx) => lockAccount(tx, actor, person.id, franceDay(backend.services.clock()))),
    };
  }
  const refused = (code: string) => expect.objectContaining({ code });

  test("with all of it, it is made", async () => {
    const { decide, actor } = await began();
    expect((await decide()).extraData.sectorGrants).toEqual(actor.extraData.sectorGrants);
  });

  test("with another role, it is refused", async () => {
    const { db, decide, actor } = await began();
    await db.update(users).set({ role: "DONATOR_INDIVIDUAL" }).where(eq(users.id, actor.id));
    await expect(decide()).rejects.toEqual(refused("forbidden"));
  });

  test("without the right in the person's team, it is refused, whatever is held in another", async () => {
    const { db, decide, actor, team } = await began();
    await db.delete(permissionGrants).where(and(eq(permissionGrants.userId, actor.id), eq(permissionGrants.sectorId, team.id)));
    await expect(decide()).rejects.toEqual(refused("not_found"));
  });

  describe.skipIf(!serverUrl)("and after what is being changed of the person", () => {
    /** Begins the decision while a transaction changes the person, and ends this transaction a moment later. */
    const during = async ({ db, decide }: Awaited<ReturnType<typeof began>>, change: (tx: typeof db) => Promise<unknown>) => {
      let decision: Promise<unknown> = Promise.resolve();
      await db.transaction(async (tx) => {
        await change(tx);
        decision = decide();
        decision.catch(() => {});
        await new Promise((resolve) => setTimeout(resolve, 300));
      });
      return decision;
    };

    test("a person who holds rights is refused before anything is waited for, so that two holders do not wait for each other", async () => {
      const { db, actor, person, decide, team } = await began();
      await db.insert(permissionGrants).values({ userId: person.id, permission: "ACCOUNTS_MANAGE", sectorId: team.id });
      await db.transaction(async (tx) => {
        await tx.select().from(users).where(eq(users.id, actor.id)).for("update");
        const blocked = new Promise((resolve) => setTimeout(resolve, 3_000, "waited for the other holder"));
        await expect(Promise.race([decide(), blocked])).rejects.toEqual(refused("forbidden"));
      });
    });

    test("a person who is moved to a team without the right is not decided about", async () => {
      const all = await began();
      const elsewhere = await addTeam("Decize");
      const move = (tx: typeof all.db) => tx.update(users).set({ sectorId: elsewhere.id }).where(eq(users.id, all.person.id));
      await expect(during(all, move)).rejects.toEqual(refused("not_found"));
    });

    test("nor is one who is given rights", async () => {
      const all = await began();
      const grant = { userId: all.person.id, permission: "ACCOUNTS_MANAGE", sectorId: all.team.id } as const;
      const give = async (tx: typeof all.db) => {
        await tx.select().from(users).where(eq(users.id, grant.userId)).for("update");
        await tx.insert(permissionGrants).values(grant);
      };
      await expect(during(all, give)).rejects.toEqual(refused("forbidden"));
    });
  });
});

test("a coordinator looks after the students and volunteers of the team, and nobody else there", () => {
  const sectorId = crypto.randomUUID();
  const coordinator = {
    role: "VOLUNTEER" as const,
    extraData: {
      annualVerificationNeeded: false,
      accountState: "validated" as const,
      sectorGrants: [{ permission: "ACCOUNTS_MANAGE", sectorId }],
    },
  };
  const roles = ["ADMIN", "BENEFICIARY", "VOLUNTEER", "DONATOR_INDIVIDUAL", "DONATOR_MERCHANT"] as const;
  expect(roles.filter((role) => isInScope(coordinator, { role, sectorId }))).toEqual(["BENEFICIARY", "VOLUNTEER"]);
  expect(isInScope(coordinator, { role: "VOLUNTEER", sectorId: crypto.randomUUID() })).toBe(false);
  expect(isInScope(coordinator, { role: "VOLUNTEER", sectorId: null })).toBe(false);
});

test("a right in a team opens nothing to a role that may not hold it", async () => {
  const team = await addTeam("Mende");
  const student = await addStudent(team.id);
  const inSectors = all.map((permission) => ({ permission, sectorId: team.id }));
  const { cookie } = await signIn(backend, { role: "BENEFICIARY", sectorId: team.id, inSectors });
  expect((await backend.request(`/api/admin/people/${student.id}/review`, { cookie })).status).toBe(403);
});

test("a right that counts in a team alone is not among those that count everywhere", async () => {
  const team = await addTeam("Privas");
  const { cookie } = await addCoordinator(team.id);
  const me = JSON.parse(await read(cookie, "/api/user/me"));
  expect(me.permissions).toEqual([]);
  expect(me.extraData.sectorGrants).toHaveLength(3);
});

test.skipIf(!serverUrl)("a decision and the end of the right to it are made one after the other", async () => {
  const team = await addTeam("Vesoul");
  const { cookie: giver } = await signIn(backend, { role: "ADMIN", permissions: ["ADMIN_MANAGE_USERS_PERMISSIONS"] });
  for (let turn = 0; turn < 8; turn += 1) {
    const coordinator = await addCoordinator(team.id);
    const waiting = await Promise.all(
      Array.from({ length: 4 }, () => addPerson(backend, { role: "VOLUNTEER", accountState: "to_validate", sectorId: team.id })),
    );
    const body = { role: "VOLUNTEER", grants: [], reason: "Fin de mission" };
    const [taken, ...decided] = await Promise.all([
      send(giver, { method: "PUT", path: `/api/admin/permissions/${coordinator.id}`, json: body }),
      ...waiting.map(({ id }) =>
        send(coordinator.cookie, { method: "POST", path: `/api/admin/people/${id}/steps`, json: { step: "approve" } }),
      ),
    ]);
    expect(taken.status).toBe(200);
    for (const { status } of decided) expect([200, 401, 403, 404]).toContain(status);
    const rows = await backend.services.db
      .select({ seq: auditLog.seq, action: auditLog.action })
      .from(auditLog)
      .where(or(eq(auditLog.actorId, coordinator.id), eq(auditLog.entityId, coordinator.id)))
      .orderBy(auditLog.seq);
    expect(rows.at(-1)?.action).toBe("user.rights");
    const after = await addPerson(backend, { role: "VOLUNTEER", accountState: "to_validate", sectorId: team.id });
    const late = await send(coordinator.cookie, { method: "POST", path: `/api/admin/people/${after.id}/steps`, json: { step: "approve" } });
    expect(late.status).toBe(401);
  }
});
