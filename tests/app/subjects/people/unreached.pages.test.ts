import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { queueMail } from "#backend/modules/mails/outbox";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { newsletterSubscribers } from "#backend/modules/newsletter/tables";
import { bouncesApi } from "#contract/api/mail-bounces";
import { consentTexts } from "#contract/law/privacy";
import { startBackend, testSettings } from "#tests/support/backend";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";
import { type Site, startSite } from "#tests/support/site";

const secret = "a secret of mails that come back, for tests";

let site: Site;
beforeAll(async () => {
  site = await startSite({}, await startBackend({ settings: { ...testSettings, mailBounceSecrets: [secret] } }));
});
afterAll(() => site.backend.close());

const report = (email: string) => {
  const body = JSON.stringify({ id: crypto.randomUUID(), type: "hard", address: email, diagnostic: "550 5.1.1" });
  const seconds = Math.floor(Date.now() / 1000);
  const signature = `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
  const headers = { "content-type": "application/json", "x-signature": signature, origin: "https://provider.example" };
  return site.visit(bouncesApi.report.path, { method: "POST", body, headers });
};

test("a report passes the web tier; staff read it on the person, in the list and with the mails, and write to the address again", async () => {
  const { backend, visit } = site;
  const person = await addPerson(backend, { role: "VOLUNTEER", email: "gone@maillon.example", firstName: "Lou" });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const view = `/dashboard/admin/users/${person.id}/view`;
  const read = async (path: string) => (await visit(path, { cookie })).text();
  expect(await read(view)).not.toContain(">Écrire de nouveau à cette adresse<");
  expect((await report(person.email)).status).toBe(204);
  const { mailer } = await postOffice();
  await queueMail(backend.services, person.id, "session_revoked", {}, "one");
  await sendWaitingMails(backend.services, mailer);
  expect(await read(view)).toMatch(/gone@maillon\.example n’existe plus[\s\S]*5\.1\.1[\s\S]*>Écrire de nouveau à cette adresse</);
  expect(await read(`/en${view}`)).toContain(">Write to this address again<");
  expect(await read("/dashboard/admin/users/volunteers?unreached=yes")).toContain(person.lastName);
  const mails = await read("/dashboard/admin/mails");
  expect(mails).toMatch(/Nous n’écrivons plus à 1[\s\u00a0]adresse/);
  expect(mails).toContain(">Adresse qui ne reçoit plus<");
  const [, mail] = /href="(\/dashboard\/admin\/mails\/[0-9a-f-]{36})"/.exec(mails) ?? [];
  expect(await read(mail ?? "")).toContain(">Écrire de nouveau à cette adresse<");
  const answer = await visit(`/dashboard/admin/users/${person.id}/account`, { cookie, form: { writeAgain: "yes" } });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, view]);
  expect(await read(view)).not.toContain(">Écrire de nouveau à cette adresse<");
  expect(await read(mail ?? "")).toContain(">Envoyer de nouveau<");
});

test("staff read it on the page of a subscriber without account, and write to the address again", async () => {
  const { backend, visit } = site;
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const at = new Date();
  const dates = { requestedAt: at, confirmedAt: at, textVersion: consentTexts.newsletter };
  const [row] = await backend.services.db
    .insert(newsletterSubscribers)
    .values({ email: "reader@example.org", locale: "fr", ...dates })
    .returning();
  const path = `/dashboard/admin/notifications/subscribers/${row?.id}`;
  const read = async (page: string) => (await visit(page, { cookie })).text();
  expect((await report("reader@example.org")).status).toBe(204);
  expect(await read(path)).toMatch(/reader@example\.org n’existe plus[\s\S]*>Écrire de nouveau à cette adresse</);
  expect(await read("/dashboard/admin/notifications/subscribers?state=unreached")).toContain("reader@example.org");
  const answer = await visit(path, { cookie, form: { writeAgain: "yes" } });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, path]);
  expect(await read(path)).not.toContain(">Écrire de nouveau à cette adresse<");
});

test("the person reads it in their settings, in both languages and as a donor too, and says that the address works", async () => {
  const { backend, visit } = site;
  for (const [role, path] of [
    ["VOLUNTEER", "/account/settings"],
    ["DONATOR_INDIVIDUAL", "/account/settings/profile"],
  ] as const) {
    const person = await addPerson(backend, { role, email: `${role.toLowerCase()}@maillon.example` });
    const cookie = await cookiesOf(backend, person.id);
    const read = async (prefix = "") => (await visit(`${prefix}${path}`, { cookie })).text();
    expect(await read()).not.toContain(">Mon adresse fonctionne de nouveau<");
    await report(person.email);
    expect(await read()).toContain(">Mon adresse fonctionne de nouveau<");
    expect(await read("/en")).toContain(">My address works again<");
    expect((await visit(path, { cookie, form: { intent: "mailboxWorks" } })).status).toBe(303);
    expect(await read()).not.toContain(">Mon adresse fonctionne de nouveau<");
  }
});

test("neither the login nor a forgotten password says whether an address is dead", async () => {
  const { backend, visit } = site;
  const answers = [];
  for (const email of ["alive@maillon.example", "dead@maillon.example"]) {
    await addPerson(backend, { role: "VOLUNTEER", email });
    if (email.startsWith("dead")) await report(email);
    const answer = await visit("/password/request", { form: { email } });
    answers.push([answer.status, answer.headers.get("location")?.replace(email.replace("@", "%40"), "")]);
  }
  expect(answers[1]).toEqual(answers[0]);
});
