import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { shortcuts } from "#backend/modules/shortcuts/tables";
import { testimonials } from "#backend/modules/testimonials/tables";
import { users } from "#backend/modules/users/tables";
import { contentNames, entityTypeOf } from "#contract/publishing/content-names";
import { backendForTest, startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addContent, contentRecords, publishContent } from "#tests/support/content";
import { addGift } from "#tests/support/gifts";
import { signIn } from "#tests/support/people";
import { addDate, register } from "#tests/support/registered";
import { contentSubjects } from "~/content/subjects";

let backend: TestBackend;
let cookie = "";
beforeAll(async () => {
  backend = await startBackend();
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

/** What tells records of one test from those of others, where a subject wants codes that nothing else has. */
const codes = {
  countries: (at: number) => ({ iso2: `A${String.fromCharCode(65 + at)}`, iso3: `AA${String.fromCharCode(65 + at)}` }),
  "news/themes": (at: number) => ({ label: { fr: `Thème ${at}` } }),
};
const own = (name: string, at: number) => (name in codes ? codes[name as keyof typeof codes](at) : {});

const send = (method: string, path: string, json?: unknown) => backend.request(path, { method, cookie, json });
const at = (path: string, id: string) => path.replace(":id", id);

test.each(contentNames)("%s is written, published, withdrawn and removed, and each step is in the audit log", async (name) => {
  const api = await contentSubjects[name].api();
  const { id } = await publishContent(backend, name, cookie, own(name, 0));
  expect((await send("DELETE", at(api.remove.path, id))).status).toBe(409);
  expect((await send("POST", at(api.setStatus.path, id), { status: "draft" })).status).toBe(200);
  expect((await send("DELETE", at(api.remove.path, id))).status).toBe(200);
  expect((await send("GET", at(api.get.path, id))).status).toBe(404);
  const log = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, id)).orderBy(auditLog.seq);
  expect(log.map(({ action }) => action.split(".")[1])).toEqual(["create", "publish", "withdraw", "remove"]);
  expect([...new Set(log.map(({ entityType }) => entityType))]).toEqual([entityTypeOf(name)]);
});

test.each(contentNames)(
  "many of %s are published, withdrawn, archived and removed at once, each with its line in the log",
  async (name) => {
    const api = await contentSubjects[name].api();
    const ids = [(await addContent(backend, name, cookie, own(name, 3))).id, (await addContent(backend, name, cookie, own(name, 4))).id];
    for (const action of ["published", "draft", "archived", "remove"] as const) {
      const answer = await send("POST", api.bulk.path, { action, selection: { ids } });
      const changed = { count: 2, changed: 2, unchanged: 0, refused: 0, refusals: [] };
      const batch = action === "remove" ? expect.any(String) : null;
      expect([action, await answer.json()]).toEqual([
        action,
        { ...changed, names: [expect.any(String), expect.any(String)], batch, task: null },
      ]);
    }
    const log = await backend.services.db.select().from(auditLog).where(inArray(auditLog.entityId, ids)).orderBy(auditLog.seq);
    const verbs = log.slice(2).map(({ action }) => action.split(".")[1]);
    expect(verbs).toEqual(["publish", "withdraw", "archive", "remove"].flatMap((verb) => [verb, verb]));
  },
);

test.each(contentNames)("a conflicting edit of %s is refused with the current record", async (name) => {
  const api = await contentSubjects[name].api();
  const { id } = await addContent(backend, name, cookie, own(name, 1));
  const record = (await (await send("GET", at(api.get.path, id))).json()) as { version: number };
  const draft = api.Draft.parse(record);
  const [first, second] = [
    await send("PATCH", at(api.update.path, id), { ...draft, version: record.version }),
    await send("PATCH", at(api.update.path, id), { ...draft, version: record.version }),
  ];
  expect([first.status, second.status]).toEqual([200, 409]);
  expect(await second.json()).toMatchObject({ code: "stale", current: { id, version: record.version + 1 } });
});

test.each(contentNames)("the list and the choices of %s answer its records", async (name) => {
  const api = await contentSubjects[name].api();
  const { id } = await addContent(backend, name, cookie, own(name, 2));
  const list = (await (await send("GET", `${api.list.path}?perPage=100`)).json()) as { items: { id: string }[] };
  const choices = (await (await send("GET", api.choices.path)).json()) as { items: { id: string; label: string }[] };
  expect(list.items.map((item) => item.id)).toContain(id);
  expect(choices.items.find((choice) => choice.id === id)?.label).toBeTruthy();
});

test.each(contentNames)("the list of %s is sorted by each of its columns", async (name) => {
  const { columns } = contentSubjects[name];
  const api = await contentSubjects[name].api();
  for (const sort of [...columns, "status", "english", "position", "updatedAt"]) {
    const query = api.Query.parse({ sort });
    const answer = await send("GET", `${api.list.path}?sort=${sort}`);
    expect([sort, query.sort, answer.status]).toEqual([sort, sort, 200]);
  }
});

test.each(contentNames)("%s is for administrators only", async (name) => {
  const api = await contentSubjects[name].api();
  for (const role of ["VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const) {
    const other = await signIn(backend, { role });
    const answers = [
      await backend.request(api.list.path, { cookie: other.cookie }),
      await backend.request(api.create.path, { method: "POST", cookie: other.cookie, json: contentRecords[name] }),
    ];
    expect([role, ...answers.map(({ status }) => status)]).toEqual([role, 403, 403]);
  }
  expect((await backend.request(api.list.path)).status).toBe(401);
});

test.each([
  ["faq/categories", "faq/questions", "categoryId"],
  ["further-support/categories", "further-support", "categoryId"],
  ["projects", "events", "projectId"],
  ["sectors", "projects", "sectorIds"],
] as const)("one of the %s that %s refer to is not removed", async (name, user, field) => {
  const { id } = await addContent(backend, name, cookie);
  await addContent(backend, user, cookie, { [field]: field === "sectorIds" ? [id] : id });
  const answer = await send("DELETE", at((await contentSubjects[name].api()).remove.path, id));
  const { code, count, title } = (await answer.json()) as { code: string; count: number; title: string };
  expect([answer.status, code, count, title]).toEqual([409, "in_use", 1, expect.stringContaining("Une autre fiche")]);
});

test("a record has the number of its dependents: published content, and people", async () => {
  const dependents = async (name: (typeof contentNames)[number], id: string) =>
    ((await (await send("GET", at((await contentSubjects[name].api()).get.path, id))).json()) as { dependents: number }).dependents;
  const category = await publishContent(backend, "faq/categories", cookie);
  await addContent(backend, "faq/questions", cookie, { categoryId: category.id });
  expect(await dependents("faq/categories", category.id)).toBe(0);
  await publishContent(backend, "faq/questions", cookie, { categoryId: category.id });
  expect(await dependents("faq/categories", category.id)).toBe(1);
  const sector = await publishContent(backend, "sectors", cookie);
  const { id } = await signIn(backend, { role: "VOLUNTEER" });
  await backend.services.db.update(users).set({ sectorId: sector.id }).where(eq(users.id, id));
  expect([
    await dependents("sectors", sector.id),
    await dependents("countries", (await addContent(backend, "countries", cookie)).id),
  ]).toEqual([1, 0]);
});

test("a pledge and a registration, whose states are others, keep what they refer to from being hidden without a question", async () => {
  const dependents = async (path: string) => ((await (await send("GET", path)).json()) as { dependents: number }).dependents;
  const project = await publishContent(backend, "projects", cookie);
  expect(await dependents(`/api/admin/projects/${project.id}`)).toBe(0);
  await addGift(backend, { email: "lou@example.org", projectId: project.id });
  expect(await dependents(`/api/admin/projects/${project.id}`)).toBe(1);
  const event = await addDate(backend, { title: "Distribution", startsAt: new Date("2030-01-10T18:00:00Z") });
  expect(await dependents(`/api/admin/events/${event.id}`)).toBe(0);
  await register(backend, event, (await signIn(backend, { role: "VOLUNTEER" })).id);
  expect(await dependents(`/api/admin/events/${event.id}`)).toBe(1);
});

test("a country has the number of addresses that refer to it, and is not deleted while there are any", async () => {
  const country = await addContent(backend, "countries", cookie, { iso2: "ZY", iso3: "ZYX" });
  const gift = { amountCents: 2000, rhythm: "one_off", donor: "person", allocation: "any", method: "transfer", locale: "fr" } as const;
  const address = { receipt: true, street: "1 rue Haute", postcode: "A1", city: "Ailleurs", country: "ZY" };
  const promised = { ...gift, ...address, reference: "DON-ZZZZ-ZZZZ", name: "Lou", email: "lou@example.org", dedupeKey: "abroad" };
  const [pledge] = await backend.services.db.insert(pledges).values(promised).returning();
  const read = async (path: string) => (await send("GET", path)).json();
  const { items } = (await read("/api/admin/countries?q=ZYX")) as { items: { dependents: number }[] };
  const record = (await read(`/api/admin/countries/${country.id}`)) as { dependents: number };
  expect([items.map(({ dependents }) => dependents), record.dependents]).toEqual([[1], 1]);
  const remove = () => send("DELETE", `/api/admin/countries/${country.id}`);
  const refused = await remove();
  expect([refused.status, await refused.json()]).toEqual([409, expect.objectContaining({ code: "in_use", count: 1 })]);
  const bulk = { action: "remove", dryRun: true, selection: { ids: [country.id] } };
  expect(await (await send("POST", "/api/admin/countries/bulk", bulk)).json()).toMatchObject({ changed: 0, refused: 1 });
  await backend.services.db.delete(pledges).where(eq(pledges.id, pledge?.id ?? ""));
  expect((await remove()).status).toBe(200);
});

test("a testimonial is not published without agreement, nor after it was withdrawn, whoever asks", async () => {
  const api = await contentSubjects.testimonials.api();
  for (const more of [{ consentedOn: null }, { withdrawnOn: "2026-11-02" }]) {
    const { id } = await addContent(backend, "testimonials", cookie, more);
    const answer = await send("POST", at(api.setStatus.path, id), { status: "published" });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([409, "no_consent"]);
    await expect(backend.services.db.update(testimonials).set({ status: "published" }).where(eq(testimonials.id, id))).rejects.toThrow();
  }
});

test.each([
  ["testimonials", "consentedOn"],
  ["testimonials", "withdrawnOn"],
  ["portraits", "consentedOn"],
  ["further-support", "checkedOn"],
] as const)("%s: a day still to come in France is refused as %s; today is not", async (subject, field) => {
  const backend = await backendForTest({ clock: testClock(new Date("2026-11-21T23:30:00Z")).clock });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const { id, ...record } = await addContent(backend, subject, cookie, { [field]: "2026-11-22" });
  const path = at((await contentSubjects[subject].api()).update.path, id);
  const answer = await backend.request(path, { method: "PATCH", cookie, json: { ...record, [field]: "2026-11-23" } });
  expect([answer.status, await answer.json()]).toMatchObject([422, { fieldErrors: { [field]: ["content:error.notYet"] } }]);
});

test("nor does a bulk edit set a future day", async () => {
  const { id } = await addContent(backend, "further-support", cookie);
  const given = { field: "checkedOn", value: "2999-01-01", selection: { ids: [id] } };
  const answer = await send("POST", "/api/admin/further-support/set", given);
  expect([answer.status, await answer.json()]).toMatchObject([422, { fieldErrors: { checkedOn: ["content:error.notYet"] } }]);
});

test("a withdrawn agreement takes a testimonial off line in the same change", async () => {
  const api = await contentSubjects.testimonials.api();
  const { id, version } = await publishContent(backend, "testimonials", cookie);
  const edit = { ...contentRecords.testimonials, withdrawnOn: "2026-11-20", version };
  const answer = (await (await send("PATCH", at(api.update.path, id), edit)).json()) as { status: string };
  expect(answer.status).toBe("archived");
});

test("a sector is never below itself, however far up", async () => {
  const api = await contentSubjects.sectors.api();
  const top = await addContent(backend, "sectors", cookie);
  const middle = await addContent(backend, "sectors", cookie, { parentId: top.id });
  const low = await addContent(backend, "sectors", cookie, { parentId: middle.id });
  const answer = await send("PATCH", at(api.update.path, top.id), { ...contentRecords.sectors, parentId: low.id, version: top.version });
  expect([answer.status, Object.keys(((await answer.json()) as { fieldErrors: object }).fieldErrors)]).toEqual([422, ["parentId"]]);
});

test("only people of the team manage a sector", async () => {
  const { id } = await addContent(backend, "sectors", cookie);
  const [student, volunteer] = [await signIn(backend, { role: "BENEFICIARY" }), await signIn(backend, { role: "VOLUNTEER" })];
  const add = (email: string) => send("POST", `/api/admin/sectors/${id}/managers`, { email });
  expect([(await add(student.email)).status, (await add("nobody@maillon.example")).status, (await add(volunteer.email)).status]).toEqual([
    422, 422, 200,
  ]);
  expect((await send("DELETE", `/api/admin/sectors/${id}/managers/${volunteer.id}`)).status).toBe(200);
  expect((await send("DELETE", `/api/admin/sectors/${id}/managers/${volunteer.id}`)).status).toBe(404);
});

test.each([
  ["/dashboard/events", true],
  ["https://www.caf.fr/aides", true],
  ["//evil.example", false],
  ["/\\evil.example", false],
  ["http://www.caf.fr", false],
  ["https://evil.example", false],
  ["https://www.caf.fr@evil.example", false],
  ["javascript:alert(1)", false],
])("a shortcut to %s is taken: %s", async (target, taken) => {
  const answer = await send("POST", "/api/admin/shortcuts", { ...contentRecords.shortcuts, target });
  expect(answer.status).toBe(taken ? 201 : 422);
});

test("people get the shortcuts of their role, and no others", async () => {
  await publishContent(backend, "shortcuts", cookie, { label: { fr: "Pour les dons" }, roles: ["DONATOR_MERCHANT"] });
  const labels = async (role: "DONATOR_MERCHANT" | "BENEFICIARY") => {
    const { cookie: theirs } = await signIn(backend, { role });
    const { items } = (await (await backend.request("/api/shortcuts", { cookie: theirs })).json()) as {
      items: { label: { fr: string } }[];
    };
    return items.map(({ label }) => label.fr);
  };
  expect([await labels("DONATOR_MERCHANT"), await labels("BENEFICIARY")]).toEqual([["Pour les dons"], []]);
});

test("a shortcut that requires a permission is shown to those who have it, and in the preview of the role", async () => {
  await publishContent(backend, "shortcuts", cookie, { label: { fr: "Le journal" }, roles: ["ADMIN"], permission: "AUDIT_READ" });
  const labels = async (path: string, theirs = cookie) => {
    const { items } = (await (await backend.request(path, { cookie: theirs })).json()) as { items: { label: { fr: string } }[] };
    return items.map(({ label }) => label.fr).filter((label) => label === "Le journal");
  };
  const { cookie: reader } = await signIn(backend, { role: "ADMIN", permissions: ["AUDIT_READ"] });
  const { cookie: other } = await signIn(backend, { role: "ADMIN", permissions: ["NEWS_PUBLISH"] });
  expect(await labels("/api/shortcuts", reader)).toEqual(["Le journal"]);
  expect(await labels("/api/shortcuts", other)).toEqual([]);
  expect(await labels("/api/admin/shortcut-previews/ADMIN")).toEqual(["Le journal"]);
});

test("a shortcut whose site was removed from the settings is hidden", async () => {
  await publishContent(backend, "shortcuts", cookie, { label: { fr: "La Caf" }, roles: ["BENEFICIARY"], target: "https://www.caf.fr/" });
  await backend.services.db
    .update(shortcuts)
    .set({ target: "https://www.ancien.example/" })
    .where(eq(shortcuts.target, "https://www.caf.fr/"));
  const { cookie: theirs } = await signIn(backend, { role: "BENEFICIARY" });
  expect(await (await backend.request("/api/shortcuts", { cookie: theirs })).json()).toEqual({ items: [] });
});

test("shortcuts whose site was removed from the settings do not count towards the limit, and can be withdrawn and deleted, not republished", async () => {
  const roles = ["DONATOR_INDIVIDUAL"];
  const lost = [];
  for (let at = 0; at < 12; at += 1) lost.push(await publishContent(backend, "shortcuts", cookie, { roles, label: { fr: `Perdu ${at}` } }));
  const ids = lost.map(({ id }) => id);
  await backend.services.db.update(shortcuts).set({ target: "https://www.ancien.example/" }).where(inArray(shortcuts.id, ids));
  await publishContent(backend, "shortcuts", cookie, { roles, label: { fr: "Trouvé" } });
  const { cookie: theirs } = await signIn(backend, { role: "DONATOR_INDIVIDUAL" });
  const { items } = (await (await backend.request("/api/shortcuts", { cookie: theirs })).json()) as { items: { label: { fr: string } }[] };
  expect(items.map(({ label }) => label.fr)).toEqual(["Trouvé"]);
  const [id = "", ...others] = ids;
  const step = (status: string) => send("POST", `/api/admin/shortcuts/${id}/status`, { status });
  expect([(await step("draft")).status, (await step("published")).status, (await step("archived")).status]).toEqual([200, 422, 200]);
  expect((await send("DELETE", `/api/admin/shortcuts/${id}`)).status).toBe(200);
  const all = await send("POST", "/api/admin/shortcuts/bulk", { action: "archived", dryRun: false, selection: { ids: others } });
  expect(await all.json()).toMatchObject({ changed: 11, refused: 0 });
});

test("two countries never share a code", async () => {
  await addContent(backend, "countries", cookie, { iso2: "XX", iso3: "XXX" });
  const answer = await send("POST", "/api/admin/countries", { ...contentRecords.countries, iso2: "XX", iso3: "XXY" });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([409, "duplicate"]);
});
