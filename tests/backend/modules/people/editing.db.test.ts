import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { documents } from "#backend/modules/documents/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { driverProfiles } from "#backend/modules/people/tables";
import { merchantProfiles, registrations } from "#backend/modules/registration/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import type { SupportingDocumentKind } from "#contract/accounts/documents";
import type { EditedPerson } from "#contract/accounts/person-edit";
import type { StoredShop } from "#contract/accounts/shop";
import { backendForTest, type TestBackend } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { addPerson, signIn } from "#tests/support/people";
import { itemsOf, runDue } from "#tests/support/tasks";

async function opened(permissions: Parameters<typeof signIn>[1]["permissions"] = []) {
  const backend = await backendForTest();
  const admin = await signIn(backend, { role: "ADMIN", permissions });
  const path = (id: string) => `/api/admin/people/${id}/profile`;
  const read = async (id: string) =>
    (await (await backend.request(path(id), { cookie: admin.cookie })).json()) as EditedPerson & { withheld: boolean };
  const edit = async (id: string, changes: Partial<EditedPerson>, cookie = admin.cookie) => {
    const { firstName, lastName, phone, locale, version } = await read(id);
    const json = { firstName, lastName, phone, locale, version, ...changes };
    return backend.request(path(id), { method: "PUT", cookie, json });
  };
  return { backend, admin, read, edit };
}

async function aSector({ services }: TestBackend, name: string, values: Partial<typeof sectors.$inferInsert> = {}) {
  const [team] = await services.db
    .insert(sectors)
    .values({ name, slug: name.toLowerCase(), status: "published", ...values })
    .returning();
  return team?.id ?? "";
}

const rowOf = async ({ services }: TestBackend, id: string) => (await services.db.select().from(users).where(eq(users.id, id)))[0];

describe("staff change a person", () => {
  test("name, telephone, team and mark; the person is notified of them, the log records them, and the mail's topic has no value", async () => {
    const { backend, edit } = await opened();
    const team = await aSector(backend, "Lyon");
    const person = await addPerson(backend, { role: "VOLUNTEER", firstName: "Lea", locale: "fr" });
    expect((await edit(person.id, { firstName: "Léa", phone: "06 12 34 56 78", sectorId: team, isStaffMember: true })).status).toBe(200);
    expect(await rowOf(backend, person.id)).toMatchObject({
      firstName: "Léa",
      phone: "06 12 34 56 78",
      sectorId: team,
      isStaffMember: true,
      birthDate: person.birthDate ?? null,
    });
    const mails = await backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.userId, person.id));
    expect(mails.map(({ topic }) => topic)).toEqual(["profile_changed"]);
    expect(mails[0]?.text).toContain("prénom, téléphone, équipe, appartenance à l’équipe salariée");
    expect(mails[0]?.text).not.toContain("06 12 34 56 78");
    const [row] = await backend.services.db.select().from(auditLog).where(eq(auditLog.action, "user.edit"));
    expect(row?.fields).toEqual(expect.arrayContaining(["firstName", "phone", "sectorId", "isStaffMember"]));
  });

  test("a change over somebody else's is refused and changes nothing; one that changes nothing writes to nobody", async () => {
    const { backend, read, edit } = await opened();
    const person = await addPerson(backend, { role: "VOLUNTEER", firstName: "Lea" });
    const { version } = await read(person.id);
    expect((await edit(person.id, { firstName: "Léa" })).status).toBe(200);
    expect((await edit(person.id, { firstName: "Léo", version })).status).toBe(409);
    expect((await rowOf(backend, person.id))?.firstName).toBe("Léa");
    await backend.services.db.delete(outgoingMails);
    expect((await edit(person.id, {})).status).toBe(200);
    expect(await backend.services.db.select().from(outgoingMails)).toEqual([]);
  });

  test("the ids in other tools are named in the mail like every other field", async () => {
    const { backend, edit } = await opened();
    const person = await addPerson(backend, { role: "VOLUNTEER", locale: "fr" });
    expect((await edit(person.id, { mattermostId: "lea.b", microsoftId: "lea@maillon.example" })).status).toBe(200);
    const [mail] = await backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.userId, person.id));
    expect(mail?.text).toContain("identifiant Mattermost, identifiant Microsoft");
  });

  test("nobody is put into a team that is closed", async () => {
    const { backend, edit } = await opened();
    const closed = await aSector(backend, "Metz", { status: "archived" });
    const person = await addPerson(backend, { role: "VOLUNTEER" });
    expect((await edit(person.id, { sectorId: closed })).status).toBe(422);
  });

  test.runIf(serverUrl)("of eight edits of the same version at once, one is saved", async () => {
    const { backend, read, edit } = await opened();
    const person = await addPerson(backend, { role: "VOLUNTEER", firstName: "Lea" });
    const { version } = await read(person.id);
    const edits = Array.from({ length: 8 }, (_, at) => edit(person.id, { firstName: `Léa ${at}`, version }));
    expect((await Promise.all(edits)).map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  });

  test("the answers of a shop; the log names the fields without values, and the shop is notified", async () => {
    const { backend, admin } = await opened();
    const { db } = backend.services;
    const shop = await addPerson(backend, { role: "DONATOR_MERCHANT", locale: "fr" });
    await db.insert(merchantProfiles).values({
      ...{ userId: shop.id, siret: "73282932000074", companyName: "Au bon pain", surfaceOver400: false, fiscalYearEnd: "31/12" },
      ...{ moments: ["saturday"], products: ["bread"], inRegister: true },
    });
    const path = `/api/admin/people/${shop.id}/shop`;
    const stored = (await (await backend.request(path, { cookie: admin.cookie })).json()) as StoredShop;
    expect(stored).toMatchObject({ companyName: "Au bon pain", addressLine: "" });
    const change = {
      ...stored,
      companyName: "Le Fournil",
      fiscalYearEnd: "30/06",
      addressLine: "3 rue Neuve",
      postcode: "69001",
      city: "Lyon",
    };
    const put = (json: object, cookie = admin.cookie) => backend.request(path, { method: "PUT", cookie, json });
    expect((await put(change)).status).toBe(200);
    expect((await put({ ...change, companyName: "Autre" })).status).toBe(409);
    const [row] = await db.select().from(merchantProfiles).where(eq(merchantProfiles.userId, shop.id));
    expect(row).toMatchObject({ companyName: "Le Fournil", fiscalYearEnd: "30/06", inRegister: true });
    const [place] = await db.select().from(registrations).where(eq(registrations.userId, shop.id));
    expect(place).toMatchObject({ kind: "merchant", addressLine: "3 rue Neuve", postcode: "69001", city: "Lyon" });
    const [log] = await db.select().from(auditLog).where(eq(auditLog.action, "user.edit"));
    expect(log?.fields.sort()).toEqual(["addressLine", "city", "companyName", "fiscalYearEnd", "postcode"]);
    for (const value of ["Au bon pain", "Le Fournil", "rue Neuve"]) expect(JSON.stringify(log?.changes)).not.toContain(value);
    const mails = await db.select().from(outgoingMails).where(eq(outgoingMails.userId, shop.id));
    expect(mails.map(({ topic }) => topic)).toEqual(["profile_changed"]);
    expect(mails[0]?.text).toContain("votre commerce");
    expect(mails[0]?.text).not.toContain("Le Fournil");
    const other = await addPerson(backend, { role: "DONATOR_INDIVIDUAL" });
    const none = await backend.request(`/api/admin/people/${other.id}/shop`, { cookie: admin.cookie });
    expect(none.status).toBe(404);
    // Another number is another company: what the register knew of the first says nothing of it.
    const { version } = (await (await backend.request(path, { cookie: admin.cookie })).json()) as StoredShop;
    expect((await put({ ...change, version, siret: "35600000000048" })).status).toBe(200);
    expect((await db.select().from(merchantProfiles).where(eq(merchantProfiles.userId, shop.id)))[0]?.inRegister).toBeNull();
  });

  test.runIf(serverUrl)("of eight changes of a shop at once, one is saved, also where nothing was stored", async () => {
    const { backend } = await opened();
    const shop = await signIn(backend, { role: "DONATOR_MERCHANT" });
    const path = "/api/account/shop";
    const { version } = (await (await backend.request(path, { cookie: shop.cookie })).json()) as StoredShop;
    const answers = { siret: "73282932000074", fiscalYearEnd: "31/12", moments: ["saturday"], products: ["bread"] };
    const place = { addressLine: "3 rue Neuve", postcode: "69001", city: "Lyon" };
    const puts = Array.from({ length: 8 }, (_, at) =>
      backend.request(path, { method: "PUT", cookie: shop.cookie, json: { ...answers, ...place, companyName: `Pain ${at}`, version } }),
    );
    expect((await Promise.all(puts)).map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  });

  test("someone who has left is not written about again", async () => {
    const { backend, edit } = await opened();
    const person = await addPerson(backend, { role: "VOLUNTEER", firstName: "Lea" });
    await backend.services.db.update(users).set({ accountState: "left" }).where(eq(users.id, person.id));
    const version = (await rowOf(backend, person.id))?.updatedAt.toISOString();
    expect((await edit(person.id, { firstName: "Léa", lastName: "Roy", locale: "fr", version })).status).toBe(404);
  });

  test("the birth date of a student is neither read nor changed without the right to restricted data", async () => {
    const { backend, read, edit } = await opened();
    const student = await addPerson(backend, { role: "BENEFICIARY", birthDate: "2004-02-03" });
    expect(await read(student.id)).toMatchObject({ withheld: true, birthDate: null });
    expect((await edit(student.id, { birthDate: "2003-02-03" })).status).toBe(403);
    expect((await edit(student.id, { firstName: "Aya" })).status).toBe(200);
    expect((await rowOf(backend, student.id))?.birthDate).toBe("2004-02-03");
    const reader = await signIn(backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
    expect((await edit(student.id, { birthDate: "2003-02-03" }, reader.cookie)).status).toBe(200);
    expect((await rowOf(backend, student.id))?.birthDate).toBe("2003-02-03");
  });

  test("the birth date of a volunteer who was a student, and whose file is still here, is withheld as well", async () => {
    const { backend, read, edit } = await opened();
    const person = await addPerson(backend, { role: "VOLUNTEER", birthDate: "2001-02-03" });
    expect(await read(person.id)).toMatchObject({ withheld: false, birthDate: "2001-02-03" });
    await backend.services.db.insert(beneficiaryFiles).values({ userId: person.id });
    expect(await read(person.id)).toMatchObject({ withheld: true, birthDate: null });
    expect((await edit(person.id, { birthDate: "2000-02-03" })).status).toBe(403);
  });

  test("who reads a student's birth date is in the log, which has neither the old date nor the new one", async () => {
    const { backend, read } = await opened();
    const student = await addPerson(backend, { role: "BENEFICIARY", birthDate: "2004-02-03" });
    await read(student.id);
    const log = () => backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, student.id)).orderBy(auditLog.seq);
    expect(await log()).toEqual([]);
    const reader = await signIn(backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
    const path = `/api/admin/people/${student.id}/profile`;
    const person = await (await backend.request(path, { cookie: reader.cookie })).json();
    const { firstName, lastName, locale, version } = person;
    const json = { firstName, lastName, locale, version, birthDate: "2003-02-03" };
    expect((await backend.request(path, { method: "PUT", cookie: reader.cookie, json })).status).toBe(200);
    const rows = await log();
    expect(rows.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["user.read_restricted", reader.id],
      ["user.edit", reader.id],
    ]);
    expect(rows[1]?.fields).toContain("birthDate");
    expect(JSON.stringify(rows)).not.toMatch(/200[34]-02-03/);
  });

  test.each([
    ["a birth date of a child", { birthDate: "2020-01-01" }],
    ["a birth date of a minor without a guardian's consent", { birthDate: "2009-06-01" }],
    ["a day that is none", { birthDate: "2001-02-30" }],
    ["an unknown team", { sectorId: crypto.randomUUID() }],
    ["an empty name", { firstName: " " }],
  ])("%s is refused", async (_, changes) => {
    const { backend, edit } = await opened();
    const person = await addPerson(backend, { role: "VOLUNTEER", birthDate: "1990-01-01" });
    const answer = await edit(person.id, changes);
    expect([400, 422]).toContain(answer.status);
    expect((await rowOf(backend, person.id))?.birthDate).toBe("1990-01-01");
  });

  test("volunteers and people themselves do not get there", async () => {
    const { backend, edit } = await opened();
    const volunteer = await signIn(backend, { role: "VOLUNTEER" });
    expect((await edit(volunteer.id, { firstName: "Moi" }, volunteer.cookie)).status).toBe(403);
  });
});

describe("several people are given a team", () => {
  async function several() {
    const { backend, admin } = await opened();
    const [lyon, lille] = [await aSector(backend, "Lyon"), await aSector(backend, "Lille")];
    const people: Awaited<ReturnType<typeof addPerson>>[] = [];
    for (const sectorId of [null, lille, lyon]) people.push(await addPerson(backend, { role: "VOLUNTEER", sectorId }));
    const student = await addPerson(backend, { role: "BENEFICIARY" });
    const assign = async (json: object, cookie = admin.cookie) => {
      const answer = await backend.request("/api/admin/people/team", { method: "POST", cookie, json });
      return { status: answer.status, body: (await answer.json()) as { count: number; changed: number; task: string | null } };
    };
    const sectorsOf = async () => Promise.all([...people, student].map(async ({ id }) => (await rowOf(backend, id))?.sectorId));
    return { backend, admin, lyon, lille, people, student, assign, sectorsOf };
  }

  test("those selected by id or by the list's filters, of that list alone; who has the team already is not notified", async () => {
    const { backend, lyon, lille, people, student, assign, sectorsOf } = await several();
    const ids = [...people, student].map(({ id }) => id);
    const dry = await assign({ list: "volunteers", selection: { ids }, dryRun: true });
    expect([dry.status, dry.body.count, await sectorsOf()]).toEqual([200, 3, [null, lille, lyon, null]]);
    const checked = await assign({ list: "volunteers", selection: { ids }, sectorId: lyon, dryRun: true });
    const named = (one: (typeof people)[number] | undefined) => `${one?.firstName} ${one?.lastName}`;
    expect(checked.body).toMatchObject({ count: 3, changed: 2, leftCount: 1, left: [{ name: named(people[2]), obstacle: "already" }] });
    expect(await sectorsOf()).toEqual([null, lille, lyon, null]);
    const done = await assign({ list: "volunteers", selection: { ids }, sectorId: lyon, dryRun: false });
    expect([done.body.changed, done.body.task, await sectorsOf()]).toEqual([2, null, [lyon, lyon, lyon, null]]);
    const notified = await backend.services.db.select().from(outgoingMails);
    expect(notified.map(({ topic, userId }) => [topic, userId]).sort()).toEqual(
      people
        .slice(0, 2)
        .map(({ id }) => ["profile_changed", id])
        .sort(),
    );
    const rows = await backend.services.db.select().from(auditLog).where(eq(auditLog.action, "user.edit"));
    expect(rows.map(({ entityId, fields }) => [entityId, fields]).sort()).toEqual(
      people
        .slice(0, 2)
        .map(({ id }) => [id, ["sectorId"]])
        .sort(),
    );
    const all = { all: true, query: { team: lyon } };
    expect((await assign({ list: "volunteers", selection: all, sectorId: lille, dryRun: false })).body.changed).toBe(3);
    expect(await sectorsOf()).toEqual([lille, lille, lille, null]);
  });

  test("all that a list shows as similar to a mistyped name are selected, and a preview names them", async () => {
    const { backend, admin, people, lyon, assign, sectorsOf } = await several();
    for (const { id } of people.slice(0, 2))
      await backend.services.db.update(users).set({ firstName: "Yanis", lastName: "Moreau" }).where(eq(users.id, id));
    const shown = await backend.request("/api/admin/people/volunteers?q=moreua", { cookie: admin.cookie });
    expect(await shown.json()).toMatchObject({ total: 2, similar: true });
    const similar = { all: true, query: { q: "moreua", similar: "yes" } };
    const preview = await assign({ list: "volunteers", selection: similar, dryRun: true });
    expect(preview.body).toMatchObject({ count: 2, names: ["Yanis Moreau", "Yanis Moreau"] });
    const exact = { all: true, query: { q: "moreua" } };
    expect((await assign({ list: "volunteers", selection: exact, dryRun: true })).body).toMatchObject({ count: 0, names: [] });
    // What cannot be mistyped is searched as it is, and never selects everybody.
    const number = { all: true, query: { q: "0612", similar: "yes" } };
    expect((await assign({ list: "volunteers", selection: number, dryRun: true })).body.count).toBe(0);
    expect((await assign({ list: "volunteers", selection: similar, sectorId: lyon, dryRun: false })).body.changed).toBe(2);
    expect(await sectorsOf()).toEqual([lyon, lyon, lyon, null]);
  });

  test("no team, an unknown one, an archived one and a volunteer are refused", async () => {
    const { backend, people, assign, sectorsOf, lille } = await several();
    const selection = { ids: people.map(({ id }) => id) };
    const archived = await aSector(backend, "Nantes", { status: "archived" });
    for (const sectorId of [undefined, crypto.randomUUID(), archived])
      expect((await assign({ list: "volunteers", selection, sectorId, dryRun: false })).status).toBe(422);
    const volunteer = await signIn(backend, { role: "VOLUNTEER" });
    expect((await assign({ list: "volunteers", selection, sectorId: lille, dryRun: false }, volunteer.cookie)).status).toBe(403);
    expect((await sectorsOf())[0]).toBeNull();
  });
});

describe("a right to restricted files that is limited to one team", () => {
  async function limited() {
    const backend = await backendForTest();
    const [mine, other] = [await aSector(backend, "Lyon"), await aSector(backend, "Lille")];
    const right = { permission: "BENEFICIARY_READ_RESTRICTED", sectorId: mine } as const;
    const admin = await signIn(backend, { role: "ADMIN", inSectors: [right] });
    const unlimited = await signIn(backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
    const without = await signIn(backend, { role: "ADMIN" });
    const elsewhere = await signIn(backend, { role: "ADMIN", inSectors: [{ ...right, sectorId: other }] });
    const student = (sectorId: string | null) => addPerson(backend, { role: "BENEFICIARY", sectorId, birthDate: "2004-02-03" });
    const move = async ({ cookie }: { cookie: string }, id: string, values: Partial<EditedPerson>) => {
      const row = await rowOf(backend, id);
      const json = { firstName: "Aya", lastName: "Roy", locale: "fr", version: row?.updatedAt.toISOString(), ...values };
      const response = await backend.request(`/api/admin/people/${id}/profile`, { method: "PUT", cookie, json });
      const { fieldErrors } = (await response.json()) as { fieldErrors?: unknown };
      return [response.status, (await rowOf(backend, id))?.sectorId, fieldErrors];
    };
    const assign = async ({ cookie }: { cookie: string }, ids: string[], sectorId: string) => {
      const json = { list: "beneficiaries", selection: { ids }, sectorId, dryRun: false };
      return (await backend.request("/api/admin/people/team", { method: "POST", cookie, json })).json();
    };
    return { backend, mine, other, admin, unlimited, without, elsewhere, student, move, assign };
  }

  test("does not grow by a student brought into that team; whoever gains nothing may bring them", async () => {
    const { backend, mine, other, admin, unlimited, without, elsewhere, student, move } = await limited();
    const refusal = { sectorId: ["people:edit.error.gained"] };
    for (const from of [other, null]) {
      const { id } = await student(from);
      expect(await move(admin, id, { sectorId: mine })).toEqual([422, from, refusal]);
      for (const actor of [unlimited, without, elsewhere]) {
        expect(await move(actor, id, { sectorId: mine })).toEqual([200, mine, undefined]);
        await backend.services.db.update(users).set({ sectorId: from }).where(eq(users.id, id));
      }
    }
    const own = await student(mine);
    expect(await move(admin, own.id, { sectorId: mine, phone: "06 12 34 56 78" })).toEqual([200, mine, undefined]);
    const volunteer = await addPerson(backend, { role: "VOLUNTEER", sectorId: other });
    expect(await move(admin, volunteer.id, { sectorId: mine })).toEqual([200, mine, undefined]);
  });

  test("is that of the team before the change, where a birth date changes with the team", async () => {
    const { mine, other, admin, student, move } = await limited();
    const { id } = await student(mine);
    expect(await move(admin, id, { sectorId: other, birthDate: "2003-02-03" })).toEqual([200, other, undefined]);
    const theirs = await student(other);
    expect((await move(admin, theirs.id, { sectorId: other, birthDate: "2003-02-03" }))[0]).toBe(403);
  });

  test("leaves students of other teams where they are when many are given that team, and names them", async () => {
    const { backend, mine, other, admin, unlimited, student, assign } = await limited();
    const theirs = [await student(other), await student(null)];
    const own = await student(mine);
    const ids = [...theirs, own].map(({ id }) => id);
    const names = theirs.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
    const unmoved = { count: 2, names: expect.arrayContaining(names) };
    expect(await assign(admin, ids, mine)).toMatchObject({ changed: 0, unmoved });
    expect((await rowOf(backend, theirs[0]?.id ?? ""))?.sectorId).toBe(other);
    expect(await assign(admin, ids, other)).toMatchObject({ changed: 2, unmoved: { count: 0, names: [] } });
    expect(await assign(unlimited, ids, mine)).toMatchObject({ changed: 3, unmoved: { count: 0, names: [] } });
  });
});

test("a right that is limited to one team does not grow by a task either: the students whom it leaves are its exceptions", async () => {
  const backend = await backendForTest();
  const [mine, other] = [await aSector(backend, "Lyon"), await aSector(backend, "Lille")];
  const inSectors = [{ permission: "BENEFICIARY_READ_RESTRICTED", sectorId: mine } as const];
  const { cookie } = await signIn(backend, { role: "ADMIN", inSectors });
  const student = (_: unknown, at: number) => ({
    ...{ email: `student-${at}@maillon.example`, firstName: "Aya", lastName: `Roy ${at}`, sectorId: at === 0 ? mine : other },
    ...{ role: "BENEFICIARY" as const, accountState: "validated" as const, emailVerifiedAt: new Date("2026-01-01") },
  });
  await backend.services.db.insert(users).values(Array.from({ length: 202 }, student));
  const json = { list: "beneficiaries", selection: { all: true, query: {} }, sectorId: mine, dryRun: false };
  const started = await backend.request("/api/admin/people/team", { method: "POST", cookie, json });
  const { task } = (await started.json()) as { task: string };
  await runDue(backend);
  const reasons = (await itemsOf(backend, task)).map(({ reason }) => reason);
  expect(reasons.filter((reason) => reason === "people:team.obstacle.restricted")).toHaveLength(201);
  expect(await backend.services.db.$count(users, eq(users.sectorId, other))).toBe(201);
});

describe("how someone drives", () => {
  const whole = { vehicle: "car", licenceExpiry: "2030-01-31", insuranceExpiry: "2027-02-28", inspectionExpiry: "2027-03-31" };

  async function driving(about: Parameters<typeof addPerson>[1] = { role: "VOLUNTEER" }) {
    const backend = await backendForTest();
    const admin = await signIn(backend, { role: "ADMIN" });
    const person = await signIn(backend, about);
    const staffPath = `/api/admin/people/${person.id}/driving`;
    const version = async () => (await (await backend.request(staffPath, { cookie: admin.cookie })).json()).version;
    const put = async (path: string, cookie: string, json: object) =>
      backend.request(path, { method: "PUT", cookie, json: { version: await version(), ...json } });
    const own = (json: object) => put("/api/account/driving", person.cookie, json);
    const byStaff = (json: object) => put(staffPath, admin.cookie, json);
    const decide = (status: string, seen: string) =>
      backend.request(`/api/admin/people/${person.id}/driver`, { method: "POST", cookie: admin.cookie, json: { status, version: seen } });
    const approve = async () => decide("approved", await version());
    const row = async () => (await backend.services.db.select().from(driverProfiles).where(eq(driverProfiles.userId, person.id)))[0];
    return { backend, person, own, byStaff, approve, decide, row, version };
  }

  test("is approved as it was seen, and the driver is notified of that and of a block", async () => {
    const { backend, person, own, decide, row, version } = await driving({ role: "VOLUNTEER", locale: "fr" });
    await own(whole);
    const seen = await version();
    await own({ ...whole, vehicle: "van" });
    expect((await decide("approved", seen)).status).toBe(409);
    expect(await row()).toMatchObject({ status: "pending", vehicle: "van" });
    expect((await decide("approved", await version())).status).toBe(200);
    expect((await decide("blocked", seen)).status).toBe(200);
    const sent = await backend.services.db
      .select()
      .from(outgoingMails)
      .where(eq(outgoingMails.userId, person.id))
      .orderBy(outgoingMails.createdAt);
    expect(sent.map(({ topic }) => topic)).toEqual(["profile_changed", "profile_changed"]);
    const texts = sent.map(({ text }) => text).join("\n");
    expect(texts).toContain("votre conduite, qui est acceptée");
    expect(texts).toContain("votre conduite, qui n’est plus acceptée");
  });

  test("staff who change it notify the driver, without the values; a driver's own change, or none, writes to nobody", async () => {
    const { backend, person, own, byStaff } = await driving({ role: "VOLUNTEER", locale: "fr" });
    const mails = () => backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.userId, person.id));
    await own(whole);
    await byStaff(whole);
    expect(await mails()).toEqual([]);
    await byStaff({ ...whole, insuranceExpiry: "2028-02-28" });
    await byStaff({ vehicle: "none" });
    const sent = await mails();
    expect(sent.map(({ topic }) => topic)).toEqual(["profile_changed", "profile_changed"]);
    expect(sent[0]?.text).toContain("votre véhicule et ses dates");
    expect(sent[0]?.text).toContain("/account/settings/driving");
    expect(sent[0]?.text).not.toContain("2028");
  });

  test("a change over somebody else's is refused, also where nothing was stored, and changes nothing", async () => {
    const { own, byStaff, row, version } = await driving();
    expect((await own(whole)).status).toBe(200);
    expect((await byStaff({ ...whole, vehicle: "van", version: null })).status).toBe(409);
    const read = await version();
    expect((await byStaff({ ...whole, chilled: true })).status).toBe(200);
    const refused = await own({ ...whole, vehicle: "van", version: read });
    expect([refused.status, (await refused.json()).current?.chilled]).toEqual([409, true]);
    expect(await row()).toMatchObject({ vehicle: "car", chilled: true });
  });

  test("a volunteer gives the three dates, is approved, and is looked at again after a change of their own", async () => {
    const { own, byStaff, approve, row } = await driving();
    expect((await own({ ...whole, inspectionExpiry: undefined })).status).toBe(200);
    expect((await approve()).status).toBe(409);
    expect((await own(whole)).status).toBe(200);
    expect((await approve()).status).toBe(200);
    await own({ ...whole, chilled: true });
    expect(await row()).toMatchObject({ status: "approved", chilled: true });
    await byStaff({ ...whole, insuranceExpiry: "2028-02-28" });
    expect(await row()).toMatchObject({ status: "approved", insuranceExpiry: "2028-02-28" });
    await own({ ...whole, insuranceExpiry: "2029-02-28" });
    expect((await row())?.status).toBe("pending");
    await approve();
    await byStaff({ ...whole, licenceExpiry: undefined });
    expect(await row()).toMatchObject({ status: "pending", licenceExpiry: null });
    await own({ vehicle: "none" });
    expect(await row()).toBeUndefined();
  });

  test("a blocked driver does not open their own way again", async () => {
    const { backend, own, byStaff, row, person } = await driving();
    await own(whole);
    await backend.services.db.update(driverProfiles).set({ status: "blocked" }).where(eq(driverProfiles.userId, person.id));
    await own({ ...whole, insuranceExpiry: "2029-02-28" });
    expect((await row())?.status).toBe("blocked");
    for (const vehicle of ["none", "bike"]) expect((await own({ vehicle })).status).toBe(422);
    await own(whole);
    expect((await row())?.status).toBe("blocked");
    expect((await byStaff({ vehicle: "bike" })).status).toBe(200);
    expect(await row()).toMatchObject({ vehicle: "bike", status: "pending" });
  });

  test("minors ride a bike and drive nothing; people who are helped have no such record", async () => {
    const minor = await driving({ role: "VOLUNTEER", birthDate: `${new Date().getUTCFullYear() - 17}-01-01` });
    expect((await minor.own(whole)).status).toBe(422);
    expect((await minor.own({ vehicle: "bike" })).status).toBe(200);
    expect((await minor.byStaff(whole)).status).toBe(422);
    const student = await driving({ role: "BENEFICIARY" });
    expect((await student.own(whole)).status).toBe(403);
    expect((await student.byStaff(whole)).status).toBe(404);
  });

  test.runIf(serverUrl)("a block that staff set while the driver saves stays", async () => {
    const { backend, own, approve, row, person } = await driving();
    await own(whole);
    await approve();
    const mine = eq(driverProfiles.userId, person.id);
    const waiting = () => backend.services.db.$count(sql`pg_stat_activity`, sql`datname = current_database() and wait_event_type = 'Lock'`);
    let saved: ReturnType<typeof own> | undefined;
    await backend.services.db.transaction(async (tx) => {
      await tx.update(driverProfiles).set({ status: "blocked" }).where(mine);
      saved = own({ ...whole, insuranceExpiry: "2029-02-28" });
      await expect.poll(waiting).toBe(1);
    });
    expect((await saved)?.status).toBe(200);
    expect((await row())?.status).toBe("blocked");
  });

  test("documents of the file and of driving are limited separately", async () => {
    const { backend, person } = await driving();
    const add = async (kind: string) => {
      const body = new FormData();
      body.set("kind", kind);
      body.set("file", new File(["%PDF-1.4\n%%EOF"], "licence.pdf", { type: "application/pdf" }));
      return (await backend.request("/api/account/driving/papers", { method: "POST", cookie: person.cookie, body })).status;
    };
    const fill = (kind: SupportingDocumentKind) =>
      backend.services.db.insert(documents).values(
        Array.from({ length: 12 }, (_, at) => ({
          ...{ ownerId: person.id, visibility: "owner" as const, verification: "pending" as const, kind },
          ...{ storageKey: `papers/${kind}/${at}`, mime: "application/pdf", bytes: 1, sha256: `${at}` },
        })),
      );
    await fill("PROOF_STUDIES");
    expect(await add("INSPECTION")).toBe(201);
    await fill("LICENCE");
    expect(await add("INSURANCE")).toBe(409);
  });

  test("a document of a vehicle is stored for the team to review", async () => {
    const { backend, person } = await driving();
    const body = new FormData();
    body.set("kind", "INSPECTION");
    body.set("file", new File(["%PDF-1.4\n%%EOF"], "controle.pdf", { type: "application/pdf" }));
    expect((await backend.request("/api/account/driving/papers", { method: "POST", cookie: person.cookie, body })).status).toBe(201);
  });
});
