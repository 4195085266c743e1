import { expect, test } from "vitest";
import { sendPushMessages } from "#backend/modules/notices/push-sending";
import { savedViews } from "#backend/modules/saved-views/tables";
import { confirmedAbove } from "#contract/accounts/campaigns";
import { backendForTest, testClock } from "#tests/support/backend";
import { campaignOffice, runCampaigns } from "#tests/support/campaigns";
import { addRecordFile, publishContent } from "#tests/support/content";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";
import { startPushProvider } from "#tests/support/push-provider";
import { startSite } from "#tests/support/site";

const list = "/dashboard/admin/notifications";

const filled = {
  roles: "VOLUNTEER",
  topic: "association",
  "title.fr": "Samedi, on collecte",
  "sentence.fr": "Deux heures de votre temps.",
  "body.fr": "Venez **nombreux**.",
  path: "/news",
  channels: "inbox",
  when: "now",
};

async function opened(withPush = false) {
  const time = testClock();
  const provider = await startPushProvider({ clock: time.clock });
  const backend = await backendForTest({ clock: time.clock, ...(withPush && { push: provider.push }) });
  const site = await startSite({}, backend);
  const admin = await signIn(backend, { role: "ADMIN", locale: "fr" });
  const post = (path: string, form: Record<string, string>) => site.visit(path, { cookie: admin.cookie, form });
  const read = async (path: string) => wordsOf(await site.visit(path, { cookie: admin.cookie }));
  return { time, backend, site, provider, admin, post, read };
}

/** What a page says, without its scripts, which hold all texts. */
const wordsOf = async (answer: Response) =>
  (await answer.text())
    .replace(/<script\b.*?<\/script>/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/[\s\u00a0]+/g, " ");

const leadsTo = (answer: Response) => answer.headers.get("location") ?? "";

test("S1-007 sending from /dashboard/admin/notifications, without script, reaches the push provider", async () => {
  const { backend, provider, post, read } = await opened(true);
  const reader = await addPerson(backend, { role: "VOLUNTEER", locale: "fr" });
  const json = { token: `phone:APA91b-${"x".repeat(40)}` };
  await backend.request("/api/account/push-devices", { method: "POST", cookie: await cookiesOf(backend, reader.id), json });
  const created = await post(`${list}/create`, { ...filled, channels: "push", intent: "continue" });
  expect([created.status, leadsTo(created)]).toEqual([303, expect.stringMatching(/\/notifications\/[\w-]+\/send$/)]);
  const sendPage = leadsTo(created);
  expect(await read(sendPage)).toMatch(/1 personne recevra.*Envoyer à .*Aperçu.*Téléphone verrouillé.*Samedi, on collecte/s);
  const sent = await post(sendPage, { version: "1" });
  expect([sent.status, leadsTo(sent)]).toEqual([303, sendPage.replace("/send", "/view")]);
  expect(await read(leadsTo(sent))).toMatch(/En cours.*Arrêter l’envoi.*Recharger la page/s);
  await runCampaigns(backend);
  await sendPushMessages(backend.services, provider.sender);
  await runCampaigns(backend);
  expect(provider.sent.map(({ message }) => message.notification)).toEqual([
    { title: "Samedi, on collecte", body: "Deux heures de votre temps." },
  ]);
  const page = await read(leadsTo(sent));
  expect(page).toMatch(/Envoyée.*1 sur 1/s);
  expect(page).not.toContain("Arrêter l’envoi");
  expect(await read(leadsTo(sent).replace("/view", "/people"))).toContain(`${reader.firstName} ${reader.lastName}`);
});

test("a button counts again and keeps what was typed, and a form that is not complete says what is missing", async () => {
  const { backend, post, read } = await opened();
  for (const role of ["VOLUNTEER", "VOLUNTEER", "BENEFICIARY"] as const) await addPerson(backend, { role });
  const empty = await post(`${list}/create`, { ...filled, "title.fr": "", roles: "" });
  expect(empty.status).toBe(400);
  expect(await wordsOf(empty)).toMatch(/Choisissez au moins un rôle.*Écrivez un titre en français/s);
  const silent = await post(`${list}/create`, { ...filled, channels: "email", "body.fr": "" });
  expect([silent.status, await wordsOf(silent)]).toEqual([400, expect.stringContaining("Écrivez le texte de l’e-mail")]);
  const created = await post(`${list}/create`, { ...filled, intent: "count" });
  const edit = leadsTo(created);
  expect(await read(edit)).toMatch(/ 2 personnes recevront le message/);
  const counted = await post(edit, { ...filled, roles: "BENEFICIARY", version: "1", intent: "count" });
  expect(leadsTo(counted)).toBe(edit);
  expect(await read(edit)).toMatch(/ 1 personne recevra le message/);
  await post(edit, { ...filled, roles: "DONATOR_MERCHANT", version: "2", intent: "count" });
  expect(await read(edit)).toContain("Boîte de réception : 0");
});

test("a form that cannot be saved yet is counted by who it is for, and keeps what was typed", async () => {
  const { backend, post, read } = await opened();
  for (const role of ["VOLUNTEER", "VOLUNTEER", "BENEFICIARY"] as const) await addPerson(backend, { role });
  const unwritten = { ...filled, "title.fr": "", "sentence.fr": "Deux heures.", "body.fr": "", intent: "count" };
  const counted = await post(`${list}/create`, unwritten);
  expect(counted.status).toBe(200);
  const page = await wordsOf(counted);
  expect(page).toMatch(/ 2 personnes recevront le message/);
  expect(page).toContain("Deux heures.");
  expect(page).not.toContain("Écrivez un titre en français");
  const nobody = await post(`${list}/create`, { ...unwritten, roles: "" });
  expect([nobody.status, await wordsOf(nobody)]).toEqual([400, expect.stringContaining("Choisissez au moins un rôle")]);
  const edit = leadsTo(await post(`${list}/create`, { ...filled, intent: "save" }));
  const again = await post(edit, { ...unwritten, roles: "BENEFICIARY", version: "1" });
  expect([again.status, await wordsOf(again)]).toEqual([200, expect.stringContaining(" 1 personne recevra le message")]);
  expect(await read(edit)).toMatch(/ 2 personnes recevront le message/);
});

test("above two hundred people the form asks for the number, and a wrong one sends nothing", async () => {
  const { backend, admin, post, read } = await opened();
  for (let at = 0; at <= confirmedAbove; at += 1) await addPerson(backend, { role: "DONATOR_INDIVIDUAL" });
  const id = await campaignOffice(backend, admin.cookie).create({ roles: ["DONATOR_INDIVIDUAL"], channels: ["inbox"] });
  const page = `${list}/${id}/send`;
  expect(await read(page)).toContain("Recopiez le nombre de personnes");
  const wrong = await post(page, { version: "1", confirmed: "12" });
  expect([wrong.status, await wordsOf(wrong)]).toEqual([422, expect.stringContaining(`Recopiez le nombre exact : ${confirmedAbove + 1}.`)]);
  const right = await post(page, { version: "1", confirmed: ` ${confirmedAbove + 1}` });
  expect(right.status).toBe(303);
});

test("a scheduled campaign is corrected, cancelled and copied from its page", async () => {
  const { backend, admin, post, read } = await opened();
  await addPerson(backend, { role: "VOLUNTEER" });
  const office = campaignOffice(backend, admin.cookie);
  const id = await office.create({ when: "later", at: "2026-11-23T09:00" });
  expect(await read(`${list}/${id}/send`)).toContain("23 nov. 2026, 9 h");
  await post(`${list}/${id}/send`, { version: "1" });
  const view = `${list}/${id}/view`;
  expect(await read(view)).toMatch(/Programmée.*Corriger.*Annuler l’envoi/s);
  expect(leadsTo(await post(view, { intent: "reopen" }))).toBe(`${list}/${id}/edit`);
  await post(`${list}/${id}/send`, { version: "3" });
  await post(view, { intent: "cancel" });
  expect(await read(view)).toContain("Annulée");
  const copied = leadsTo(await post(view, { intent: "copy" }));
  expect(await read(copied)).toContain("Samedi, on collecte");
  expect(leadsTo(await post(copied.replace("/edit", "/view"), { intent: "remove" }))).toBe(list);
});

test("a campaign that was stopped is written to the others from its page, and its draft says so", async () => {
  const { backend, admin, post, read } = await opened();
  await addPerson(backend, { role: "VOLUNTEER" });
  const office = campaignOffice(backend, admin.cookie);
  const id = await office.create();
  const view = `${list}/${id}/view`;
  expect(await read(view)).not.toContain("Envoyer aux autres");
  await office.start(id);
  await office.step(id, "stop");
  expect(await read(view)).toContain("Envoyer aux autres");
  const edit = leadsTo(await post(view, { intent: "others" }));
  expect(await read(edit)).toMatch(/ 1 personne recevra le message/);
  expect(await read(edit.replace("/edit", "/view"))).toMatch(/Sans les personnes qui ont reçu Samedi, on collecte/);
});

test("a draft whose view is gone is opened, saved with it, sent and copied", async () => {
  const { backend, admin, post, read } = await opened();
  for (const birthDate of ["2010-01-01", "1990-01-01"]) await addPerson(backend, { role: "VOLUNTEER", birthDate });
  const [view] = await backend.services.db
    .insert(savedViews)
    .values({ list: "/dashboard/admin/users/volunteers", name: "Mineurs du mois", query: "minor=yes", ownerId: admin.id })
    .returning();
  const viewId = view?.id ?? "";
  const office = campaignOffice(backend, admin.cookie);
  const id = await office.create({ viewId });
  await backend.services.db.delete(savedViews);
  const edit = `${list}/${id}/edit`;
  expect(await read(edit)).toMatch(/Mineurs du mois.* 1 personne recevra le message/s);
  const unwritten = await post(edit, {
    ...filled,
    viewId,
    "title.fr": "",
    "sentence.fr": "",
    "body.fr": "",
    version: "1",
    intent: "count",
  });
  expect(await wordsOf(unwritten)).toMatch(/ 1 personne recevra le message/);
  const live = `${list}/audience?roles=VOLUNTEER&topic=association&channels=inbox&viewId=${viewId}`;
  expect([JSON.parse(await read(`${live}&id=${id}`)), JSON.parse(await read(live))]).toMatchObject([
    { audience: { people: 1 } },
    { audience: null },
  ]);
  const saved = await post(edit, { ...filled, viewId, version: "1", intent: "save" });
  expect([saved.status, (await office.get(id)).campaign.view?.id]).toEqual([303, viewId]);
  expect(await read(`${list}/${id}/send`)).toContain("1 personne recevra");
  const copied = leadsTo(await post(`${list}/${id}/view`, { intent: "copy" }));
  expect(await read(copied)).toContain("Mineurs du mois");
});

test("two versions of one draft are a conflict that shows both", async () => {
  const { backend, admin, post } = await opened();
  const id = await campaignOffice(backend, admin.cookie).create();
  await post(`${list}/${id}/edit`, { ...filled, "title.fr": "Le leur", version: "1" });
  const refused = await post(`${list}/${id}/edit`, { ...filled, "title.fr": "Le mien", version: "1" });
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringMatching(/entre-temps.*Le leur.*Le mien/s)]);
});

test("without push the form does not offer it, nothing names devices, and there is no page of them", async () => {
  const { site, admin, post } = await opened();
  const form = await (await site.visit(`${list}/create`, { cookie: admin.cookie })).text();
  expect([form.includes('value="email"'), form.includes('value="push"')]).toEqual([true, false]);
  expect(await (await site.visit(list, { cookie: admin.cookie })).text()).not.toContain("/devices");
  expect((await site.visit(`${list}/devices`, { cookie: admin.cookie })).status).toBe(404);
  const refused = await post(`${list}/create`, { ...filled, channels: "push" });
  expect([refused.status, await wordsOf(refused)]).toEqual([422, expect.stringContaining("Décochez ce canal")]);
});

test("published files are offered with their size, chosen without script, shown in the preview, and refused with a reason", async () => {
  const { backend, admin, post, read } = await opened();
  expect(await read(`${list}/create`)).toContain("Aucun fichier à joindre.");
  const fileId = await addRecordFile(backend, admin.cookie);
  const title = { fr: "Le communiqué de rentrée", en: "The release" };
  await publishContent(backend, "press", admin.cookie, { fileId, title });
  expect(await read(`${list}/create`)).toMatch(/Trois au plus, 5 Mo en tout.*Le communiqué de rentrée PDF, 1 ko/);
  const byMail = { ...filled, channels: "email", attachmentIds: fileId, intent: "save" };
  const created = await post(`${list}/create`, byMail);
  expect(created.status).toBe(303);
  expect(await read(leadsTo(created))).toMatch(/Aperçu.*Le communiqué de rentrée \( ?PDF, 1 ko ?\)/);
  expect(await read(leadsTo(created).replace("/edit", "/view"))).toMatch(/Pièces jointes Le communiqué de rentrée/);
  const refused = await post(`${list}/create`, { ...byMail, attachmentIds: crypto.randomUUID() });
  expect([refused.status, await wordsOf(refused)]).toEqual([422, expect.stringContaining("Une pièce jointe n’est plus publiée.")]);
});
