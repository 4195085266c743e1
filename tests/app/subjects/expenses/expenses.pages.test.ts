import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expenseClaims, mileageRates } from "#backend/modules/expense-claims/tables";
import { backendForTest, startBackend, testClock } from "#tests/support/backend";
import { addAcceptedClaim, addCarRate, addVolunteer, aJourney, aProof } from "#tests/support/expenses";
import { signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { receiptsOf } from "#tests/support/receipts";
import { type Site, startSite } from "#tests/support/site";

const own = "/dashboard/expenses";
const list = "/dashboard/admin/expense-claims";
const time = testClock();
let site: Site;
let admin: Awaited<ReturnType<typeof signIn>>;
let volunteer: Awaited<ReturnType<typeof signIn>>;

beforeAll(async () => {
  site = await startSite({}, await startBackend({ clock: time.clock }));
  admin = await signIn(site.backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"] });
  await addReceiptFacts(site.backend);
  volunteer = await addVolunteer(site.backend, { firstName: "Vera", lastName: "Motte" });
});
afterAll(() => site.backend.close());

const mainOf = async (path: string, cookie: string) =>
  (/<main.*?<\/main>/s.exec(await (await site.visit(path, { cookie })).text())?.[0] ?? "").replaceAll(/[\u00a0\u202f]/g, " ");
const send = (path: string, cookie: string, form: Record<string, string>) => {
  time.pass(1);
  return site.visit(path, { cookie, form });
};
const claims = () => site.backend.services.db.select().from(expenseClaims).orderBy(expenseClaims.createdAt);

test("without a tax regime a sentence takes the place of the form", async () => {
  const bare = await startSite({}, await backendForTest());
  const { cookie } = await addVolunteer(bare.backend);
  for (const path of [own, `${own}/create`]) {
    const [main = ""] = /<main.*?<\/main>/s.exec(await (await bare.visit(path, { cookie })).text()) ?? [];
    const shown = [main.includes("n’émet pas de reçu fiscal"), main.includes("<form"), main.includes(`${own}/create"`)];
    expect(shown).toEqual([true, false, false]);
  }
});

test("without a scale only purchases are offered; an administrator records a rate, and a volunteer sends a journey once", async () => {
  const form = await mainOf(`${own}/create`, volunteer.cookie);
  expect([form.includes("seules les dépenses peuvent être déclarées"), form.includes('value="journey"')]).toEqual([true, false]);
  expect(form).toMatch(/name="spentOn"[^>]*min="2025-01-01"|min="2025-01-01"[^>]*name="spentOn"/);
  expect(await mainOf(list, admin.cookie)).toContain("Aucun taux du barème ne vaut aujourd’hui");
  const rate = { vehicle: "car_3", milliEuros: "0,529", yearlyKilometres: "5000", validFrom: "2020-01-01", basis: "Arrêté" };
  const wrong = await send(`${list}/rates`, admin.cookie, { ...rate, milliEuros: "beaucoup" });
  expect([wrong.status, (await wrong.text()).includes("par exemple 0,529")]).toEqual([400, true]);
  expect((await send(`${list}/rates`, admin.cookie, rate)).status).toBe(303);
  expect(await mainOf(`${list}/rates`, admin.cookie)).toMatch(/0,529 € le km, jusqu’à 5 000 km par an/);
  expect(await mainOf(list, admin.cookie)).not.toContain("Aucun taux du barème");
  expect(await mainOf(`${own}/create`, volunteer.cookie)).toContain("Voiture, 3 CV et moins (0,529 € le km)");
  const journey = { ...aJourney, kilometres: "40", submission: crypto.randomUUID() };
  const unsigned = await send(`${own}/create`, volunteer.cookie, { ...journey, waiver: "" });
  expect([unsigned.status, (await unsigned.text()).includes("Cochez la phrase")]).toEqual([400, true]);
  const sent = [await send(`${own}/create`, volunteer.cookie, journey), await send(`${own}/create`, volunteer.cookie, journey)];
  expect(sent.map(({ status }) => status)).toEqual([303, 303]);
  expect(await claims()).toHaveLength(1);
  expect(await mainOf(own, volunteer.cookie)).toMatch(
    /Collecte à Vaise.*2 mars 2026, Voiture, 3 CV et moins, 40 km à 0,529 € le km.*21,16 €/s,
  );
});

test("somebody else accepts it, the receipt is on the volunteer's page, and then the claim is locked", async () => {
  const [claim] = await claims();
  const id = claim?.id ?? "";
  expect(await mainOf(`${list}?status=sent`, admin.cookie)).toMatch(/Vera Motte.*21,16 €/s);
  const record = await mainOf(`${list}/${id}`, admin.cookie);
  expect(record).toMatch(/Je certifie renoncer au remboursement.*Accepter.*Refuser/s);
  expect(record).toContain(`/dashboard/admin/users/${volunteer.id}/view`);
  const empty = await send(`${list}/${id}`, admin.cookie, { decision: "decline", version: "1", reason: "" });
  expect([empty.status, (await empty.text()).includes("la personne lira cette phrase")]).toEqual([400, true]);
  expect((await send(`${list}/${id}`, admin.cookie, { decision: "accept", version: "1" })).headers.get("location")).toBe(list);
  expect((await send(`${list}/${id}`, admin.cookie, { decision: "accept", version: "1" })).headers.get("location")).toBe(`${list}/${id}`);
  expect(await mainOf(own, volunteer.cookie)).toMatch(/Acceptés.*Aucun reçu pour l’instant/s);
  const toIssue = "/dashboard/admin/fiscal-receipts/to-issue?year=2026";
  expect(await mainOf(toIssue, admin.cookie)).toMatch(/Vera Motte.*Frais abandonnés \(EXP\).*1 note de frais/s);
  const issued = await send(toIssue, admin.cookie, { sourceId: id });
  const receipt = issued.headers.get("location") ?? "";
  expect(await mainOf(receipt, admin.cookie)).toMatch(/EXP-\d{4}-000001.*Aucun : frais abandonnés.*Frais certifiés.*expense-claims/s);
  expect(await mainOf(`${list}/${id}`, admin.cookie)).toMatch(/EXP-\d{4}-000001.*ils ne changent plus/s);
  expect(await mainOf("/dashboard/admin/donations/journal?year=2026", admin.cookie)).toMatch(
    /1 note de frais acceptée, 21,16 €.*compte 625000.*compte 754120/s,
  );
  const theirs = await mainOf(own, volunteer.cookie);
  const [, file = ""] = /href="([^"]*receipt\.pdf)"/.exec(theirs) ?? [];
  expect((await site.visit(file, { cookie: volunteer.cookie })).headers.get("content-type")).toBe("application/pdf");
  const stranger = await signIn(site.backend, { role: "VOLUNTEER" });
  expect((await site.visit(file, { cookie: stranger.cookie })).status).toBe(404);
  expect((await receiptsOf(site.backend, () => admin.cookie).get(receipt.split("/").at(-1) ?? "")).expenses).toHaveLength(1);
});

test("a volunteer withdraws a claim that waits, and not one that was decided meanwhile", async () => {
  await addCarRate(site.backend, { vehicle: "bike" });
  for (const reason of ["Un", "Deux"]) {
    const sent = await send(`${own}/create`, volunteer.cookie, { ...aJourney, vehicle: "bike", kilometres: "5", reason });
    expect(sent.status).toBe(303);
  }
  const [, one, two] = await claims();
  await send(`${list}/${two?.id}`, admin.cookie, { decision: "decline", version: "1", reason: "Déjà payé" });
  await send(own, volunteer.cookie, { withdraw: one?.id ?? "", version: "1" });
  await send(own, volunteer.cookie, { withdraw: two?.id ?? "", version: "1" });
  expect((await claims()).map(({ status }) => status)).toEqual(["accepted", "withdrawn", "declined"]);
  expect(await mainOf(own, volunteer.cookie)).toContain("Raison du refus : Déjà payé");
});

test("one's own claims are decided by somebody else; volunteers do not read those of others", async () => {
  await send(`${own}/create`, admin.cookie, { ...aJourney, kilometres: "3", reason: "La mienne" });
  const mine = (await claims()).at(-1)?.id;
  const record = await mainOf(`${list}/${mine}`, admin.cookie);
  expect([record.includes("une autre personne décidera"), record.includes("<form")]).toEqual([true, false]);
  await send(`${list}/${mine}`, admin.cookie, { decision: "accept", version: "1" });
  const declined = await send(`${list}/${mine}`, admin.cookie, { decision: "decline", version: "1", reason: "Non" });
  expect([declined.status, declined.headers.get("location")]).toEqual([303, `${list}/${mine}`]);
  expect((await claims()).at(-1)?.status).toBe("sent");
  expect((await site.visit(list, { cookie: volunteer.cookie })).status).toBe(302);
  const file = await (await site.visit(`${list}/export.csv`, { cookie: admin.cookie })).text();
  expect([file.includes("Vera Motte"), file.includes("21.16") || file.includes("21,16")]).toEqual([true, true]);
});

test("a purchase is sent with its proof", async () => {
  const form = new FormData();
  const given = { spentOn: "2026-03-02", kind: "cost", reason: "Péage", amount: "18,50", waiver: "on" };
  for (const [name, value] of Object.entries(given)) form.set(name, value);
  form.set("proof", aProof());
  time.pass(1);
  const sent = await site.visit(`${own}/create`, {
    cookie: volunteer.cookie,
    method: "POST",
    body: form,
    headers: { origin: site.backend.services.settings.publicUrl },
  });
  expect(sent.status).toBe(303);
  const [last] = (await claims()).slice(-1);
  expect(last?.amountCents).toBe(1_850);
  expect(await mainOf(`${list}/${last?.id}`, admin.cookie)).toContain(`/dashboard/admin/files/${last?.documentId}`);
});

test("a mistyped rate is removed, once; vehicles are offered with the days of their rates", async () => {
  await addCarRate(site.backend, { vehicle: "moped", milliEuros: 310, validFrom: "2025-01-01", validTo: "2025-12-31" });
  await addCarRate(site.backend, { vehicle: "moped", milliEuros: 315, validFrom: "2026-01-01" });
  await addCarRate(site.backend, { vehicle: "car_7", milliEuros: 6970 });
  const form = await mainOf(`${own}/create`, volunteer.cookie);
  expect(form).toContain("Cyclomoteur (0,31 € le km jusqu’au 31 décembre 2025, 0,315 € le km à partir du 1er janvier 2026)");
  const [rate] = await site.backend.services.db.select().from(mileageRates).where(eq(mileageRates.vehicle, "car_7"));
  const remove = { remove: rate?.id ?? "", version: "1" };
  expect((await send(`${list}/rates`, admin.cookie, { ...remove, version: "2" })).status).toBe(303);
  expect(await mainOf(`${list}/rates`, admin.cookie)).toContain("6,97 €");
  expect((await send(`${list}/rates`, admin.cookie, remove)).status).toBe(303);
  expect(await mainOf(`${list}/rates`, admin.cookie)).not.toContain("6,97 €");
});

test("of a purchase whose proof was erased, the record names that", async () => {
  const erasedAt = new Date("2026-11-20T10:00:00Z");
  const cost = { kind: "cost", vehicle: null, kilometres: null, milliEuros: null, amountCents: 900, reason: "", erasedAt } as const;
  const id = await addAcceptedClaim(site.backend, volunteer.id, admin.id, cost);
  expect(await mainOf(`${list}/${id}`, admin.cookie)).toContain("les justificatifs sont conservés six ans");
});

test("a draft is saved without the rules of a claim, continued with what was typed, and removed", async () => {
  expect((await send(`${own}/create`, volunteer.cookie, { intent: "draft", reason: "Trajet à finir", spentOn: "" })).status).toBe(303);
  const page = await mainOf(own, volunteer.cookie);
  const [, id = ""] = /create\?draft=([0-9a-f-]+)/.exec(page) ?? [];
  expect(page).toMatch(/Mes brouillons.*Trajet à finir/s);
  const form = await mainOf(`${own}/create?draft=${id}`, volunteer.cookie);
  expect(form).toMatch(/name="reason"[^>]*value="Trajet à finir"|value="Trajet à finir"[^>]*name="reason"/);
  expect(form).toMatch(new RegExp(`name="draftId"[^>]*value="${id}"|value="${id}"[^>]*name="draftId"`));
  const again = { intent: "draft", draftId: id, reason: "Trajet fini", kilometres: "4", version: "1" };
  expect((await send(`${own}/create?draft=${id}`, volunteer.cookie, again)).status).toBe(303);
  expect(await mainOf(`${own}/create?draft=${id}`, admin.cookie)).not.toContain("Trajet fini");
  expect((await send(own, volunteer.cookie, { removeDraft: id, version: "2" })).status).toBe(303);
  expect(await mainOf(own, volunteer.cookie)).not.toContain("Mes brouillons");
});

test.each(["draft", "send"])("a draft that was deleted in another tab gives its form back, to be sent without it (%s)", async (intent) => {
  await send(`${own}/create`, volunteer.cookie, { intent: "draft", reason: "À finir" });
  const [, id = ""] = /create\?draft=([0-9a-f-]+)/.exec(await mainOf(own, volunteer.cookie)) ?? [];
  await send(own, volunteer.cookie, { removeDraft: id, version: "1" });
  const form = { ...aJourney, intent, draftId: id, version: "1", reason: "Deux onglets", kilometres: "12" };
  const answer = await send(`${own}/create?draft=${id}`, volunteer.cookie, form);
  const html = await answer.text();
  expect([answer.status, html.includes("déjà été envoyé ou supprimé"), html.includes('name="draftId"')]).toEqual([409, true, false]);
  expect(html).toMatch(/name="reason"[^>]*value="Deux onglets"|value="Deux onglets"[^>]*name="reason"/);
});

test("the raise for electric vehicles is in a rate, offered with it, and said of the claim", async () => {
  const rate = { vehicle: "car_6", milliEuros: "0,665", raisePercent: "20", validFrom: "2020-01-01" };
  expect((await send(`${list}/rates`, admin.cookie, rate)).status).toBe(303);
  expect(await mainOf(`${list}/rates`, admin.cookie)).toContain("0,665 € le km, majoré de 20 % pour un véhicule électrique");
  expect(await mainOf(`${own}/create`, volunteer.cookie)).toContain("100 % électrique");
  const sent = await send(`${own}/create`, volunteer.cookie, { ...aJourney, vehicle: "car_6", kilometres: "10", electric: "on" });
  expect(sent.status).toBe(303);
  expect((await claims()).find(({ vehicle }) => vehicle === "car_6")?.amountCents).toBe(798);
  expect(await mainOf(own, volunteer.cookie)).toContain("majorés de 20 % (véhicule électrique)");
});

test("several claims are previewed, then accepted, without one's own", async () => {
  const open = (await claims()).filter(({ status }) => status === "sent");
  const query = new URLSearchParams([["action", "accept"], ...open.map(({ id }) => ["ids", id])] as [string, string][]);
  const preview = await mainOf(`${list}/bulk?${query}`, admin.cookie);
  expect(preview).toMatch(/Accepter \d+ notes? de frais \?.*En tout.*ce sont vos frais/s);
  expect((await send(`${list}/bulk?${query}`, admin.cookie, {})).headers.get("location")).toBe(list);
  const left = (await claims()).filter(({ status }) => status === "sent");
  expect(left.length).toBeGreaterThan(0);
  expect(left.every(({ userId }) => userId === admin.id)).toBe(true);
});
