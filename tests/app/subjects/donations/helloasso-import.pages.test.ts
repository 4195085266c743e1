import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memberships } from "#backend/modules/memberships/tables";
import { payments } from "#backend/modules/payments/tables";
import { donorContacts } from "#backend/modules/pledges/tables";
import { type ImportPages, importPages } from "#tests/support/import-pages";
import { membershipsOf } from "#tests/support/memberships";
import { addPerson, signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let cookie = "";
let read: ImportPages["read"];
let checkedFile: ImportPages["checkedFile"];
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN" }));
  ({ read, checkedFile } = importPages(site, cookie));
});
afterAll(() => site.backend.close());

const header =
  "Référence commande;Référence paiement;Montant total;Date du paiement;Statut du paiement;Versé;Date du versement;Nom payeur;Prénom payeur;Email payeur;Raison sociale;Campagne;Type de campagne;Montant du tarif;Don supplémentaire;Moyen de paiement;Attestation;Reçu fiscal;Numéro de reçu;Adresse payeur;Code Postal payeur;Ville payeur;Pays payeur";
const lines = [
  "82810;53041;45,00;03/04/2026 18:23:13;Payé;Non;;Baron;Lou;lou@example.org;;Nos kits;Formulaire de don;45,00;;Carte bancaire;;Non;;12 rue des Lilas;69007;Lyon;France",
  "82811;53042;1 000,50 €;04/04/2026;Payé;Oui;;Roy;Aya;aya@example.org;;Nos kits;Don;;;Prélèvement SEPA;;Oui;HA-12;;;;",
  "82782;53029;10,00;03/04/2026;Hors Ligne;Hors Ligne;;Larue;Max;max@example.org;;Adhésion 2026;Adhésion;10,00;;Virement bancaire;;;;;;;",
];

test("HelloAsso's export of payments is read by its own columns, checked with its sums, imported once and undone", async () => {
  const path = "/dashboard/admin/donations/import";
  expect(await read("/dashboard/admin/donations")).toContain(`href="${path}"`);
  const file = `${header}\n${lines.join("\n")}\n`;
  const dryRun = await checkedFile(path, file);
  const html = await read(dryRun);
  expect(html).toMatch(/2 fiches seraient créées[^/]*1 045,50 €/);
  expect(html).toMatch(/Une ligne serait refusée[^/]*10 €/);
  expect(html).toContain("HelloAsso n’a pas encaissé ce paiement.");
  const { db } = site.backend.services;
  expect(await db.$count(payments)).toBe(0);
  const answer = await site.visit(dryRun, { cookie, form: { intent: "import" } });
  expect(answer.status).toBe(303);
  const rows = await db.select().from(payments).orderBy(payments.amountCents);
  expect(rows.map(({ receivedOn, amountCents, method }) => [receivedOn, amountCents, method])).toEqual([
    ["2026-04-03", 4_500, "card"],
    ["2026-04-04", 100_050, "sepa_debit"],
  ]);
  const facts = await read(`/dashboard/admin/donations/${rows[1]?.id}`);
  expect(facts).toContain("Reçu émis par HelloAsso");
  expect(facts).toContain("HA-12");
  expect(await read(`/dashboard/admin/donations/pledges/${rows[0]?.pledgeId}`)).not.toContain("Stripe");
  expect(await read(await checkedFile(path, file))).toMatch(/2 fiches sont déjà là et resteraient telles quelles[^/]*1 045,50 €/);
  await site.visit(dryRun, { cookie, form: { intent: "undo" } });
  expect((await db.select().from(payments)).reduce((sum, { signedCents }) => sum + signedCents, 0)).toBe(0);
});

test("members are imported from a file, with the plan by its name", async () => {
  const by = membershipsOf(site.backend, () => cookie);
  await by.addPlan({ validFrom: "2020-01-01", name: { fr: "Formule test", en: "Test plan" } });
  const { email } = await addPerson(site.backend, { role: "VOLUNTEER" });
  const path = "/dashboard/admin/memberships/import";
  const upload = await read(path);
  expect(upload).toContain("Colonnes reconnues : e-mail, numéro, formule");
  expect(upload).not.toContain("export.xlsx");
  const file = `E-mail;Numéro;Formule;Début;Fin;Montant;Moyen;Payé le\n${email};A-1;test plan;01/02/2025;31/12/2025;15,00;Virement;05/02/2025\n${email};;Inconnue;01/02/2024;;;;\n`;
  const dryRun = await checkedFile(path, file);
  const html = await read(dryRun);
  expect(html).toMatch(/Une fiche serait créée[^/]*15 €/);
  expect(html).toContain("Une ligne serait refusée");
  await site.visit(dryRun, { cookie, form: { intent: "import" } });
  const rows = await site.backend.services.db.select().from(memberships);
  expect(rows.map(({ number, startDate, endDate, priceCents }) => [number, startDate, endDate, priceCents])).toEqual([
    ["A-1", "2025-02-01", "2025-12-31", 1_500],
  ]);
});

test("HelloAsso's exports of donors and of members are read by their own columns", async () => {
  const { db } = site.backend.services;
  const donors = await checkedFile(
    "/dashboard/admin/donations/donors/import",
    "Nom donateur;Prénom donateur;Email donateur;Raison sociale;Adresse;Code Postal;Ville;Pays;Montant\nRoy;Aya;aya@example.org;;1 rue Haute;69001;Lyon;France;20,00\n",
  );
  expect(await read(donors)).toContain("Une fiche serait créée");
  await site.visit(donors, { cookie, form: { intent: "import" } });
  expect((await db.select().from(donorContacts)).map(({ email, postcode }) => [email, postcode])).toEqual([["aya@example.org", "69001"]]);
  expect(await read(donors)).toContain('href="/dashboard/admin/fiscal-receipts/to-issue"');
  const by = membershipsOf(site.backend, () => cookie);
  await by.addPlan({ validFrom: "2020-01-01", name: { fr: "Adhésion simple", en: "Simple" } });
  const { email, id } = await addPerson(site.backend, { role: "VOLUNTEER" });
  const members = await checkedFile(
    "/dashboard/admin/memberships/helloasso/import",
    `Référence commande;Date de la commande;Statut de la commande;Nom adhérent;Prénom adhérent;Email payeur;Moyen de paiement;Tarif;Montant tarif\n9001;03/04/2026 18:23:13;Validé;Baron;Lou;${email};Carte bancaire;Adhésion simple;15,00\n9002;03/04/2026;Remboursé;Baron;Lou;${email};;Adhésion simple;15,00\n`,
  );
  const html = await read(members);
  expect(html).toContain("Une fiche serait créée");
  expect(html).toContain("Cette commande a été remboursée");
  await site.visit(members, { cookie, form: { intent: "import" } });
  const rows = await db.select().from(memberships).where(eq(memberships.userId, id));
  expect(rows.map(({ startDate, priceCents }) => [startDate, priceCents])).toEqual([["2026-04-03", 0]]);
  for (const list of ["donations", "memberships"])
    expect(await read(`/dashboard/admin/${list}`)).toMatch(/href="[^"]*\/(donors|helloasso)\/import"/);
});
