import { and, eq, like } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { volunteerProfiles } from "#backend/modules/registration/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { peopleImportApi } from "#contract/accounts/people-import";
import { maxRowsInRequest } from "#contract/accounts/tasks";
import { backendForTest, type TestBackend } from "#tests/support/backend";
import { counted, importer } from "#tests/support/imports";
import { mailsTo } from "#tests/support/outbox";
import { addPerson, signIn } from "#tests/support/people";
import { runDue, storedTask } from "#tests/support/tasks";

async function office() {
  const backend = await backendForTest();
  const { db } = backend.services;
  const place = { kind: "local_team" as const, status: "published" as const };
  const [lyon, lille] = await db
    .insert(sectors)
    .values([
      { ...place, name: "Lyon", slug: "lyon", postcode: "69007" },
      { ...place, name: "Lille", slug: "lille", postcode: "59000" },
    ])
    .returning();
  const admin = await signIn(backend, { role: "ADMIN" });
  const inSectors = [{ permission: "ACCOUNTS_MANAGE" as const, sectorId: lyon?.id ?? "" }];
  const coordinator = await signIn(backend, { role: "VOLUNTEER", inSectors });
  return {
    ...{ backend, db, lyon: lyon?.id ?? "", lille: lille?.id ?? "", coordinator },
    asAdmin: importer(backend, admin.cookie, peopleImportApi),
    asCoordinator: importer(backend, coordinator.cookie, peopleImportApi),
  };
}

const person = (name: string, more: object = {}) => ({
  firstName: "Noé",
  lastName: name,
  email: `${name}@example.org`.toLowerCase(),
  ...more,
});
const agreed = { agreed: true };
const stored = async ({ services: { db } }: TestBackend, email: string) => (await db.select().from(users).where(eq(users.email, email)))[0];

test("new people get an account without a password, and a mail to choose it; with it their address is verified and they wait for approval", async () => {
  const { backend, db, lyon, lille, asAdmin } = await office();
  const id = await asAdmin.check([
    person("Un", { postcode: "69007", phone: "04 00 00 00 00", skills: "Conduire" }),
    person("Deux", { sectorId: lille, locale: "en" }),
    person("Trois", { email: "nobody" }),
  ]);
  expect(await asAdmin.foretold(id)).toEqual(counted({ created: 2, refused: 1 }));
  expect([await stored(backend, "un@example.org"), await db.$count(outgoingMails)]).toEqual([undefined, 0]);
  // Without the statement that they agree, nothing is imported.
  expect((await asAdmin.run(id)).body).toMatchObject({ fieldErrors: { agreed: ["content:import.agreement.missing"] } });
  await asAdmin.run(id, agreed);
  expect(await asAdmin.counts(id)).toEqual(counted({ created: 2, refused: 1 }));
  expect(await stored(backend, "un@example.org")).toMatchObject({
    ...{ role: "VOLUNTEER", accountState: "registered", emailVerifiedAt: null, passwordHash: null, sectorId: lyon, locale: "fr" },
  });
  expect(await stored(backend, "deux@example.org")).toMatchObject({ sectorId: lille, locale: "en" });
  expect((await db.select().from(volunteerProfiles)).map(({ skills }) => skills).sort()).toEqual(["Conduire", null]);
  const [log] = await db.select().from(auditLog).where(eq(auditLog.action, "sheet.import"));
  expect(log?.changes).toMatchObject({ agreed: { after: "yes" }, rows: { after: 3 } });
  expect(await db.$count(auditLog, eq(auditLog.action, "user.create"))).toBe(2);
  expect(await db.$count(outgoingMails, eq(outgoingMails.topic, "account_invitation"))).toBe(2);
  const [mail] = await mailsTo(backend, "un@example.org");
  const token = /password\/update\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1];
  const json = { token, password: "des noix et du miel 44" };
  const answer = await backend.request("/api/password/update", { method: "POST", json });
  expect([answer.status, await answer.json()]).toEqual([200, { state: "valid", isFirst: true }]);
  expect(await stored(backend, "un@example.org")).toMatchObject({ accountState: "to_validate", emailVerifiedAt: expect.any(Date) });
});

test("somebody who has an account is changed as in the form of staff; other roles and those who left stay as they are, and are named", async () => {
  const { backend, db, lyon, lille, asAdmin } = await office();
  const known = await addPerson(backend, {
    role: "VOLUNTEER",
    email: "Known@example.org",
    firstName: "Lou",
    lastName: "Roy",
    sectorId: lyon,
  });
  for (const [email, about] of [
    ["chief@example.org", { role: "ADMIN" }],
    ["student@example.org", { role: "BENEFICIARY" }],
    ["gone@example.org", { role: "VOLUNTEER", accountState: "left" }],
  ] as const)
    await addPerson(backend, { ...about, email });
  const id = await asAdmin.check([
    { firstName: "Lou", lastName: "Roy-Petit", email: "known@EXAMPLE.org", sectorId: lille },
    person("Chief"),
    person("Student"),
    person("Gone"),
    person("Twice"),
    person("Twice", { email: "TWICE@example.org" }),
  ]);
  expect(await asAdmin.foretold(id)).toEqual(counted({ changed: 1, created: 1, refused: 4 }));
  expect((await asAdmin.rows(id, "refused")).map(({ line, fieldErrors }) => [line, fieldErrors])).toEqual([
    [3, { email: ["people:import.otherRole"] }],
    [4, { email: ["people:import.otherRole"] }],
    [5, { email: ["people:import.left"] }],
    [7, { email: ["content:import.cell.twice?line=6"] }],
  ]);
  await asAdmin.run(id, agreed);
  expect(await stored(backend, known.email)).toMatchObject({
    lastName: "Roy-Petit",
    sectorId: lille,
    accountState: "validated",
    email: "Known@example.org",
  });
  expect(await db.$count(auditLog, and(eq(auditLog.action, "user.edit"), eq(auditLog.entityId, known.id)))).toBe(1);
  expect(await db.$count(outgoingMails, eq(outgoingMails.topic, "profile_changed"))).toBe(1);
  // The undoing gives the person the former values, and takes the new account away.
  await asAdmin.undo(id);
  expect((await asAdmin.sheet(id)).report?.undone).toEqual({ done: 2, left: 0, rest: 0 });
  expect(await stored(backend, known.email)).toMatchObject({ lastName: "Roy", sectorId: lyon });
  expect(await stored(backend, "twice@example.org")).toBeUndefined();
  expect(await db.$count(outgoingMails, like(outgoingMails.recipient, "%twice%"))).toBe(0);
});

test("coordinators create people in their own sector alone, change nobody, and learn nothing of other accounts but that there is one", async () => {
  const { backend, db, lyon, lille, asCoordinator, coordinator } = await office();
  await addPerson(backend, { role: "VOLUNTEER", email: "near@example.org", firstName: "Noé", lastName: "Near", sectorId: lyon });
  await addPerson(backend, { role: "VOLUNTEER", email: "far@example.org", sectorId: lille });
  await addPerson(backend, { role: "ADMIN", email: "chief@example.org" });
  const rows = [
    person("Ici", { sectorId: lyon }),
    person("LaBas", { sectorId: lille }),
    person("Nulle"),
    person("Near"),
    person("Near", { email: "near2@example.org", postcode: "69007" }),
    person("Far"),
    person("Chief"),
  ];
  const id = await asCoordinator.check(rows);
  const foretold = counted({ created: 2, unchanged: 1, refused: 4 });
  expect(await asCoordinator.foretold(id)).toEqual(foretold);
  expect((await asCoordinator.rows(id, "refused")).map(({ line, fieldErrors }) => [line, fieldErrors])).toEqual([
    [3, { sectorId: ["people:import.sector"] }],
    [4, { sectorId: ["people:import.sector"] }],
    [7, { email: ["people:import.elsewhere"] }],
    [8, { email: ["people:import.elsewhere"] }],
  ]);
  const twice = await Promise.all([asCoordinator.run(id, agreed), asCoordinator.run(id, agreed)]);
  expect([twice.map(({ status }) => status), await asCoordinator.counts(id)]).toEqual([[200, 200], foretold]);
  expect(await db.$count(outgoingMails, eq(outgoingMails.topic, "account_invitation"))).toBe(2);
  const changing = await asCoordinator.check([person("Near", { lastName: "Other" })]);
  expect(await asCoordinator.rows(changing, "refused")).toMatchObject([{ fieldErrors: { email: ["people:import.onlyAdministrators"] } }]);
  // Without the right, neither this file nor another one.
  const late = await asCoordinator.check([person("Tard", { sectorId: lyon })]);
  await db.delete(permissionGrants).where(eq(permissionGrants.userId, coordinator.id));
  expect((await asCoordinator.run(late, agreed)).status).toBe(403);
  expect(await stored(backend, "tard@example.org")).toBeUndefined();
});

test("two files with the same person at once make one account", async () => {
  const { backend, db, asAdmin } = await office();
  const rows = [person("Double"), person("Seul")];
  const [first = "", second = ""] = [await asAdmin.check(rows), await asAdmin.check(rows)];
  const answers = await Promise.all([asAdmin.run(first, agreed), asAdmin.run(second, agreed)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await db.$count(users, eq(users.email, "double@example.org"))).toBe(1);
  const counts = [await asAdmin.counts(first), await asAdmin.counts(second)];
  expect(counts.reduce((sum, one) => sum + (one?.created ?? 0), 0)).toBe(2);
  expect(await stored(backend, "seul@example.org")).toBeDefined();
});

test("whoever accepted the invitation since is not taken away by an undoing", async () => {
  const { backend, db, asAdmin } = await office();
  const id = await asAdmin.check([person("Reste"), person("Part")]);
  await asAdmin.run(id, agreed);
  await db.update(users).set({ passwordHash: "x", updatedAt: new Date() }).where(eq(users.email, "reste@example.org"));
  await asAdmin.undo(id);
  expect((await asAdmin.rows(id, "created", "&left=yes")).map(({ name, left }) => [name, left])).toEqual([["Noé Reste", "touched"]]);
  expect([!!(await stored(backend, "reste@example.org")), !!(await stored(backend, "part@example.org"))]).toEqual([true, false]);
});

test("many people are a task that a coordinator's lost right stops: nobody is added after, and nobody twice", async () => {
  const { backend, db, lyon, asCoordinator, coordinator } = await office();
  const rows = Array.from({ length: maxRowsInRequest + 1 }, (_, at) => person(`p${at}`, { sectorId: lyon }));
  const id = await asCoordinator.check(rows);
  const task = (await asCoordinator.run(id, agreed)).body.task as string;
  await db.delete(permissionGrants).where(eq(permissionGrants.userId, coordinator.id));
  await runDue(backend);
  expect([await storedTask(backend, task), await db.$count(users, like(users.email, "p%@example.org"))]).toMatchObject([
    { state: "stopped", done: 0 },
    0,
  ]);
}, 60_000);

test("the name of a row and that of a column are cut beside a sign of two units, not within it", async () => {
  const { backend, coordinator, asAdmin } = await office();
  const id = await asAdmin.check([person("😀", { firstName: "x".repeat(198) })]);
  expect((await asAdmin.rows(id, "refused")).map(({ name }) => name)).toEqual([`${"x".repeat(198)} `]);
  const post = (path: string, json: object) => backend.request(path, { method: "POST", cookie: coordinator.cookie, json });
  const file = { subject: peopleImportApi.run.path, fileName: "liste.csv", columns: [`${"x".repeat(199)}😀`] };
  const { id: sheet } = (await (await post("/api/admin/sheets", file)).json()) as { id: string };
  const rows = [{ line: 2, draft: person("Un"), problems: {} }];
  await post(`/api/admin/sheets/${sheet}/lines`, { lines: [{ line: 2, cells: ["Noé"] }] });
  expect((await post(peopleImportApi.read.path, { sheet, first: true, mapping: { firstName: 0 }, rows })).status).toBe(200);
});
