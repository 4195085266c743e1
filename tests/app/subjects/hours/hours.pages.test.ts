import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { hourRates, volunteerCertificates, volunteerHours } from "#backend/modules/hours/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { dayAfter, franceDay } from "#contract/formats/france-time";
import { readPdf } from "#tests/support/pdf-text";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let admin: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  site = await startSite();
  admin = await signIn(site.backend, { role: "ADMIN", firstName: "Samira" });
});
afterAll(() => site.backend.close());

const spaces = (text: string) => text.replace(/[\s\u00a0\u202f]+/g, " ");
const read = (html: string) => spaces(html.replace(/<script[^>]*>.*?<\/script>/gs, "").replaceAll("<!-- -->", ""));
const page = async (path: string, cookie?: string) => read(await (await site.visit(path, { cookie })).text());
const today = franceDay(new Date());
const own = "/dashboard/volunteer-hours";
const list = "/dashboard/admin/volunteer-hours";

async function addHours(userId: string, more: Partial<typeof volunteerHours.$inferInsert> = {}) {
  const about = { date: today, minutes: 90, activity: "delivery", level: "field", source: "self", status: "submitted" } as const;
  const [row] = await site.backend.services.db
    .insert(volunteerHours)
    .values({ ...about, userId, ...more })
    .returning();
  return row?.id ?? "";
}
const rowsOf = (userId: string) => site.backend.services.db.select().from(volunteerHours).where(eq(volunteerHours.userId, userId));
const done = () => ({ status: "validated", validatorId: admin.id, validatedAt: new Date() }) as const;

test("without script a volunteer adds hours, in both languages, and reads what is wrong", async () => {
  const { cookie, id } = await signIn(site.backend, { role: "VOLUNTEER" });
  const form = { date: today, minutes: "1 h 30", activity: "delivery", description: "Tournée Wazemmes" };
  const sent = await site.visit(`${own}/create`, { cookie, form });
  expect([sent.status, sent.headers.get("location")]).toEqual([303, own]);
  expect(await rowsOf(id)).toMatchObject([{ minutes: 90, status: "submitted", description: "Tournée Wazemmes" }]);
  for (const [path, words] of [
    [own, "1 h 30"],
    [`/en${own}`, "Sent, waiting"],
  ] as const)
    expect(await page(path, cookie)).toContain(words);
  const wrong = await site.visit(`${own}/create`, { cookie, form: { ...form, minutes: "beaucoup", date: dayAfter(today) } });
  expect([wrong.status, read(await wrong.text()).includes("Indiquez une durée entre 5 minutes et 16 heures")]).toEqual([400, true]);
  const early = await site.visit(`/en${own}/create`, { cookie, form: { ...form, date: dayAfter(today) } });
  expect([early.status, read(await early.text()).includes("That day has not come yet")]).toEqual([422, true]);
});

test("the week is a form of fields, sent whole, with its messages by day", async () => {
  const { cookie, id } = await signIn(site.backend, { role: "VOLUNTEER" });
  const html = await page(own, cookie);
  const [, monday = ""] = /name="week" value="([\d-]+)"/.exec(html) ?? [];
  const wrong = await site.visit(`${own}?week=${monday}`, { cookie, form: { week: monday, [`${monday}.delivery`]: "40" } });
  expect([wrong.status, read(await wrong.text()).includes('value="40"')]).toEqual([400, true]);
  const sent = await site.visit(own, { cookie, form: { week: monday, [`${monday}.delivery`]: "1,5", [`${monday}.other`]: "45 min" } });
  expect(sent.status).toBe(303);
  expect((await rowsOf(id)).map(({ minutes }) => minutes).sort()).toEqual([45, 90]);
  expect((await site.visit(own, { cookie, form: { week: monday } })).status).toBe(400);
});

test("proposals are confirmed with one press, and rejected hours show why and are sent again", async () => {
  const { cookie, id } = await signIn(site.backend, { role: "VOLUNTEER" });
  const proposed = await addHours(id, { status: "proposed", source: "event" });
  const rejected = await addHours(id, { status: "rejected", validatorId: admin.id, rejectReason: "Quel jour ?", rejectedAt: new Date() });
  const html = await page(own, cookie);
  for (const words of ["1 mission à confirmer", "Oui, 1 h 30", "Samira écrit :", "Quel jour ?", "À corriger avant la clôture de l’année"])
    expect(html).toContain(words);
  expect((await site.visit(own, { cookie, form: { confirm: proposed, version: "1" } })).status).toBe(303);
  const form = { date: today, minutes: "2", activity: "other", version: "1" };
  expect((await site.visit(`${own}/${rejected}`, { cookie, form })).status).toBe(303);
  expect((await rowsOf(id)).map(({ status }) => status)).toEqual(["submitted", "submitted"]);
  const stale = await site.visit(`${own}/${rejected}`, { cookie, form });
  expect([stale.status, read(await stale.text()).includes("ont changé entre-temps")]).toEqual([409, true]);
});

test("the leader of a sector sees and decides on its hours, without script, and on no others", async () => {
  const { db } = site.backend.services;
  const [team] = await db.insert(sectors).values({ name: "Lille", slug: "lille", status: "published" }).returning();
  const leader = await signIn(site.backend, { role: "VOLUNTEER" });
  await db.insert(sectorManagers).values({ sectorId: team?.id ?? "", userId: leader.id });
  const [one, two] = [
    await signIn(site.backend, { role: "VOLUNTEER", lastName: "Moreau" }),
    await signIn(site.backend, { role: "VOLUNTEER", lastName: "Ailleurs" }),
  ];
  const ids = [await addHours(one.id, { sectorId: team?.id }), await addHours(one.id, { sectorId: team?.id })];
  const other = await addHours(two.id);
  const html = await page(list, leader.cookie);
  expect([html.includes("Moreau"), html.includes("Ailleurs")]).toEqual([true, false]);
  expect(await page("/dashboard", leader.cookie)).toContain(`href="${list}?status=submitted&amp;decidable=yes"`);
  expect((await site.visit(`${list}/${other}`, { cookie: leader.cookie })).status).toBe(404);
  const chosen = `${list}/bulk?action=validate&${ids.map((id) => `ids=${id}`).join("&")}&ids=${other}`;
  expect(await page(chosen, leader.cookie)).toContain("Valider 2 saisies ?");
  expect((await site.visit(chosen, { cookie: leader.cookie, form: {} })).status).toBe(303);
  expect((await rowsOf(one.id)).map(({ status }) => status)).toEqual(["validated", "validated"]);
  expect((await rowsOf(two.id)).map(({ status }) => status)).toEqual(["submitted"]);
  const third = await addHours(one.id, { sectorId: team?.id });
  const refused = await site.visit(`${list}/${third}`, { cookie: leader.cookie, form: { decision: "reject", reason: "" } });
  expect([refused.status, read(await refused.text()).includes("Dites pourquoi")]).toEqual([400, true]);
  const rejected = await site.visit(`/en${list}/${third}`, { cookie: leader.cookie, form: { decision: "reject", reason: "Quel jour ?" } });
  expect(rejected.status).toBe(303);
  for (const path of [`${list}/rates`, `${list}/valuation`, `${list}/import`, `${list}/export.csv`, `${list}/certificates`])
    expect((await site.visit(path, { cookie: leader.cookie })).headers.get("location")).toBe("/");
});

test("a volunteer who leads no sector is told so", async () => {
  const { cookie } = await signIn(site.backend, { role: "VOLUNTEER" });
  expect(await page(list, cookie)).toContain("Vous ne dirigez pas d’équipe");
  expect(await page("/dashboard", cookie)).not.toContain(`href="${list}?status=submitted&amp;decidable=yes"`);
});

test("rates, the value of a year by account, its file, and its closing", async () => {
  const { cookie } = admin;
  const { id, cookie: theirs } = await signIn(site.backend, { role: "VOLUNTEER" });
  const rate = { level: "field", cents: "12,02", validFrom: "2020-01-01" };
  expect((await site.visit(`${list}/rates`, { cookie, form: rate })).status).toBe(303);
  const twice = await site.visit(`${list}/rates`, { cookie, form: rate });
  expect([twice.status, read(await twice.text()).includes("vaut déjà ces jours-là")]).toEqual([422, true]);
  const [row] = await site.backend.services.db.select().from(hourRates);
  expect((await site.visit(`${list}/rates`, { cookie, form: { end: row?.id ?? "", version: "1", validTo: "2030-12-31" } })).status).toBe(
    303,
  );
  const year = Number(today.slice(0, 4)) - 1;
  await addHours(id, { date: `${year}-05-01`, minutes: 120, rateCents: 1202, ...done() });
  const rejectedAt = new Date(Date.now() - 20 * 86_400_000);
  const rejected = await addHours(id, { date: `${year}-05-02`, status: "rejected", rejectReason: "Quel jour ?", rejectedAt });
  const html = await page(`${list}/valuation?year=${year}`, cookie);
  for (const words of [
    "Débit 864, personnel bénévole",
    "Crédit 875, bénévolat",
    "24,04 €",
    "1 saisie refusée n’est pas corrigée : la personne avait jusqu’au",
  ])
    expect(html).toContain(words);
  const file = await site.visit(`${list}/valuation.csv?year=${year}`, { cookie });
  expect([file.headers.get("content-type"), (await file.text()).includes("864")]).toEqual(["text/csv; charset=utf-8", true]);
  expect((await site.visit(`${list}/valuation`, { cookie, form: { year: String(year) } })).status).toBe(303);
  expect(await page(`/en${list}/valuation?year=${year}`, cookie)).toContain("These hours can no longer change");
  expect(await page(own, theirs)).toContain("refus définitif, année close");
  expect((await site.visit(`${own}/${rejected}`, { cookie: theirs })).headers.get("location")).toBe(own);
});

test("the list for the civic commitment account is a file, which is recorded, for those who may export personal data", async () => {
  const { db } = site.backend.services;
  const { id } = await signIn(site.backend, { role: "VOLUNTEER", firstName: "Ines", lastName: "Rey" });
  for (let day = 10; day < 30; day++) await addHours(id, { date: `2021-03-${day}`, minutes: 600, level: "lead", ...done() });
  const exporter = await signIn(site.backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"] });
  const path = `${list}/civic.csv?year=2021`;
  expect(await page(`${list}/valuation?year=2021`, exporter.cookie)).toContain(`href="${path}"`);
  expect(await page(`${list}/valuation?year=2021`, admin.cookie)).not.toContain(path);
  expect((await site.visit(path, { cookie: admin.cookie })).status).toBe(302);
  const file = await site.visit(path, { cookie: exporter.cookie });
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(await file.text()).toMatch(/Ines Rey[;,]200[;,]"?ouvre droit/);
  const recorded = await db.select().from(auditLog).where(eq(auditLog.actorId, exporter.id));
  expect(recorded.map(({ action }) => action)).toContain("list.export");
  expect((await site.visit(`${list}/civic.csv?year=abc`, { cookie: exporter.cookie })).status).toBe(404);
});

test("a certificate is made, downloaded in the reader's language, checked by anyone, and withdrawn", async () => {
  const { db } = site.backend.services;
  const { cookie, id } = await signIn(site.backend, { role: "VOLUNTEER", firstName: "Yanis", lastName: "Moreau" });
  await addHours(id, { minutes: 150, ...done() });
  expect((await site.visit(own, { cookie, form: { certificate: today.slice(0, 4) } })).status).toBe(303);
  const [row] = await db.select().from(volunteerCertificates).where(eq(volunteerCertificates.userId, id));
  const file = `${own}/certificates/${row?.id}/attestation.pdf`;
  expect(await page(own, cookie)).toContain(`href="${file}"`);
  const pdf = await site.visit(`/en${file}`, { cookie });
  const { text } = readPdf(new Uint8Array(await pdf.arrayBuffer()));
  for (const words of ["of volunteering", row?.number ?? "", "Yanis Moreau", "/en/cert"]) expect(text).toContain(words);
  const code = row?.checkCode ?? "";
  for (const prefix of ["", "/en"]) {
    const requested = await site.visit(`${prefix}/certificates?code=${code.toLowerCase()}`);
    expect([requested.status, requested.headers.get("location")]).toEqual([303, `${prefix}/certificates/${code}`]);
  }
  const valid = await site.visit(`/certificates/${code}`);
  expect(valid.headers.get("cache-control")).not.toMatch(/public|s-maxage/);
  const shown = await valid.text();
  expect([read(shown).includes("Yanis Moreau"), /<script[^>]+src=[^>]+entry/.test(shown), shown.includes("noindex")]).toEqual([
    true,
    false,
    true,
  ]);
  const withdraw = { withdraw: row?.id ?? "", reason: "erreur de nom" };
  expect((await site.visit(`${list}/certificates`, { cookie: admin.cookie, form: withdraw })).status).toBe(303);
  const after = await page(`/en/certificates/${code}`);
  expect([after.includes("no longer valid"), after.includes("Moreau")]).toEqual([true, false]);
  expect(await page("/certificates/AAAAAAAAAAAA")).toContain("Nous ne connaissons pas ce code");
});

test("a validation is taken back without script, and the holder of the certificate reads why in their language", async () => {
  const { cookie, id } = await signIn(site.backend, { role: "VOLUNTEER" });
  const hours = await addHours(id, done());
  await site.visit(own, { cookie, form: { certificate: today.slice(0, 4) } });
  const form = { decision: "takeBack", reason: "" };
  expect(await page(`${list}/${hours}`, admin.cookie)).toContain("Annuler la validation");
  const refused = await site.visit(`${list}/${hours}`, { cookie: admin.cookie, form });
  expect([refused.status, read(await refused.text()).includes("Dites pourquoi")]).toEqual([400, true]);
  const taken = await site.visit(`${list}/${hours}`, { cookie: admin.cookie, form: { ...form, reason: "Un autre jour." } });
  expect([taken.status, taken.headers.get("location")]).toEqual([303, `${list}/${hours}`]);
  const html = await page(`/en${own}`, cookie);
  for (const words of ["Un autre jour.", "withdrawn: some hours are no longer validated"]) expect(html).toContain(words);
  expect(await page(`/en${list}/certificates`, admin.cookie)).toContain("withdrawn: some hours are no longer validated");
});

test("codes are tried thirty times an hour from a network, and other visitors read theirs, also while pages are cached", async () => {
  const cached = { trustProxy: true, changes: { follow: ({ live }: { live(now: boolean): void }) => live(true) } };
  const proxied = await startSite(cached, site.backend);
  const read = async (ip: string) => (await proxied.visit("/certificates/AAAABBBBCCCC", { headers: { "x-forwarded-for": ip } })).text();
  const tried = [];
  for (let time = 0; time < 31; time += 1) tried.push(await read("198.51.100.7"));
  const isLater = (html: string) => html.includes("Trop d’essais");
  expect(tried.map(isLater)).toEqual([...Array(30).fill(false), true]);
  expect(isLater(await read("198.51.100.8"))).toBe(false);
});

test("a limit of files is said as one", async () => {
  const { cookie } = await signIn(site.backend, { role: "VOLUNTEER" });
  const statuses = new Set<number>();
  for (let time = 0; time < 61; time += 1) statuses.add((await site.visit("/dashboard/my-tracking/timeline.pdf", { cookie })).status);
  expect([...statuses]).toEqual([200, 429]);
});
