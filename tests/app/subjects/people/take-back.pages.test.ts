import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { users } from "#backend/modules/users/tables";
import { peopleApi } from "#contract/accounts/people";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";
import { runDue, runOneChunk } from "#tests/support/tasks";

let site: Site;
let admin: Awaited<ReturnType<typeof signIn>>;

beforeAll(async () => {
  site = await startSite();
  admin = await signIn(site.backend, { role: "ADMIN" });
});
afterAll(() => site.backend.close());

const list = "/dashboard/admin/users/pending-approval";
const page = `${list}/take-back`;

async function read(path: string) {
  const language = path.startsWith("/en/") ? "en" : "fr";
  return wordsOf(await site.visit(path, { cookie: admin.cookie, language }));
}

const wordsOf = async (answer: Response) => (await answer.text()).replaceAll(/[\u00a0\u202f]/g, " ").replaceAll("&#x27;", "'");

test("whoever approves several accounts undoes it on a page that the list leads to, with a reason and what became of the mails", async () => {
  expect(await read(page)).toContain("Vous n’avez pas validé plusieurs comptes à la fois depuis 24 heures.");
  expect(await read(list)).toContain(`href="${page}"`);
  const people = await Promise.all(
    ["Alpha", "Bravo"].map((lastName) => addPerson(site.backend, { role: "VOLUNTEER", accountState: "to_validate", lastName })),
  );
  const query = people.map(({ id }) => `ids=${id}`).join("&");
  const approved = await site.visit(`${list}/bulk?action=approve&${query}`, { cookie: admin.cookie, form: {} });
  expect(approved.status).toBe(303);
  const shown = await read(page);
  for (const words of [
    "2 comptes validés le",
    "Alpha",
    "Bravo",
    "qui ne sont pas encore partis ne partiront pas",
    "Annuler les 2 validations",
  ])
    expect(shown).toContain(words);
  expect(await read(`/en${page}`)).toContain("Undo the 2 approvals");
  const approval = /name="approval" value="([^"]+)"/.exec(shown)?.[1] ?? "";
  const send = (reason: string) => site.visit(page, { cookie: admin.cookie, form: { approval, reason } });
  const without = await send("");
  expect([without.status, (await wordsOf(without)).includes("Écrivez la raison : la personne la lira.")]).toEqual([400, true]);
  const done = await send("Validés par erreur.");
  expect([done.status, done.headers.get("location")]).toEqual([303, list]);
  const states = await site.backend.services.db.select({ state: users.accountState }).from(users).where(eq(users.role, "VOLUNTEER"));
  expect(states).toEqual([{ state: "to_validate" }, { state: "to_validate" }]);
  expect((await send("Encore.")).headers.get("location")).toBe(page);
  expect(await read(page)).toContain("sa validation est déjà annulée");
  const [first] = people;
  expect(await read(`/dashboard/admin/users/${first?.id}/timeline`)).toContain("Validés par erreur.");
  const cookie = await cookiesOf(site.backend, first?.id ?? "");
  const waits = await wordsOf(await site.visit("/account/pending/validation", { cookie }));
  expect(waits).toContain(
    "Votre compte a été ouvert par erreur : il attend à nouveau la réponse de l’équipe. La raison : Validés par erreur.",
  );
});

test("an approval of more than a request changes is undone in steps, with the reason of the step before, once its task has ended", async () => {
  const { db } = site.backend.services;
  const person = { role: "VOLUNTEER", accountState: "to_validate", firstName: "Lou", emailVerifiedAt: new Date("2026-01-01") } as const;
  const many = Array.from({ length: 202 }, (_, at) => ({ ...person, lastName: `Attente${at}`, email: `attente-${at}@example.org` }));
  await db.insert(users).values(many);
  const json = { step: "approve", dryRun: false, selection: { all: true, query: { q: "Attente" } } };
  await site.backend.request(peopleApi.bulk.path, { method: "POST", cookie: admin.cookie, json });
  await runOneChunk(site.backend, peopleApi.bulk.path);
  const underWay = await read(page);
  expect(underWay).toContain("La validation est encore en cours : arrêtez-la d’abord, puis revenez ici.");
  expect(underWay).not.toContain('name="reason"');
  await runDue(site.backend);
  const shown = await read(page);
  expect(shown).toContain("Annuler les 200 premières validations");
  const approval = /name="approval" value="([^"]+)"/.exec(shown)?.[1] ?? "";
  const send = () => site.visit(page, { cookie: admin.cookie, form: { approval, reason: "Mauvaise liste." } });
  expect((await send()).headers.get("location")).toBe(page);
  const next = await read(page);
  for (const words of ["Mauvaise liste.</textarea>", "Annuler les 2 validations", "sa validation est déjà annulée"])
    expect(next).toContain(words);
  expect((await send()).headers.get("location")).toBe(list);
});
