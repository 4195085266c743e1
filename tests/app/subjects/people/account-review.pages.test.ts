import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documents } from "#backend/modules/documents/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { guardianConsents } from "#backend/modules/registration/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import { addPerson, signIn } from "#tests/support/people";
import { keepCookies, type Site, startSite } from "#tests/support/site";

let site: Site;
let admin: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  site = await startSite();
  admin = await signIn(site.backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
});
afterAll(() => site.backend.close());

const pageOf = (id: string) => `/dashboard/admin/users/pending-approval/${id}`;
/** The text of a page without script, with normalised spaces. */
const shown = async (answer: Response) => (await answer.text()).replace(/<script\b.*?<\/script>/gs, "").replace(/\s|&nbsp;/gu, " ");
const read = async (path: string) => shown(await site.visit(path, { cookie: admin.cookie }));
const send = (path: string, form: Record<string, string>) => site.visit(path, { cookie: admin.cookie, form });
const follow = async (answer: Response) =>
  shown(await site.visit(answer.headers.get("location") ?? "", { cookie: keepCookies(admin.cookie, answer) }));
const stateOf = async (id: string) => (await site.backend.services.db.select().from(users).where(eq(users.id, id)))[0]?.accountState;

/** A student without messages, with answers and one document. */
async function aStudent(about: { firstName: string; stateChangedAt: Date }) {
  const { db, clock } = site.backend.services;
  const { id } = await addPerson(site.backend, { role: "BENEFICIARY", accountState: "to_validate", ...about });
  const answers = { studies: "Lyon 2", scholarship: "4", income: 690, charges: 540, household: 1 };
  await db.insert(beneficiaryFiles).values({ userId: id, status: "to_verify", answers, diets: ["porkFree"], sentAt: clock() });
  const file = { visibility: "owner", storageKey: `papers/${id}`, mime: "image/png", bytes: 2_000, sha256: "" } as const;
  const [document] = await db
    .insert(documents)
    .values({ ...file, ownerId: id, kind: "PROOF_STUDIES", verification: "pending" })
    .returning();
  return { id, document: document?.id ?? "" };
}

test("an account is decided on one page without script: result, documents, answers, reason, and the next one", async () => {
  const first = await aStudent({ firstName: "Lina", stateChangedAt: new Date("2020-01-06") });
  const second = await aStudent({ firstName: "Malo", stateChangedAt: new Date("2020-01-07") });
  expect(await read("/dashboard/admin/users/pending-approval")).toContain(`href="${pageOf(first.id)}"`);
  const page = await read(pageOf(first.id));
  for (const words of [
    "150 €",
    "Sous le seuil",
    "Sans porc",
    "Lyon 2",
    "cinq jours ouvrés promis",
    `src="/dashboard/admin/documents/${first.document}/file"`,
    `href="/dashboard/admin/documents/${first.document}/view"`,
  ])
    expect(page).toContain(words);
  expect(await read(`/dashboard/admin/documents/${first.document}/view`)).toContain(
    `src="/dashboard/admin/documents/${first.document}/file"`,
  );
  // The style sheet shows it until a verdict is chosen.
  expect(page).toMatch(/class="review-unseen[^"]*">.*?Encore un justificatif à regarder avant d’accepter\./);

  const document = { "documents[0].id": first.document, next: second.id, name: "Lina Petit" };
  const blind = await send(pageOf(first.id), { ...document, verdict: "accept" });
  expect([blind.status, (await shown(blind)).includes("Acceptez ou refusez chaque justificatif"), await stateOf(first.id)]).toEqual([
    422,
    true,
    "to_validate",
  ]);
  const silent = await send(pageOf(first.id), { ...document, verdict: "refuse", reason: "" });
  expect([silent.status, (await shown(silent)).includes("la personne le lira")]).toEqual([400, true]);

  const done = await send(pageOf(first.id), { ...document, "documents[0].verdict": "accepted", verdict: "accept" });
  expect([done.status, done.headers.get("location"), await stateOf(first.id)]).toEqual([303, pageOf(second.id), "validated"]);
  const next = await follow(done);
  for (const words of ["Le compte de Lina Petit est ouvert.", "Malo"]) expect(next).toContain(words);
  // The way back to the person who was decided on.
  expect(next).toMatch(new RegExp(`<a[^>]* href="${pageOf(first.id)}"[^>]*>Revoir cette fiche`));
  expect((await site.visit(pageOf(first.id), { cookie: admin.cookie })).status).toBe(200);
  const late = await send(pageOf(first.id), { verdict: "refuse", reason: "Trop tard" });
  expect([late.status, (await shown(late)).includes("n’attend pas de décision")]).toEqual([409, true]);

  const again = { "documents[0].id": second.document, "documents[0].verdict": "rejected", "documents[0].reason": "Photo coupée" };
  expect((await send(pageOf(second.id), { ...again, verdict: "ask" })).status).toBe(303);
  const mails = await site.backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.userId, second.id));
  expect(mails.find(({ topic }) => topic === "more_information")?.text).toContain("Photo coupée");
});

test("a minor's page names the guardian and sends the mail again; a bulk approval names the accounts that are left", async () => {
  const minor = await addPerson(site.backend, {
    role: "VOLUNTEER",
    accountState: "to_validate",
    birthDate: "2010-01-01",
    lastName: "Mineur",
  });
  const guardian = { guardianName: "Anne Petit", guardianEmail: "anne@example.org", tokenHash: "one", expiresAt: new Date("2099-01-01") };
  await site.backend.services.db.insert(guardianConsents).values({ userId: minor.id, ...guardian });
  const page = await read(`/en${pageOf(minor.id)}`);
  for (const words of ["Anne Petit", "Ask again", "guardian’s consent"]) expect(page).toContain(words);
  expect(page).not.toMatch(/value="accept"/);
  const sent = await send(pageOf(minor.id), { guardian: "again" });
  expect(await follow(sent)).toContain("La demande est repartie.");
  await site.backend.services.limits.clear("mailAgain", `guardian ${minor.id}`);
  const mistyped = await send(pageOf(minor.id), { guardianFix: "1", name: "Anne Petit", email: "anne" });
  expect([mistyped.status, (await shown(mistyped)).includes('href="#field-email"')]).toEqual([400, true]);
  const corrected = await send(pageOf(minor.id), { guardianFix: "1", name: "Anne Petit", email: "anne.petit@example.org" });
  const next = await follow(corrected);
  expect([next.includes("Les coordonnées sont corrigées"), next.includes("anne.petit@example.org")]).toEqual([true, true]);
  const ready = await addPerson(site.backend, { role: "VOLUNTEER", accountState: "to_validate", lastName: "Prêt" });
  const bulk = await read(`/dashboard/admin/users/pending-approval/bulk?action=approve&ids=${minor.id}&ids=${ready.id}`);
  for (const words of ["Prêt", "Mineur", "il manque l’accord du responsable légal", "Anne Petit n’a pas encore répondu"])
    expect(bulk).toContain(words);
});

test("several accounts are asked for the same thing from the list, with a reason, without which the form comes back", async () => {
  const list = "/dashboard/admin/users/pending-approval";
  expect(await read(list)).toMatch(/<button[^>]*value="ask"/);
  const first = await addPerson(site.backend, { role: "VOLUNTEER", accountState: "to_validate", lastName: "Première" });
  const bulk = `${list}/bulk?action=ask&ids=${first.id}`;
  const page = await read(bulk);
  for (const words of ["Première", "Demander une précision à une personne", "Ce qu’il nous faut"]) expect(page).toContain(words);
  const empty = await send(bulk, { reason: "" });
  expect([empty.status, await shown(empty)]).toEqual([400, expect.stringContaining('href="#field-reason"')]);
  const submission = /name="submission" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const answer = { reason: "Votre numéro de téléphone.", submission };
  const sent = await send(bulk, answer);
  expect([sent.status, await follow(sent)]).toEqual([303, expect.stringContaining("1 demande envoyée.")]);
  expect((await send(bulk, answer)).status).toBe(303);
  const mails = await site.backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.userId, first.id));
  expect(mails.filter(({ topic }) => topic === "more_information").map(({ text }) => text)).toEqual([
    expect.stringContaining("Votre numéro de téléphone."),
  ]);
});

test("a person's documents have labels and links", async () => {
  const { id, document } = await aStudent({ firstName: "Ines", stateChangedAt: new Date("2020-01-08") });
  const page = await read(`/dashboard/admin/users/${id}/documents`);
  expect([
    page.includes("Certificat de scolarité"),
    page.includes(`/dashboard/admin/documents/${document}/view`),
    page.includes("PROOF_"),
  ]).toEqual([true, true, false]);
});

test("a decision on a document goes on with the next one of the list, and keeps its filters and page", async () => {
  const { db } = site.backend.services;
  const list = "/dashboard/admin/documents";
  const query = "?status=pending&kind=INSPECTION&perPage=20&page=2";
  const drivers = await Promise.all(Array.from({ length: 22 }, () => addPerson(site.backend, { role: "VOLUNTEER" })));
  const file = { kind: "INSPECTION", visibility: "owner", verification: "pending", mime: "image/png", bytes: 2_000, sha256: "" } as const;
  const added = await db
    .insert(documents)
    .values(
      drivers.map(({ id }, at) => ({ ...file, ownerId: id, storageKey: `papers/${id}`, createdAt: new Date(Date.UTC(2026, 0, at + 1)) })),
    )
    .returning();
  const [first = "", second = ""] = added.slice(20).map(({ id }) => id);
  const view = (id: string) => `${list}/${id}/view${query}`;
  expect((await read(`${list}${query}`)).replaceAll("&amp;", "&")).toContain(`href="${view(first)}"`);
  expect((await read(view(first))).replaceAll("&amp;", "&")).toContain(`action="${view(first)}"`);
  const done = await send(view(first), { verdict: "accepted" });
  expect([done.status, done.headers.get("location")]).toEqual([303, view(second)]);
  const back = (await follow(done)).replaceAll("&amp;", "&");
  expect(back).toContain(`href="${list}${query}"`);
  const last = await send(view(second), { verdict: "accepted" });
  expect(last.headers.get("location")).toBe(`${list}${query}`);
  const alone = await send(`${list}/${added[0]?.id}/view`, { verdict: "accepted" });
  expect(alone.headers.get("location")).toBe(`${list}?status=pending`);
});

test("a coordinator reads that administrators decide on their own papers, and has no form for them", async () => {
  const { db, clock } = site.backend.services;
  const values = { name: "Foix", slug: "foix-papers", status: "published", createdAt: clock(), updatedAt: clock() } as const;
  const [team] = await db.insert(sectors).values(values).returning();
  const sectorId = team?.id ?? "";
  const coordinator = await signIn(site.backend, {
    role: "VOLUNTEER",
    sectorId,
    inSectors: [{ permission: "ACCOUNTS_MANAGE", sectorId }],
  });
  const file = { kind: "LICENCE", visibility: "owner", verification: "pending", mime: "image/png", bytes: 2_000, sha256: "" } as const;
  const [document] = await db
    .insert(documents)
    .values({ ...file, ownerId: coordinator.id, storageKey: `papers/${coordinator.id}` })
    .returning();
  const page = await shown(await site.visit(`/dashboard/admin/documents/${document?.id}/view`, { cookie: coordinator.cookie }));
  expect([page.includes("reviennent à l’administration"), page.includes('name="verdict"')]).toEqual([true, false]);
});
