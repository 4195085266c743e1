import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Db } from "#backend/db/client";
import { aids } from "#backend/modules/aids/tables";
import { auditLog } from "#backend/modules/audit/tables";
import { volunteerHours } from "#backend/modules/hours/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { memberships } from "#backend/modules/memberships/tables";
import { driverProfiles } from "#backend/modules/people/tables";
import { guardianConsents, merchantProfiles } from "#backend/modules/registration/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { taskItems } from "#backend/modules/tasks/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { decideTransition } from "#backend/modules/users/transitions";
import { accountDecisions, beneficiaryFiles } from "#backend/modules/verification/tables";
import { accountTransitions } from "#contract/accounts/account-transitions";
import { type AccountState, accountStates } from "#contract/accounts/current-user";
import { type PersonRecord, type PersonRow, peopleApi } from "#contract/accounts/people";
import { permissions, roles } from "#contract/accounts/roles";
import type { WorkQueues } from "#contract/charity/work-queues";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { addPerson, signIn } from "#tests/support/people";
import { kindsWith, runDue, storedTask } from "#tests/support/tasks";

const stateOf = async ({ services }: TestBackend, id: string) =>
  (await services.db.select().from(users).where(eq(users.id, id)))[0]?.accountState;

async function withAdmin(held: Parameters<typeof signIn>[1]["permissions"] = []) {
  const backend = await backendForTest();
  const admin = await signIn(backend, { role: "ADMIN", permissions: held });
  const step = (id: string, json: unknown, cookie = admin.cookie) =>
    backend.request(`/api/admin/people/${id}/steps`, { method: "POST", cookie, json });
  const list = async (path: string, cookie = admin.cookie) =>
    (await (await backend.request(`/api/admin/people/${path}`, { cookie })).json()) as { items: PersonRow[]; total: number };
  return { backend, admin, step, list };
}

async function aSector({ services }: TestBackend, name: string) {
  const [team] = await services.db.insert(sectors).values({ name, slug: name.toLowerCase() }).returning();
  return team?.id ?? "";
}

test("the database allows exactly the transitions of the decision table", async () => {
  const { services } = await backendForTest();
  const { id } = await addPerson({ services }, { role: "VOLUNTEER" });
  const known = new Set(
    accountTransitions.flatMap((name) =>
      accountStates.flatMap((from) =>
        roles.flatMap((role) =>
          [true, false].flatMap((accepted) =>
            (["staff", "self", "system"] as const).flatMap((by) => {
              const mover = by === "self" ? { id, permissions: [] } : { id: "x", permissions };
              const decision = decideTransition(name, { id, role, accountState: from }, by, mover, { accepted });
              return "to" in decision ? [`${from} ${decision.to}`] : [];
            }),
          ),
        ),
      ),
    ),
  );
  for (const from of accountStates)
    for (const to of accountStates) {
      if (from === to) continue;
      const person = await addPerson({ services }, { role: "VOLUNTEER", accountState: from });
      const stored = await services.db
        .update(users)
        .set({ accountState: to })
        .where(eq(users.id, person.id))
        .then(
          () => true,
          () => false,
        );
      expect([from, to, stored]).toEqual([from, to, known.has(`${from} ${to}`)]);
    }
});

test("an approval opens the account, mails the person and is recorded; a second one is refused", async () => {
  const { backend, step } = await withAdmin();
  const { id } = await addPerson(backend, { role: "VOLUNTEER", accountState: "to_validate" });
  expect((await step(id, { step: "approve" })).status).toBe(200);
  expect(await stateOf(backend, id)).toBe("validated");
  expect((await step(id, { step: "approve" })).status).toBe(409);
  const mails = await backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.userId, id));
  expect(mails.map(({ topic }) => topic)).toEqual(["account_accepted"]);
  const log = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, id));
  expect(log.map(({ action, changes }) => [action, changes])).toEqual([
    ["account.accept", { accountState: { before: "to_validate", after: "validated" } }],
  ]);
});

test("a refusal has its reason in the account, the mail and the log; without a reason it is refused", async () => {
  const { backend, step } = await withAdmin(["BENEFICIARY_READ_RESTRICTED"]);
  const { id } = await addPerson(backend, { role: "BENEFICIARY", accountState: "to_validate" });
  const without = await step(id, { step: "refuse", reason: "  " });
  expect([without.status, await without.json()]).toMatchObject([422, { fieldErrors: { reason: ["people:reason.required"] } }]);
  expect((await step(id, { step: "refuse", reason: "Certificat de l’an dernier." })).status).toBe(200);
  const [mail] = await backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.userId, id));
  expect([mail?.topic, mail?.text]).toEqual(["account_refused_beneficiary", expect.stringContaining("Certificat de l’an dernier.")]);
  const [row] = await backend.services.db.select().from(users).where(eq(users.id, id));
  expect([row?.accountState, row?.stateReason]).toEqual(["refused", "Certificat de l’an dernier."]);
});

test("a suspended person is logged out at once and finds the account closed", async () => {
  const { backend, step } = await withAdmin();
  const volunteer = await signIn(backend, { role: "VOLUNTEER" });
  expect((await step(volunteer.id, { step: "suspend", reason: "Deux absences." })).status).toBe(200);
  expect((await backend.request("/api/user/me", { cookie: volunteer.cookie })).status).toBe(401);
});

test("a question to a student sends the file back; a bulk approval is previewed and skips accounts with obstacles", async () => {
  const { backend, admin, step } = await withAdmin(["BENEFICIARY_READ_RESTRICTED"]);
  const student = await addPerson(backend, { role: "BENEFICIARY", accountState: "to_validate" });
  expect((await step(student.id, { step: "ask", reason: "Il manque le certificat." })).status).toBe(200);
  expect(await stateOf(backend, student.id)).toBe("waiting");
  const waiting = await Promise.all([1, 2].map(() => addPerson(backend, { role: "VOLUNTEER", accountState: "to_validate" })));
  const bulk = async (dryRun: boolean) => {
    const json = { step: "approve", dryRun, selection: { ids: [student.id, ...waiting.map(({ id }) => id)] } };
    return (await backend.request("/api/admin/people/pending-approval/bulk", { method: "POST", cookie: admin.cookie, json })).json();
  };
  expect(await bulk(true)).toMatchObject({ count: 3, changed: 2, task: null, left: [{ id: student.id, obstacles: ["decided"] }] });
  expect(await stateOf(backend, waiting[0]?.id ?? "")).toBe("to_validate");
  expect(await bulk(false)).toMatchObject({ count: 3, changed: 2, task: null });
  expect(await Promise.all(waiting.map(({ id }) => stateOf(backend, id)))).toEqual(["validated", "validated"]);
});

test("many accounts that wait are asked for the same thing at once, with words that each person reads; others stay as they are", async () => {
  const { backend, admin } = await withAdmin(["BENEFICIARY_READ_RESTRICTED"]);
  const student = await addPerson(backend, { role: "BENEFICIARY", accountState: "to_validate" });
  const volunteer = await addPerson(backend, { role: "VOLUNTEER", accountState: "to_validate" });
  const open = await addPerson(backend, { role: "VOLUNTEER" });
  const bulk = (more: object) => {
    const json = { step: "ask", dryRun: false, selection: { ids: [student.id, volunteer.id, open.id] }, ...more };
    return backend.request(peopleApi.bulk.path, { method: "POST", cookie: admin.cookie, json });
  };
  const left = [{ id: open.id, obstacles: ["decided"] }];
  expect(await (await bulk({ dryRun: true })).json()).toMatchObject({ count: 3, changed: 2, left });
  const without = await bulk({});
  expect([without.status, await without.json()]).toMatchObject([422, { fieldErrors: { reason: ["people:reason.required"] } }]);
  expect(await (await bulk({ reason: "Il manque le certificat." })).json()).toMatchObject({ count: 3, changed: 2, left });
  expect([await stateOf(backend, student.id), await stateOf(backend, volunteer.id)]).toEqual(["waiting", "to_validate"]);
  const mails = await backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.topic, "more_information"));
  expect(mails.map(({ userId }) => userId).toSorted()).toEqual([student.id, volunteer.id].toSorted());
  expect(mails.every(({ text }) => text?.includes("Il manque le certificat."))).toBe(true);
});

test("more accounts than a request opens are previewed whole, and opened by a task", async () => {
  const { backend, admin } = await withAdmin();
  const names = Array.from({ length: 503 }, (_, at) => `Attente${at}`);
  const waiting = names.map((lastName) => ({ ...aWaitingVolunteer, lastName, email: `${lastName.toLowerCase()}@example.org` }));
  await backend.services.db.insert(users).values(waiting);
  const bulk = async (dryRun: boolean) => {
    const json = { step: "approve", dryRun, selection: { all: true, query: {} } };
    return (await backend.request("/api/admin/people/pending-approval/bulk", { method: "POST", cookie: admin.cookie, json })).json();
  };
  expect(await bulk(true)).toMatchObject({ count: 503, changed: 503, task: null });
  expect(await bulk(false)).toMatchObject({ count: 0, changed: 0, task: expect.any(String) });
  expect(await backend.services.db.$count(users, eq(users.accountState, "to_validate"))).toBe(503);
  await runDue(backend);
  expect(await backend.services.db.$count(users, eq(users.accountState, "to_validate"))).toBe(0);
}, 120_000);

test("a task names why an account was not opened: closed or decided meanwhile, also while it works", async () => {
  const { backend, admin } = await withAdmin();
  const { db } = backend.services;
  const waiting = Array.from({ length: 201 }, (_, at) => ({
    ...aWaitingVolunteer,
    lastName: `Attente${at}`,
    email: `attente-${at}@example.org`,
  }));
  const [closed, decided, refused, guarded] = await db.insert(users).values(waiting).returning({ id: users.id });
  const json = { step: "approve", dryRun: false, selection: { all: true, query: {} } };
  const answer = await backend.request(peopleApi.bulk.path, { method: "POST", cookie: admin.cookie, json });
  const { task } = (await answer.json()) as { task: string };
  const move = (tx: Db, one: { id: string } | undefined, accountState: AccountState) =>
    tx
      .update(users)
      .set({ accountState })
      .where(eq(users.id, one?.id ?? ""));
  await move(db, closed, "left");
  await move(db, decided, "validated");
  const consentFor = (userId: string) => ({
    ...{ userId, guardianName: "Noor", guardianEmail: "noor@example.org" },
    ...{ tokenHash: userId, createdAt: new Date(), expiresAt: new Date("2999-01-01") },
  });
  // Between the reading of an account and its opening.
  const slow = kindsWith(backend, peopleApi.bulk.path, (own) => (call, ids) => {
    const transaction: Db["transaction"] = async (run, ...more) => {
      if (refused && ids.includes(refused.id)) await move(call.db, refused, "refused");
      if (guarded && ids.includes(guarded.id)) await call.db.insert(guardianConsents).values(consentFor(guarded.id)).onConflictDoNothing();
      return call.db.transaction(run, ...more);
    };
    return own({ ...call, db: Object.assign(Object.create(call.db), { transaction }) }, ids);
  });
  await runDue(backend, slow);
  const reasonOf = async (one: { id: string } | undefined) => {
    const [item] = await db
      .select()
      .from(taskItems)
      .where(eq(taskItems.itemId, one?.id ?? ""));
    return item?.reason;
  };
  expect(await storedTask(backend, task)).toMatchObject({ state: "done", done: 197, leftOut: 4, failed: 0 });
  expect([await reasonOf(closed), await reasonOf(decided), await reasonOf(refused), await reasonOf(guarded)]).toEqual(
    ["left", "decided", "decided", "consent"].map((obstacle) => `people:bulk.obstacle.${obstacle}`),
  );
}, 120_000);

const aWaitingVolunteer = {
  role: "VOLUNTEER",
  accountState: "to_validate",
  firstName: "Lou",
  emailVerifiedAt: new Date("2026-01-01"),
} as const;

describe("what a volunteer reads of people", () => {
  async function asVolunteer() {
    const base = await withAdmin();
    const { backend } = base;
    const [lyon, lille] = [await aSector(backend, "Lyon"), await aSector(backend, "Lille")];
    const me = await signIn(backend, { role: "VOLUNTEER", sectorId: lyon });
    const birthDate = "2001-02-03";
    const mate = await addPerson(backend, { role: "VOLUNTEER", sectorId: lyon, phone: "+33612345678", birthDate, lastName: "Proche" });
    const hidden = [
      await addPerson(backend, { role: "VOLUNTEER", sectorId: lille }),
      await addPerson(backend, { role: "VOLUNTEER", sectorId: null }),
      await addPerson(backend, { role: "VOLUNTEER", sectorId: lyon, accountState: "suspended" }),
      await addPerson(backend, { role: "VOLUNTEER", sectorId: lyon, accountState: "to_validate" }),
      await addPerson(backend, { role: "BENEFICIARY", sectorId: lyon }),
      await addPerson(backend, { role: "DONATOR_MERCHANT", sectorId: lyon }),
      await addPerson(backend, { role: "ADMIN", sectorId: lyon }),
    ];
    return { ...base, me, mate, hidden };
  }
  const contact = ["email", "firstName", "id", "lastName", "phone", "team"];

  test("S6-007 their own team's volunteers with contact details, field by field, and nothing else", async () => {
    const { backend, me, mate, list } = await asVolunteer();
    const { items } = await list("volunteers", me.cookie);
    expect(items.map(({ id }) => id).sort()).toEqual([me.id, mate.id].sort());
    for (const item of items) expect(Object.keys(item).sort()).toEqual(contact);
    const one = (await (await backend.request(`/api/admin/people/${mate.id}`, { cookie: me.cookie })).json()) as PersonRecord;
    expect(Object.keys(one).sort()).toEqual([...contact, "preferredContact"].sort());
    expect(one).toMatchObject({ phone: "+33612345678", team: "Lyon" });
    expect(JSON.stringify([items, one])).not.toContain("2001-02-03");
  });

  test("anyone else is a 404, as someone who does not exist is, and every other part of a person is refused", async () => {
    const { backend, me, mate, hidden } = await asVolunteer();
    const answer = async (path: string) => {
      const response = await backend.request(`/api/admin/people/${path}`, { cookie: me.cookie });
      return [response.status, ((await response.json()) as { title: string }).title];
    };
    const nobody = await answer(crypto.randomUUID());
    for (const { id, role } of hidden) expect([role, await answer(id)]).toEqual([role, nobody]);
    for (const part of ["documents", "sessions"]) expect((await answer(`${mate.id}/${part}`))[0]).toBe(403);
    for (const name of ["beneficiaries", "donators", "pending-approval"]) expect((await answer(name))[0]).toBe(403);
    const step = await backend.request(`/api/admin/people/${mate.id}/steps`, {
      method: "POST",
      cookie: me.cookie,
      json: { step: "suspend", reason: "Non" },
    });
    expect(step.status).toBe(403);
  });

  test("no filter and no order reveals hidden data to a volunteer", async () => {
    const { me, list } = await asVolunteer();
    const plain = await list("volunteers", me.cookie);
    for (const query of [
      "minor=yes",
      "member=yes",
      "state=suspended",
      "annualCheck=yes",
      "seen=never",
      "complete=no",
      "sort=seenAt",
      "sort=since",
    ])
      expect([query, (await list(`volunteers?${query}`, me.cookie)).items.map(({ id }) => id)]).toEqual([
        query,
        plain.items.map(({ id }) => id),
      ]);
    expect((await list("volunteers?q=2001-02-03", me.cookie)).total).toBe(0);
  });

  test("their own team still, once they coordinate another one: contact details, and nothing by a filter, an order or a file", async () => {
    const { backend, me, mate, hidden } = await asVolunteer();
    const lille = hidden[0]?.sectorId ?? "";
    await backend.services.db.insert(permissionGrants).values({ userId: me.id, permission: "ACCOUNTS_MANAGE", sectorId: lille });
    const read = async (query: string) => {
      const { items } = (await (await backend.request(`/api/admin/people/volunteers${query}`, { cookie: me.cookie })).json()) as {
        items: PersonRow[];
      };
      return items;
    };
    const idsOf = async (query: string) => (await read(query)).map(({ id }) => id).sort();
    const managed = hidden[0]?.id ?? "";
    const team = [me.id, mate.id].sort();
    expect(await idsOf("")).toEqual([...team, managed].sort());
    expect(await idsOf(`?team=${me.sectorId}`)).toEqual(team);
    expect(await idsOf("?q=Proche")).toEqual([mate.id]);
    for (const item of await read(`?team=${me.sectorId}`)) expect(Object.keys(item).sort()).toEqual(contact);
    for (const query of ["?minor=yes", "?state=validated", "?seen=never", "?sort=seenAt", "?sort=since", "?exporting=yes"])
      expect([query, (await idsOf(query)).filter((id) => team.includes(id))]).toEqual([query, []]);
    expect((await read("?q=2001-02-03")).length).toBe(0);
  });

  test("a volunteer without a team sees nobody", async () => {
    const { backend, list } = await withAdmin();
    const alone = await signIn(backend, { role: "VOLUNTEER" });
    expect((await list("volunteers", alone.cookie)).total).toBe(0);
    expect((await backend.request(`/api/admin/people/${alone.id}`, { cookie: alone.cookie })).status).toBe(404);
  });
});

test("restricted data of beneficiaries needs its right, and each access is recorded", async () => {
  const { backend, admin, list } = await withAdmin();
  const reader = await signIn(backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
  const { id } = await addPerson(backend, { role: "BENEFICIARY", birthDate: "2004-05-06" });
  const read = async (cookie: string) => (await (await backend.request(`/api/admin/people/${id}`, { cookie })).json()) as PersonRecord;
  expect([(await read(admin.cookie)).more?.birthDate, (await list("beneficiaries")).items[0]?.more?.age]).toEqual([null, null]);
  expect(await backend.services.db.$count(auditLog)).toBe(0);
  expect((await read(reader.cookie)).more?.birthDate).toBe("2004-05-06");
  expect((await list("beneficiaries", reader.cookie)).items[0]?.more?.age).toBeGreaterThan(20);
  const log = await backend.services.db.select().from(auditLog).orderBy(auditLog.seq);
  expect(log.map(({ action, entityId, actorId }) => [action, entityId, actorId])).toEqual([
    ["user.read_restricted", id, reader.id],
    ["people.read_restricted", "beneficiaries", reader.id],
  ]);
});

test("the lists say the hours of the year of volunteers, and of students the household and the last aid to whoever may read them", async () => {
  const { clock } = testClock(new Date("2026-11-21T10:00:00Z"));
  const backend = await backendForTest({ clock });
  const { db } = backend.services;
  const [admin, reader] = [
    await signIn(backend, { role: "ADMIN" }),
    await signIn(backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] }),
  ];
  const list = async (path: string, { cookie } = admin) =>
    ((await (await backend.request(`/api/admin/people/${path}`, { cookie })).json()) as { items: PersonRow[] }).items.map(
      ({ more }) => more,
    );
  const volunteer = await addPerson(backend, { role: "VOLUNTEER" });
  const hours = { userId: volunteer.id, activity: "delivery", level: "field", source: "self" } as const;
  const validated = { status: "validated", validatorId: admin.id, validatedAt: clock() } as const;
  await db.insert(volunteerHours).values([
    { ...hours, ...validated, date: "2026-01-02", minutes: 90 },
    { ...hours, ...validated, date: "2025-12-31", minutes: 60 },
    { ...hours, status: "submitted", date: "2026-02-02", minutes: 60 },
  ]);
  const [listed] = await list("volunteers");
  expect(listed).toMatchObject({ minutes: 90, household: null, lastAid: null });
  const student = await addPerson(backend, { role: "BENEFICIARY" });
  await db.insert(beneficiaryFiles).values({ userId: student.id, adults: 1, children: 2 });
  await db.insert(aids).values([
    { userId: student.id, kind: "parcel", day: "2026-03-01" },
    { userId: student.id, kind: "parcel", day: "2026-04-01" },
  ]);
  expect(await list("beneficiaries")).toMatchObject([{ withheld: true, household: null, lastAid: null }]);
  expect(await db.$count(auditLog)).toBe(0);
  expect(await list("beneficiaries", reader)).toMatchObject([{ household: 3, lastAid: "2026-04-01" }]);
  expect((await db.select().from(auditLog)).map(({ action }) => action)).toEqual(["people.read_restricted"]);
});

test("the list of students says until when a file is valid and who decided on it last, and is narrowed to those that end soon", async () => {
  const { clock } = testClock(new Date("2027-08-15T10:00:00Z"));
  const backend = await backendForTest({ clock });
  const { db } = backend.services;
  const admin = await signIn(backend, { role: "ADMIN", firstName: "Inès", lastName: "Roy" });
  const student = async (decidedAt: string, more: { accountState?: "suspended" } = {}) => {
    const { id } = await addPerson(backend, { role: "BENEFICIARY", ...more });
    await db.insert(accountDecisions).values({ userId: id, verdict: "accept", decidedBy: admin.id, decidedAt: new Date(decidedAt) });
    return id;
  };
  const [soon, next, ended] = [
    await student("2026-09-01T10:00:00Z"),
    await student("2027-09-01T10:00:00Z"),
    await student("2026-08-31T10:00:00Z"),
  ];
  await student("2026-09-01T10:00:00Z", { accountState: "suspended" });
  const list = async (query: string) => {
    const answer = await backend.request(`/api/admin/people/beneficiaries?${query}`, { cookie: admin.cookie });
    return ((await answer.json()) as { items: PersonRow[] }).items;
  };
  const of = new Map((await list("state=validated")).map(({ id, more }) => [id, more]));
  expect([soon, next, ended].map((id) => of.get(id)?.fileValidUntil)).toEqual(["2027-08-31", "2028-08-31", "2026-08-31"]);
  expect(of.get(soon)?.verifier).toBe("Inès Roy");
  expect((await list("file=month")).map(({ id }) => id)).toEqual([soon]);
  expect((await list("file=ended")).map(({ id }) => id)).toEqual([ended]);
  expect(await list("file=quarter")).toHaveLength(1);
});

test("the lists have the right people, by filter, order and search", async () => {
  const { clock } = testClock(new Date("2026-11-21T10:00:00Z"));
  const backend = await backendForTest({ clock });
  const { cookie } = await signIn(backend, { role: "ADMIN", lastName: "Zola" });
  const lyon = await aSector(backend, "Lyon");
  const { db } = backend.services;
  const add = (lastName: string, more: Partial<Parameters<typeof addPerson>[1]>) =>
    addPerson(backend, { role: "VOLUNTEER", firstName: "Éva", lastName, ...more });
  const member = await add("Arnaud", {
    sectorId: lyon,
    phone: "+33600000001",
    birthDate: "2000-01-01",
    lastInteractionAt: new Date("2026-11-20"),
  });
  await add("Bouvier", { birthDate: "2010-01-01", lastInteractionAt: new Date("2026-05-01"), annualVerificationNeeded: true });
  await add("Caron", { accountState: "left" });
  await add("Dufour", { accountState: "to_validate", stateChangedAt: new Date("2026-11-01") });
  await add("Etienne", { accountState: "to_validate", role: "DONATOR_MERCHANT", stateChangedAt: new Date("2026-10-01") });
  await add("Faure", { role: "DONATOR_INDIVIDUAL" });
  await db.insert(memberships).values({ userId: member.id, startDate: "2026-09-01", endDate: "2027-08-31" });
  await db.insert(driverProfiles).values({
    userId: member.id,
    vehicle: "van",
    licenceExpiry: "2030-01-01",
    insuranceExpiry: "2026-12-01",
    inspectionExpiry: "2027-06-01",
    status: "approved",
  });
  const names = async (path: string) => {
    const answer = await backend.request(`/api/admin/people/${path}`, { cookie });
    return ((await answer.json()) as { items: PersonRow[] }).items.map(({ lastName }) => lastName[0]).join("");
  };
  for (const [path, expected] of [
    ["volunteers", "ABD"],
    ["volunteers?order=desc", "DBA"],
    ["volunteers?state=left", "C"],
    ["volunteers?member=yes", "A"],
    ["volunteers?member=no", "BD"],
    ["volunteers?minor=yes", "B"],
    ["volunteers?annualCheck=yes", "B"],
    ["volunteers?seen=month", "A"],
    ["volunteers?seen=quarter", "BD"],
    ["volunteers?seen=never", "D"],
    [`volunteers?team=${lyon}`, "A"],
    ["volunteers?complete=yes", "ABD"],
    ["volunteers?q=eva+bouv", "B"],
    ["volunteers?q=eva", "ABD"],
    ["volunteers?q=BOUV", "B"],
    ["drivers", "A"],
    ["drivers?papers=soon&vehicle=van&driver=approved", "A"],
    ["drivers?papers=expired", ""],
    ["donators", "EF"],
    ["donators?role=DONATOR_MERCHANT", "E"],
    ["pending-approval", "ED"],
    ["pending-approval?role=VOLUNTEER", "D"],
    ["pending-approval?sort=lastName&order=desc", "ED"],
    ["beneficiaries", ""],
  ] as const)
    expect([path, await names(path)]).toEqual([path, expected]);
});

test("two accounts of one name, or of one telephone, point to each other", async () => {
  const { backend, admin } = await withAdmin();
  const one = await addPerson(backend, { role: "VOLUNTEER", firstName: "Léa", lastName: "Marchand", phone: "+33612345678" });
  const two = await addPerson(backend, { role: "BENEFICIARY", firstName: "LÉA", lastName: "marchand" });
  const three = await addPerson(backend, { role: "VOLUNTEER", phone: "+33612345678" });
  const { more } = (await (await backend.request(`/api/admin/people/${one.id}`, { cookie: admin.cookie })).json()) as PersonRecord;
  expect(more?.sameAs.map(({ id }) => id).sort()).toEqual([two.id, three.id].sort());
  expect(more?.duplicates).toBe(2);
});

test("a driver is approved with valid documents, and not a day after they expire", async () => {
  const { clock } = testClock(new Date("2026-11-21T10:00:00Z"));
  const backend = await backendForTest({ clock });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const { id } = await addPerson(backend, { role: "VOLUNTEER" });
  const seen = async () =>
    ((await (await backend.request(`/api/admin/people/${id}`, { cookie })).json()) as PersonRecord).more?.driver?.version;
  const set = async (status: string) =>
    backend.request(`/api/admin/people/${id}/driver`, { method: "POST", cookie, json: { status, version: (await seen()) ?? "" } });
  expect((await set("approved")).status).toBe(404);
  const days = { licenceExpiry: "2030-01-01", insuranceExpiry: "2026-11-20", inspectionExpiry: "2027-06-01" };
  await backend.services.db.insert(driverProfiles).values({ userId: id, vehicle: "car", ...days });
  expect((await set("approved")).status).toBe(409);
  await backend.services.db.update(driverProfiles).set({ insuranceExpiry: "2026-11-21" });
  expect((await set("approved")).status).toBe(200);
  expect((await set("blocked")).status).toBe(200);
});

test("people are exported only with the right to export, and it is recorded", async () => {
  const { backend, admin } = await withAdmin();
  const json = { list: "/dashboard/admin/users/volunteers/export.csv", query: "", rows: 3 };
  expect((await backend.request("/api/exports", { method: "POST", cookie: admin.cookie, json })).status).toBe(403);
  const exporter = await signIn(backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"] });
  expect((await backend.request("/api/exports", { method: "POST", cookie: exporter.cookie, json })).status).toBe(201);
  expect((await backend.services.db.select().from(auditLog)).map(({ action }) => action)).toEqual(["list.export"]);
});

test("a name is found with its last name first, and with a letter wrong, which is said; without anything like it nobody is", async () => {
  const { backend, admin, list } = await withAdmin();
  for (const [firstName, lastName] of [
    ["Yanis", "Moreau"],
    ["Karima", "Benaïssa"],
    ["Aya", "Dupont"],
  ])
    await addPerson(backend, { role: "VOLUNTEER", firstName, lastName });
  const names = async (q: string) => {
    const page = (await list(`volunteers?q=${encodeURIComponent(q)}`)) as { items: PersonRow[]; similar?: boolean };
    return [page.items.map(({ lastName }) => lastName), page.similar ?? false];
  };
  expect(await names("Moreau Yanis")).toEqual([["Moreau"], false]);
  expect(await names("moreua")).toEqual([["Moreau"], true]);
  expect(await names("benaisa")).toEqual([["Benaïssa"], true]);
  expect(await names("yanis moraeu")).toEqual([["Moreau"], true]);
  expect(await names("zzzz")).toEqual([[], true]);
  const found = await (await backend.request("/api/admin/people?q=moreua", { cookie: admin.cookie })).json();
  expect(found).toMatchObject({ items: [{ name: "Yanis Moreau" }] });
});

test("a shop is found by its name, in the donors' list, by the search of people, and when it is mistyped", async () => {
  const { backend, admin, list } = await withAdmin();
  const owner = await addPerson(backend, { role: "DONATOR_MERCHANT", firstName: "Inès", lastName: "Roy" });
  await addPerson(backend, { role: "DONATOR_INDIVIDUAL", firstName: "Paul", lastName: "Blanc" });
  await backend.services.db.insert(merchantProfiles).values({
    ...{ userId: owner.id, siret: "73282932000074", companyName: "Le Fournil", surfaceOver400: false, fiscalYearEnd: "31/12" },
    ...{ moments: ["saturday"], products: ["bread"] },
  });
  for (const q of ["fournil", "furnil", "Roy"]) {
    const { items } = await list(`donators?q=${q}`);
    expect(items.map(({ lastName, more }) => [lastName, more?.shopName])).toEqual([["Roy", "Le Fournil"]]);
    const found = await (await backend.request(`/api/admin/people?q=${q}`, { cookie: admin.cookie })).json();
    expect(found).toMatchObject({ items: [{ name: "Inès Roy", shopName: "Le Fournil" }] });
  }
  expect((await list("donators?q=Blanc")).items.map(({ more }) => more?.shopName)).toEqual([null]);
});

test("accounts that wait for longer than promised are a list of their own", async () => {
  const time = testClock(new Date("2026-11-25T09:00:00Z"));
  const backend = await backendForTest({ clock: time.clock });
  const admin = await signIn(backend, { role: "ADMIN" });
  const since = (lastName: string, day: string, accountState: "to_validate" | "waiting" = "to_validate") =>
    addPerson(backend, { role: "VOLUNTEER", lastName, accountState, stateChangedAt: new Date(`${day}T10:00:00Z`) });
  await since("Tard", "2026-11-17");
  await since("Demain", "2026-11-18");
  await since("Ailleurs", "2026-11-02", "waiting");
  const lastNames = async (query: string) => {
    const answer = await backend.request(`/api/admin/people/${query}`, { cookie: admin.cookie });
    return ((await answer.json()) as { items: PersonRow[] }).items.map(({ lastName }) => lastName);
  };
  expect(await lastNames("pending-approval")).toEqual(["Tard", "Demain"]);
  expect(await lastNames("pending-approval?due=late")).toEqual(["Tard"]);
  expect(await lastNames("volunteers?due=late")).toEqual(["Tard"]);
  // The same number as on the dashboard.
  const { queues } = (await (await backend.request("/api/work-queues", { cookie: admin.cookie })).json()) as WorkQueues;
  expect(queues.accounts).toMatchObject({ count: 2, late: 1 });
});
