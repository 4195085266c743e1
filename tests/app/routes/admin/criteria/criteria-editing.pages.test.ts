import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { beneficiaryFiles, criteriaVersions } from "#backend/modules/verification/tables";
import type { Permission } from "#contract/accounts/roles";
import { addPerson, signIn } from "#tests/support/people";
import { startSite } from "#tests/support/site";

const list = "/dashboard/admin/criteria";
const path = `${list}/create`;

/** An administrator at the criteria of a site of one's own, as whoever publishes needs it. */
async function startDesk(permissions: Permission[] = []) {
  const site = await startSite();
  const { cookie } = await signIn(site.backend, { role: "ADMIN", permissions, firstName: "Samira", lastName: "Haddad" });
  const { db } = site.backend.services;
  const shown = async (answer: Response) => (await answer.text()).replaceAll(/<script\b.*?<\/script>/gs, "");
  return {
    ...{ site, cookie, db },
    open: async (address = path) => shown(await site.visit(address, { cookie })),
    send: async (form: Record<string, string>) => {
      const answer = await site.visit(path, { cookie, form });
      return { status: answer.status, to: answer.headers.get("location"), html: await shown(answer) };
    },
    addFile: async (leftToLiveOnCents: number) => {
      const { id: userId } = await addPerson(site.backend, { role: "BENEFICIARY", accountState: "to_validate" });
      await db.insert(beneficiaryFiles).values({ userId, leftToLiveOnCents });
    },
  };
}

let shared: Awaited<ReturnType<typeof startDesk>>;
beforeAll(async () => {
  shared = await startDesk();
});
afterAll(() => shared.site.backend.close());

async function ownDesk(permissions: Permission[] = []) {
  const desk = await startDesk(permissions);
  onTestFinished(() => desk.site.backend.close());
  return desk;
}

const decoded = (text: string) => text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
const words = (html: string) => decoded(html).replaceAll(/[\u00a0\u202f]/g, " ");
const attribute = (tag: string, name: string) => decoded(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? "");

/** What a browser without script sends when a button of the form is pressed: what stands in its fields, and the button. */
function pressed(html: string, button: (tag: string) => boolean, typed: Record<string, string> = {}): Record<string, string> {
  const [, form = ""] = /<form\b[^>]*id="criteria"[^>]*>(.*?)<\/form>/s.exec(html) ?? [];
  const inputs = [...form.matchAll(/<input\b[^>]*>/g)].map(([tag]) => [attribute(tag, "name"), attribute(tag, "value")] as const);
  const selects = [...form.matchAll(/<select\b([^>]*)>(.*?)<\/select>/gs)].map(([, tag = "", options = ""]) => [
    attribute(tag, "name"),
    attribute(/<option[^>]*selected[^>]*>/.exec(options)?.[0] ?? "", "value"),
  ]);
  const texts = [...form.matchAll(/<textarea\b([^>]*)>(.*?)<\/textarea>/gs)].map(([, tag = "", text = ""]) => [
    attribute(tag, "name"),
    decoded(text),
  ]);
  const tag = [...form.matchAll(/<button\b[^>]*>[^<]*/g)].map(([one]) => one).find(button) ?? "";
  return { ...Object.fromEntries([...inputs, ...selects, ...texts]), ...typed, [attribute(tag, "name")]: attribute(tag, "value") };
}

const labelled = (label: string) => (tag: string) => attribute(tag, "aria-label") === label;
const doing = (intent: string) => (tag: string) => attribute(tag, "value") === intent;
const adding = (name: string) => (tag: string) =>
  attribute(tag, "value").includes('"insert"') && attribute(tag, "value").includes(`"name":"${name}"`);

const labelsIn = (html: string) =>
  [...html.matchAll(/<input[^>]*name="questions\[\d+\]\.label\.fr"[^>]*>/g)].map(([tag]) => attribute(tag, "value"));

test("the version in force is shown with its questions and limits, and says that nobody has published it", async () => {
  const { open } = shared;
  const html = words(await open(list));
  for (const text of [
    "Version 1, en vigueur",
    "jusqu’à 200 €",
    "jusqu’à 350 €",
    "Échelon 0 bis",
    "personne de l’association ne l’a encore publiée",
  ])
    expect(html).toContain(text);
  expect(html.match(/Nécessaire au calcul/g)).toHaveLength(3);
  expect(words(await open("/dashboard/tools"))).toContain("Critères de l’aide");
});

test("without script questions are added, moved and removed by sending the form, and nothing that was typed is lost", async () => {
  const { open, send } = shared;
  const first = await open();
  const labels = labelsIn(first);
  const added = await send(pressed(first, adding("questions"), { "questions[0].label.fr": "Où ?" }));
  expect([added.status, labelsIn(added.html), added.html.includes('class="error-summary"')]).toEqual([
    200,
    ["Où ?", ...labels.slice(1), ""],
    false,
  ]);
  expect(/<input[^>]*autofocus[^>]*>/.exec(added.html)?.[0]).toContain('name="questions[5].label.fr"');
  const moved = await send(pressed(added.html, labelled("Monter la question 6"), { "questions[5].label.fr": "Un toit ?" }));
  const last = labels.at(-1) ?? "";
  expect(labelsIn(moved.html)).toEqual(["Où ?", ...labels.slice(1, -1), "Un toit ?", last]);
  const removed = await send(pressed(moved.html, labelled("Retirer la question 1")));
  expect(labelsIn(removed.html)).toEqual([...labels.slice(1, -1), "Un toit ?", last]);
});

test("what the rule needs has no button to remove it and no other kind, and the page says why", async () => {
  const { open, send } = shared;
  const html = words(await open());
  expect([3, 4, 5].map((number) => html.includes(`aria-label="Retirer la question ${number}"`))).toEqual([false, false, false]);
  expect(html.match(/Le calcul du reste à vivre a besoin de cette question/g)).toHaveLength(3);
  const without = Object.entries(pressed(html, doing("try"))).filter(([name]) => !name.startsWith("questions[4]"));
  const form = Object.fromEntries(without);
  const refused = await send(form);
  expect([refused.status, words(refused.html)]).toEqual([400, expect.stringContaining("sont nécessaires au calcul")]);
});

test("a trial says how many files would change before anything is published, and stores nothing", async () => {
  const { open, send, addFile, db } = await ownDesk(["BENEFICIARY_READ_RESTRICTED"]);
  for (const left of [10_000, ...Array(5).fill(22_000), 50_000]) await addFile(left);
  const first = await open();
  expect(first).not.toContain("Publier la version");
  const tried = await send(pressed(first, doing("try"), { "rule.likelyUpTo": "250,50" }));
  expect([tried.status, words(tried.html)]).toEqual([200, expect.stringContaining("5 dossiers sur 7 changeraient de réponse.")]);
  expect(words(tried.html)).toContain("moins de 5");
  expect(await db.$count(criteriaVersions)).toBe(1);
  const otherBounds = await send(pressed(tried.html, doing("publish"), { "rule.likelyUpTo": "200" }));
  expect([otherBounds.status, words(otherBounds.html)]).toEqual([200, expect.stringContaining("Les seuils ont changé depuis l’essai")]);
  const done = await send(pressed(tried.html, doing("publish")));
  expect([done.status, done.to]).toEqual([303, list]);
  const page = words(await open(list));
  for (const text of ["Version 2, en vigueur", "par Samira Haddad", "jusqu’à 250,50 €", "200 € et 350 €"]) expect(page).toContain(text);
  const [, id = ""] = /criteria\/([0-9a-f-]{36})/.exec(page) ?? [];
  expect(words(await open(`${list}/${id}`))).toContain("Version 1");
});

test("whoever may not read restricted files everywhere tries limits on made-up ones; too many trials bring the form back", async () => {
  const { open, send, addFile } = shared;
  await addFile(22_000);
  const tried = await send(pressed(await open(), doing("try"), { "rule.likelyUpTo": "250" }));
  expect([tried.status, words(tried.html)]).toEqual([200, expect.stringContaining("Ces 40 dossiers sont inventés")]);
  expect(words(tried.html)).toContain("dossiers sur 40 changeraient de réponse.");
  const reader = await ownDesk(["BENEFICIARY_READ_RESTRICTED"]);
  const form = pressed(await reader.open(), doing("try"), { "rule.likelyUpTo": "250" });
  for (let at = 0; at < 20; at += 1) await reader.send(form);
  const refused = await reader.send(form);
  expect([refused.status, words(refused.html)]).toEqual([429, expect.stringContaining("250")]);
  expect(refused.html).toContain('class="error-summary"');
});

test("a question with choices is published with them, and asked from then on", async () => {
  const { open, send, site } = await ownDesk();
  const added = await send(pressed(await open(), adding("questions")));
  const question = { "questions[5].label.fr": "Avez-vous un toit ?", "questions[5].kind": "choice" };
  const empty = await send(pressed(added.html, doing("try"), question));
  expect([empty.status, words(empty.html)]).toEqual([400, expect.stringContaining("Ajoutez au moins deux choix.")]);
  const one = await send(pressed(empty.html, adding("questions[5].choices")));
  const two = await send(pressed(one.html, adding("questions[5].choices"), { "questions[5].choices[0].label.fr": "Oui" }));
  const tried = await send(pressed(two.html, doing("try"), { "questions[5].choices[1].label.fr": "Non" }));
  expect((await send(pressed(tried.html, doing("publish")))).status).toBe(303);
  const { questions } = (await (await site.backend.request("/api/criteria")).json()) as { questions: unknown[] };
  expect(questions.at(-1)).toEqual({
    ...{ key: "qAvezVousUnToit", kind: "choice", label: { fr: "Avez-vous un toit ?" } },
    choices: [
      { value: "oui", label: { fr: "Oui" } },
      { value: "non", label: { fr: "Non" } },
    ],
  });
});

test("who publishes after someone else gets a conflict with their values, and can publish again over the other version", async () => {
  const { open, send, site, cookie } = await ownDesk();
  const tried = await send(pressed(await open(), doing("try"), { "questions[0].label.fr": "Ma question" }));
  const json = { ...(await (await site.backend.request("/api/criteria")).json()), after: 1 };
  await site.backend.request("/api/admin/criteria", { method: "POST", cookie, json });
  const late = await send(pressed(tried.html, doing("publish")));
  expect([late.status, words(late.html)]).toEqual([409, expect.stringContaining("La version 2 a été publiée pendant que vous écriviez")]);
  expect(labelsIn(late.html)[0]).toBe("Ma question");
  const again = await send(pressed(late.html, doing("try")));
  expect((await send(pressed(again.html, doing("publish")))).status).toBe(303);
  expect(words(await open(list))).toContain("Version 3, en vigueur");
});

test.each([
  "no JSON",
  '{"type":"update","payload":{"name":"questions[999999].kind","value":"text"}}',
  '{"type":"insert","payload":{"name":"__proto__.questions"}}',
  '{"type":"remove","payload":{"name":"questions","index":-1}}',
  '{"type":"insert","payload":{"name":"after"}}',
])("a list button that says %s changes no list and breaks nothing", async (value) => {
  const { open, send } = shared;
  const answer = await send({ ...pressed(await open(), doing("try")), __intent__: value });
  expect([200, 400]).toContain(answer.status);
});

test("the editor is closed to others", async () => {
  const { site } = shared;
  const { cookie: theirs } = await signIn(site.backend, { role: "VOLUNTEER" });
  for (const address of [list, path]) expect((await site.visit(address, { cookie: theirs })).headers.get("location")).toBe("/");
});
