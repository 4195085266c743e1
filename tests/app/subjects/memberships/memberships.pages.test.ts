import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { franceDay } from "#contract/formats/france-time";
import { publicUrl } from "#tests/support/backend";
import { signIn } from "#tests/support/people";
import { keepCookies, type Site, startSite } from "#tests/support/site";

let site: Site;
let admin = "";
let member: Awaited<ReturnType<typeof signIn>>;
let today = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie: admin } = await signIn(site.backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"] }));
  member = await signIn(site.backend, { role: "VOLUNTEER", firstName: "Yanis", lastName: "Moreau" });
  today = franceDay(site.backend.services.clock());
});
afterAll(() => site.backend.close());

const list = "/dashboard/admin/memberships";
const read = async (answer: Response) =>
  (await answer.text()).replaceAll(/<script[^>]*>.*?<\/script>|<!-- -->/gs, "").replaceAll(/[\u00a0\u202f]/g, " ");
const page = async (path: string, cookie = admin) => read(await site.visit(path, { cookie }));

/** Sends the form of a page as a browser without script does: with its hidden fields. */
async function send(path: string, form: Record<string, string>, cookie = admin) {
  const submission = /name="submission" value="([^"]+)"/.exec(await page(path, cookie))?.[1] ?? "";
  const body = new URLSearchParams({ submission, ...form });
  const answer = await site.visit(path, { cookie, method: "POST", headers: { origin: publicUrl }, body });
  const to = answer.headers.get("location") ?? "";
  return { status: answer.status, to, html: to ? await page(to, keepCookies(cookie, answer)) : await read(answer) };
}

test("from a new plan to a card: created, asked for, paid, renewed, changed, cancelled", async () => {
  const plan = { "name.fr": "Bénévole", roles: "VOLUNTEER", period: "rolling_12m", graceDays: "30", validFrom: today };
  const wrong = await send(`${list}/plans/create`, { ...plan, priceCents: "quinze" });
  expect([wrong.status, wrong.html.includes("Indiquez un prix")]).toEqual([400, true]);
  const created = await send(`${list}/plans/create`, { ...plan, priceCents: "15", reducedCents: "5", receiptEligible: "on" });
  for (const part of ["La formule est créée.", "Bénévole, 15 €", "tarif réduit : 5 €", "30 jours de grâce"])
    expect(created.html).toContain(part);

  const form = await page("/account/membership", member.cookie);
  const planId = /name="planId"[^>]*value="([^"]+)"/.exec(form)?.[1] ?? "";
  for (const part of ["Vous n’avez pas d’adhésion en cours", "Bénévole 5 €"]) expect(form).toContain(part);
  const requested = await send("/account/membership", { planId, method: "cash" }, member.cookie);
  for (const part of ["Voici comment payer", "Remettez 15 € en espèces", "ADH-"]) expect(requested.html).toContain(part);

  const rows = await page(`${list}?q=moreau&state=pending_payment`);
  const id = new RegExp(`${list}/([0-9a-f-]{36})"`).exec(rows)?.[1] ?? "";
  const paid = await send(`${list}/${id}`, { receivedOn: today, amount: "15", method: "cash" });
  for (const part of ["l’adhésion est active", ">Active<", "MEM-", "Rembourser ou corriger"]) expect(paid.html).toContain(part);
  const card = await page("/account/membership", member.cookie);
  for (const part of ["Code de votre carte d’adhésion", "Yanis Moreau", "MEM-", "/attestation.pdf", "sans jour perdu"])
    expect(card).toContain(part);
  const certificate = await site.visit(`/account/membership/${id}/attestation.pdf`, { cookie: member.cookie });
  expect([certificate.status, certificate.headers.get("content-type")]).toEqual([200, "application/pdf"]);

  const renewed = await send(`${list}/${id}`, { intent: "renew" });
  expect(renewed.html).toContain("La période suivante attend son paiement.");
  expect(renewed.to).not.toContain(id);
  const reminded = await send(renewed.to, { intent: "remind" });
  expect(reminded.html).toContain("Le rappel part.");
  expect((await send(renewed.to, { intent: "cancel", reason: "" })).html).toContain("Indiquez la raison");
  expect((await send(renewed.to, { intent: "cancel", reason: "Doublon" })).html).toContain("Annulée");

  const changed = await send(`${list}/plans/${planId}`, { ...plan, priceCents: "18" });
  for (const part of ["Version 2", "Bénévole, 18 €"]) expect(changed.html).toContain(part);
  const payments = await page("/dashboard/admin/donations?kind=dues");
  for (const part of ["Yanis Moreau", "Cotisation", "15 €"]) expect(payments).toContain(part);
  const journal = await page("/dashboard/admin/donations/journal");
  expect(journal).toContain("756000 Cotisations");
});

test("the list is exported as it is filtered, and the sheet of an assembly names those of its day", async () => {
  const answer = await site.visit(`${list}/export.csv?state=valid`, { cookie: admin });
  const [row] = parse<Record<string, string>>(await answer.text(), { bom: true, columns: true });
  expect(row).toMatchObject({ Personne: "Yanis Moreau", Formule: "Bénévole" });
  expect(await page(`${list}/assembly`)).toContain("1 personne à jour");
  const sheet = await site.visit(`${list}/assembly.pdf?day=${today}`, { cookie: admin });
  expect([sheet.status, sheet.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect((await site.visit(`${list}/assembly.pdf?day=demain`, { cookie: admin })).status).toBe(404);
});

test("members are reminded together after a preview, and their labels and certificates are files", async () => {
  const chosen = `${list}/bulk?action=remind&all=1&query.state=valid`;
  expect(await page(chosen)).toMatch(/Envoyer un rappel à 1 personne.*Yanis Moreau/s);
  const done = await send(chosen, {});
  for (const part of ["1 rappel part.", "Étiquettes d’adhésion (PDF)"]) expect(done.html).toContain(part);
  const read = async (path: string) => {
    const file = await site.visit(path, { cookie: admin });
    return [file.status, file.headers.get("content-type")];
  };
  const [id] = new RegExp(`${list}/[0-9a-f-]{36}`).exec(await page(`${list}?state=valid`)) ?? [];
  expect(await page(id ?? "")).toContain("/attestation.pdf");
  expect([await read(`${list}/labels.pdf?state=valid`), await read(`${id}/attestation.pdf`)]).toEqual(
    Array(2).fill([200, "application/pdf"]),
  );
  const none = await site.visit(`${list}/labels.pdf?state=refunded`, { cookie: admin });
  expect([none.status, none.headers.get("location")]).toEqual([303, `${list}?state=refunded`]);
});

test("a proof of the reduced price is shown before anything is paid, and accepted by a button", async () => {
  const plan = { "name.fr": "Étudiante", roles: "VOLUNTEER", period: "rolling_12m", graceDays: "0", validFrom: today };
  const made = await send(`${list}/plans/create`, { ...plan, priceCents: "15", reducedCents: "5", reducedProof: "on" });
  expect(made.html).toContain("Étudiante");
  const member = await signIn(site.backend, { role: "VOLUNTEER", firstName: "Lina", lastName: "Haddad" });
  const form = await page("/account/membership", member.cookie);
  const planId = /value="([0-9a-f-]{36})"[^>]*>(?:(?!value=).)*Étudiante/s.exec(form)?.[1] ?? "";
  const requested = await send("/account/membership", { planId, reduced: "on", method: "transfer" }, member.cookie);
  for (const part of ["Montrez maintenant votre justificatif", "Il n’y a rien à payer avant", "/account/chat"])
    expect(requested.html).toContain(part);
  expect(await page("/dashboard")).toContain("Justificatifs d’adhésion");
  const [id = ""] = new RegExp(`${list}/[0-9a-f-]{36}`).exec(await page(`${list}?state=pending_approval`)) ?? [];
  const waiting = await page(id);
  expect(waiting).toContain("J’ai vu le justificatif");
  expect(waiting).not.toContain("Enregistrer le paiement");
  const accepted = await send(id, { intent: "acceptProof" });
  for (const part of ["La demande attend son paiement", "Enregistrer le paiement", "Justificatif vu le"])
    expect(accepted.html).toContain(part);
  expect(await page("/account/membership", member.cookie)).toContain("attend 5 €");
});

test("staff enter a membership for an account, and read what is wrong in English", async () => {
  const planId = /<option value="([0-9a-f-]{36})"/.exec(await page(`${list}/create`))?.[1] ?? "";
  const form = { email: "nobody@example.org", planId, method: "transfer" };
  const wrong = await send(`/en${list}/create`, form);
  expect([wrong.status, wrong.html.includes("No account has this email")]).toEqual([422, true]);
  const other = await signIn(site.backend, { role: "VOLUNTEER", email: "ines@example.org" });
  const entered = await send(`/en${list}/create`, { ...form, email: "ines@example.org" });
  expect(entered.html).toContain("Now add its payment");
  const own = await page("/en/account/membership", other.cookie);
  for (const part of ["My membership", "Withdraw this request"]) expect(own).toContain(part);
  const id = /name="withdraw"[^>]*value="([^"]+)"/.exec(own)?.[1] ?? "";
  expect((await send("/en/account/membership", { withdraw: id }, other.cookie)).html).toContain("The request has been withdrawn.");
});
