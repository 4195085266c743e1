import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventQuestions, eventRegistrations } from "#backend/modules/event-registrations/tables";
import { addEvent } from "#tests/support/events";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN" }));
});
afterAll(() => site.backend.close());

async function htmlOf(path: string, as = cookie) {
  const [html = ""] = (await (await site.visit(path, { cookie: as })).text()).split("<script");
  return html.replaceAll(/[\u00a0\u202f]/g, " ");
}

const questionsOf = (id: string) =>
  site.backend.services.db.select().from(eventQuestions).where(eq(eventQuestions.eventId, id)).orderBy(eventQuestions.position);

/** An event with a choice and a number, written in the form of its questions. */
async function addAsking() {
  const event = { startsAt: "2031-01-15T18:30", endsAt: "2031-01-15T21:00" };
  const { id, quotas } = await addEvent(site.backend, cookie, { event, guests: true, quotas: [{ capacity: 4 }] });
  const path = `/dashboard/admin/events/${id}/questions`;
  const version = /name="version" value="(\d+)"/.exec(await htmlOf(path))?.[1] ?? "";
  const form = {
    ...{ intent: "save", version, "eventQuestions[0].kind": "choice", "eventQuestions[0].required": "on" },
    ...{ "eventQuestions[0].label.fr": "Votre taille ?", "eventQuestions[0].label.en": "Your size?" },
    ...{ "eventQuestions[0].choices.fr": "Petite\r\nMoyenne", "eventQuestions[0].choices.en": "Small\r\nMedium" },
    ...{ "eventQuestions[1].kind": "number", "eventQuestions[1].label.fr": "Combien de sacs ?", "eventQuestions[1].label.en": "" },
  };
  expect((await site.visit(path, { cookie, form })).status).toBe(303);
  return { id, path, version, quotaId: quotas[0] ?? "", questions: await questionsOf(id) };
}

test("questions are written on a page of the event, which a button without script adds one to", async () => {
  const { id, path, questions } = await addAsking();
  expect(questions).toMatchObject([
    {
      kind: "choice",
      required: true,
      choices: [
        { fr: "Petite", en: "Small" },
        { fr: "Moyenne", en: "Medium" },
      ],
    },
    { kind: "number", required: false, label: { fr: "Combien de sacs ?" } },
  ]);
  const html = await htmlOf(path);
  expect(html).toContain("Petite\nMoyenne");
  const insert = JSON.stringify({ type: "insert", payload: { name: "eventQuestions", defaultValue: { kind: "text" } } });
  const more = await site.visit(path, { cookie, form: { version: "1", "eventQuestions[0].kind": "text", __intent__: insert } });
  expect(await more.text()).toContain('name="eventQuestions[1].label.fr"');
  expect(await questionsOf(id)).toHaveLength(2);
});

test("a volunteer finds the questions in their language, reads at which question an answer is missing, and staff read the answers", async () => {
  const { id, quotaId, questions } = await addAsking();
  const [size, bags] = questions.map((question) => question.id);
  const { cookie: own } = await signIn(site.backend, { role: "VOLUNTEER" });
  const path = `/en/dashboard/events/${id}`;
  const page = await htmlOf(path, own);
  for (const text of ["Your size?", "Medium", "Combien de sacs ?", `name="answers.${size}"`]) expect(page).toContain(text);
  const form = { intent: "register", quotaId, partySize: "1", [`answers.${bags}`]: "3" };
  const refused = await site.visit(path, { cookie: own, form });
  expect([refused.status, (await refused.text()).includes("Answer this question.")]).toEqual([422, true]);
  expect((await site.visit(path, { cookie: own, form: { ...form, [`answers.${size}`]: "Moyenne" } })).status).toBe(303);
  const [row] = await site.backend.services.db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, id));
  expect(row?.answers.map(({ answer }) => answer)).toEqual(["Moyenne", "3"]);
  expect(await htmlOf(path, own)).toMatch(/Your size\?<\/dt><dd[^>]*>Medium/);
  const participants = await htmlOf(`/dashboard/admin/events/${id}/participants`);
  expect(participants).toMatch(/Votre taille \?<\/dt><dd>Moyenne/);
  const erasing = `/dashboard/admin/events/${id}/participants?answers=${row?.id}`;
  expect(await htmlOf(erasing)).toContain("Effacer la réponse à « Combien de sacs ? »");
  expect(await htmlOf(`/en${erasing}`)).toContain("Answers of");
  const erased = await site.visit(erasing, { cookie, form: { registrationId: row?.id ?? "", eraseAnswer: bags ?? "" } });
  expect(erased.status).toBe(303);
  const [left] = await site.backend.services.db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, id));
  // What was erased stays as a question that nobody answers for this person any more.
  expect(left?.answers.map(({ answer }) => answer)).toEqual(["Moyenne", ""]);
  // The form of the questions archives what has answers.
  expect(await htmlOf(`/dashboard/admin/events/${id}/questions`)).toContain("1 réponse déjà donnée");
});

test("an archived question without answers stays archived when the form is saved", async () => {
  const { path, questions } = await addAsking();
  const { db } = site.backend.services;
  await db
    .update(eventQuestions)
    .set({ archivedAt: new Date(0) })
    .where(eq(eventQuestions.id, questions[0]?.id ?? ""));
  const html = await htmlOf(path);
  expect(html).toMatch(/<input[^>]*name="eventQuestions\[0\].archived"[^>]*checked/);
  expect(html).not.toContain('name="eventQuestions[1].archived"');
});

test("a form over questions that a colleague has changed is refused, and then shows theirs", async () => {
  const { id, path, version } = await addAsking();
  const form = { intent: "save", version, "eventQuestions[0].kind": "text", "eventQuestions[0].label.fr": "Autre question ?" };
  const refused = await site.visit(path, { cookie, form });
  const html = (await refused.text()).split("<script")[0] ?? "";
  expect(refused.status).toBe(409);
  expect(html).toContain("Quelqu’un a modifié cette fiche avant vous");
  expect(html).toContain('value="Combien de sacs ?"');
  expect(html).not.toContain("Autre question ?");
  // A refusal of the fields leaves the version of the form as it was sent.
  const invalid = await site.visit(path, { cookie, form: { ...form, "eventQuestions[0].label.fr": "" } });
  expect([invalid.status, (await invalid.text()).includes(`name="version" value="${version}"`)]).toEqual([400, true]);
  expect(await questionsOf(id)).toHaveLength(2);
});

test("the public page asks people without account, in both languages, and says nobody's answers", async () => {
  const { id, quotaId, questions } = await addAsking();
  const [size] = questions.map((question) => question.id);
  await site.backend.services.db.insert(eventRegistrations).values({
    ...{ eventId: id, quotaId, guestName: "Ana Silva", status: "confirmed" },
    answers: [{ question: size ?? "", kind: "text", label: { fr: "Votre taille ?" }, answer: "Une réponse secrète" }],
  });
  const french = await htmlOf(`/events/${id}`);
  for (const text of ["Votre taille ?", "vos réponses, lues par l’association"]) expect(french).toContain(text);
  const english = await (await site.visit(`/en/events/${id}`)).text();
  expect(english).toContain("Your size?");
  expect(english).not.toContain("Une réponse secrète");
});

test("staff answer for somebody whom they add, without script, read what is missing, complete it, and export a column for each question", async () => {
  const { id, quotaId, questions } = await addAsking();
  const [size, bags] = questions.map((question) => question.id);
  const path = `/dashboard/admin/events/${id}/participants`;
  expect(await htmlOf(path)).toContain(`name="answers.${size}"`);
  const add = { intent: "add", guestName: "Ana Silva", quotaId, partySize: "1" };
  const refused = await site.visit(path, { cookie, form: { ...add, [`answers.${bags}`]: "beaucoup" } });
  expect([refused.status, (await refused.text()).includes("Répondez par un nombre")]).toEqual([422, true]);
  expect((await site.visit(path, { cookie, form: { ...add, [`answers.${bags}`]: "3" } })).status).toBe(303);
  const [row] = await site.backend.services.db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, id));
  const panel = `${path}?answers=${row?.id}`;
  expect(await htmlOf(path)).toContain("Il manque une réponse obligatoire.");
  expect(await htmlOf(`/en${panel}`)).toContain("Answer for Ana Silva");
  const answers = { intent: "answer", registrationId: row?.id ?? "", version: String(row?.version) };
  const wrong = await site.visit(panel, { cookie, form: { ...answers, [`answers.${size}`]: "Immense" } });
  expect([wrong.status, (await wrong.text()).includes("Répondez à cette question.")]).toEqual([422, true]);
  expect((await site.visit(panel, { cookie, form: { ...answers, [`answers.${size}`]: "Moyenne" } })).status).toBe(303);
  expect(await htmlOf(path)).not.toContain("Il manque une réponse obligatoire.");
  const file = `${path}/export.csv`;
  const withoutRight = await site.visit(file, { cookie });
  expect([withoutRight.status, withoutRight.headers.get("location")]).toEqual([302, "/"]);
  const { cookie: exporter } = await signIn(site.backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"] });
  const exported = await site.visit(file, { cookie: exporter });
  const [head, line] = (await exported.text()).split(/\r?\n/);
  expect([exported.status, head?.includes("Votre taille"), head?.includes("Combien de sacs")]).toEqual([200, true, true]);
  expect([line?.startsWith("Ana Silva"), line?.includes("Moyenne"), line?.endsWith("3")]).toEqual([true, true, true]);
  expect(await htmlOf(path, exporter)).toContain(`${file}`);
});
