import { afterAll, beforeAll, expect, test } from "vitest";
import { trackingEntries } from "#backend/modules/tracking/tables";
import { franceDay } from "#contract/formats/france-time";
import { addPerson, signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let admin: Awaited<ReturnType<typeof signIn>>;
let person: { id: string };
const today = franceDay(new Date());

beforeAll(async () => {
  site = await startSite();
  admin = await signIn(site.backend, {
    role: "ADMIN",
    firstName: "Samira",
    lastName: "Lefort",
    permissions: ["EXPORT_PERSONAL_DATA", "BENEFICIARY_READ_RESTRICTED"],
  });
  person = await addPerson(site.backend, { role: "BENEFICIARY", firstName: "Lina", lastName: "Zarembski" });
});
afterAll(() => site.backend.close());

const list = "/dashboard/admin/tracking";
const textOf = async (answer: Response) =>
  (await answer.text())
    .replace(/<script\b.*?<\/script>/gs, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/[\u00a0\u202f]/g, " ")
    .replaceAll(/\s+/g, " ");
const open = async (path: string, cookie = admin.cookie) => textOf(await site.visit(path, { cookie }));
const draft = () => ({
  subjectId: person.id,
  kind: "call",
  title: "Rappeler pour l’adresse",
  occurredAt: `${today}T08:00`,
  visibility: "staff",
});

test("an entry is added without script: the person is found, then the form keeps what is wrong and says what to do", async () => {
  const found = await (await site.visit(`${list}/create?q=zarem`, { cookie: admin.cookie })).text();
  expect(found).toContain(`href="/dashboard/admin/tracking/create?person=${person.id}"`);
  expect(await open(`${list}/create?q=nobodyatall`)).toContain("Personne ne correspond à « nobodyatall »");
  const path = `${list}/create?person=${person.id}`;
  const wrong = await site.visit(path, { cookie: admin.cookie, form: { ...draft(), title: "", body: "Deux appels sans réponse." } });
  expect(wrong.status).toBe(400);
  const text = await textOf(wrong);
  expect(text).toContain("Écrivez quelques mots, par exemple : rappeler pour l’adresse.");
  expect(text).toContain("Deux appels sans réponse.");
  const form = { ...draft(), body: "Deux appels.", nextActionAt: today, nextActionUserId: admin.id };
  const added = await site.visit(path, { cookie: admin.cookie, form });
  expect([added.status, added.headers.get("location")]).toEqual([
    303,
    expect.stringMatching(/^\/dashboard\/admin\/tracking\/[0-9a-f-]{36}$/),
  ]);
});

test.each([
  ["", ["Suivi", "À faire ( 1 )", "Zarembski", "Aujourd’hui", "Rappeler pour l’adresse"]],
  ["/en", ["Follow-up", "To do ( 1 )", "Zarembski", "Today", "Rappeler pour l’adresse"]],
])("the list has what is to do, in both languages (%s)", async (prefix, words) => {
  const text = await open(`${prefix}${list}`);
  for (const word of words) expect(text.replaceAll("(1)", "( 1 )")).toContain(word);
});

test("an entry is done, corrected, and read on the page of the person", async () => {
  const [entry] = await site.backend.services.db.select().from(trackingEntries);
  const path = `${list}/${entry?.id}`;
  expect(await open(path)).toContain("Vous pouvez modifier cette entrée jusqu’au");
  const post = async (form: Record<string, string>) => (await site.visit(path, { cookie: admin.cookie, form })).status;
  expect(await post({ intent: "done" })).toBe(303);
  expect(await open(`${list}?show=mine`)).not.toContain("Zarembski Aujourd’hui");
  expect(await post({ intent: "correction", title: "L’adresse a changé" })).toBe(303);
  expect(await post({ intent: "action", nextActionAt: "", nextActionUserId: admin.id })).toBe(400);
  expect(await post({ intent: "nothing" })).toBe(400);
  const tab = await open(`/en/dashboard/admin/users/${person.id}/tracking`);
  for (const word of ["L’adresse a changé", "Rappeler pour l’adresse", "Correction of", "Done"]) expect(tab).toContain(word);
});

test("a restricted entry is on no page and in no file of whoever lacks the right", async () => {
  const other = await signIn(site.backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"] });
  const values = { subjectUserId: person.id, authorId: admin.id, kind: "note", visibility: "restricted", title: "Needle-entry" } as const;
  const [entry] = await site.backend.services.db
    .insert(trackingEntries)
    .values({ ...values, occurredAt: new Date(), nextActionAt: today })
    .returning();
  const paths = [
    `${list}?show=all`,
    `${list}?show=all&q=Needle`,
    `${list}?show=all&person=${person.id}`,
    `${list}/export.csv?show=all`,
    `/dashboard/admin/users/${person.id}/tracking`,
  ];
  for (const path of [...paths, ...paths.map((one) => one.replace(/(\?|$)/, ".data$1")).filter((one) => !one.includes("export"))]) {
    expect([path, await (await site.visit(path, { cookie: other.cookie })).text()]).toEqual([
      path,
      expect.not.stringContaining("Needle-entry"),
    ]);
  }
  for (const path of paths)
    expect([path, await (await site.visit(path, { cookie: admin.cookie })).text()]).toEqual([
      path,
      expect.stringContaining("Needle-entry"),
    ]);
  expect((await site.visit(`${list}/${entry?.id}`, { cookie: other.cookie })).status).toBe(404);
  const form = await (await site.visit(`${list}/create?person=${person.id}`, { cookie: other.cookie })).text();
  expect(form).not.toContain('value="restricted"');
});

test.each([
  ["", "Mon suivi", "Appel : Rappel du Crous", "Échange partagé"],
  ["/en", "My follow-up", "Call: Rappel du Crous", "Conversation shared"],
])("a person reads their own time line, and its file is theirs (%s)", async (prefix, title, fact, figure) => {
  const { db } = site.backend.services;
  const student = await signIn(site.backend, { role: "BENEFICIARY" });
  const shared = { subjectUserId: student.id, authorId: admin.id, kind: "call", title: "Rappel du Crous" } as const;
  await db.insert(trackingEntries).values({ ...shared, visibility: "subject", occurredAt: new Date("2026-03-02T10:00:00Z") });
  await db
    .insert(trackingEntries)
    .values({ ...shared, title: "Pour nous", visibility: "staff", occurredAt: new Date("2026-03-02T10:00:00Z") });
  const text = await open(`${prefix}/dashboard/my-tracking`, student.cookie);
  for (const word of [title, fact, figure, "2026"]) expect(text).toContain(word);
  expect(text).not.toContain("Pour nous");
  const file = await site.visit(`${prefix}/dashboard/my-tracking/timeline.pdf`, { cookie: student.cookie });
  expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const donor = await signIn(site.backend, { role: "DONATOR_INDIVIDUAL" });
  expect((await site.visit("/dashboard/my-tracking", { cookie: donor.cookie })).status).toBe(302);
});
