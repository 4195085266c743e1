import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { articles } from "#backend/modules/articles/tables";
import { messages } from "#backend/modules/contact/tables";
import { documents } from "#backend/modules/documents/tables";
import { events } from "#backend/modules/events/tables";
import { queueMail } from "#backend/modules/mails/outbox";
import { monthlyRecords } from "#backend/modules/monthly-records/tables";
import { driverProfiles } from "#backend/modules/people/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { addGift } from "#tests/support/gifts";
import { addPerson, signIn } from "#tests/support/people";
import { addDate } from "#tests/support/registered";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let admin: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  site = await startSite();
  const { db, clock } = site.backend.services;
  admin = await signIn(site.backend, { role: "ADMIN" });
  const old = new Date(clock().getTime() - 23 * 86_400_000);
  await addPerson(site.backend, { role: "VOLUNTEER", accountState: "to_validate", stateChangedAt: old });
  await addPerson(site.backend, { role: "VOLUNTEER", accountState: "to_validate", stateChangedAt: clock() });
  const words = { topic: "other", name: "Lou", email: "lou@example.org", body: "Bonjour", locale: "fr", dedupeKey: "one" } as const;
  await db.insert(messages).values({ ...words, createdAt: old, waitingSince: old });
  const text = { title: { fr: "À relire" }, lead: { fr: "" }, body: { fr: "Texte." }, authorId: admin.id, updatedBy: admin.id };
  await db.insert(articles).values({ ...text, status: "in_review" });
  const [team] = await db.insert(sectors).values({ name: "Lyon", slug: "lyon" }).returning();
  const record = { sectorId: team?.id ?? "", volunteerMinutes: 0, foodGrams: 0 };
  await db.insert(monthlyRecords).values([
    { ...record, month: "2026-08-01", kits: 120 },
    { ...record, month: "2026-09-01", kits: 431 },
  ]);
});
afterAll(() => site.backend.close());

const read = async (path: string, cookie = admin.cookie) =>
  (await (await site.visit(path, { cookie })).text()).replace(/<script\b.*?<\/script>/gs, "").replace(/\s|&nbsp;/gu, " ");
const menu = (html: string) => /<nav[^>]*class="office-nav".*?<\/nav>/s.exec(html)?.[0] ?? "";

test("waiting people come first, then each queue with its length, its age and a link to its filtered list", async () => {
  const page = await read("/dashboard");
  for (const words of [
    "2 comptes attendent, le premier depuis 23 jours",
    "en retard",
    "Décider le plus ancien",
    "431",
    "Voir les chiffres",
  ])
    expect(page).toContain(words);
  expect(page).toMatch(
    /href="\/dashboard\/admin\/messages\?status=new"[^>]*>[^/]*Messages.*?href="\/dashboard\/admin\/messages\?due=late".*?23 jours, 1 en retard/s,
  );
  expect(page).toMatch(/href="\/dashboard\/admin\/news\?status=in_review"/);
  const english = await read("/en/dashboard");
  expect(english).toContain("2 accounts are waiting, the first for 23 days");
});

test("what a student has not read comes first, with what to do; once it is read, nothing is urgent", async () => {
  const student = await signIn(site.backend, { role: "BENEFICIARY" });
  await queueMail(site.backend.services, student.id, "team_message", {}, "unread");
  const page = /<main.*<\/main>/s.exec(await read("/dashboard", student.cookie))?.[0] ?? "";
  expect(page).toMatch(/1 message à lire\..*1 message non lu.*L’équipe vous a écrit.*Lire et répondre.*Besoin d’aide/s);
  await site.visit("/account/inbox", { cookie: student.cookie, form: { intent: "readAll" } });
  expect(await read("/dashboard", student.cookie)).toContain("Rien d’urgent pour vous.");
});

test("the menu has some ten entries, with the length of their queues, and announces overdue ones to screen readers", async () => {
  const side = menu(await read("/dashboard"));
  expect(side.match(/<li>/g)?.length).toBe(12);
  expect(side).toMatch(/À valider.*?2 en attente, délai promis dépassé.*?Échanges/s);
  expect(side).toMatch(/Articles.*?1 en attente/s);
  const volunteer = await signIn(site.backend, { role: "VOLUNTEER" });
  const theirs = await read("/dashboard", volunteer.cookie);
  expect([menu(theirs).includes("en attente"), theirs.includes("comptes attendent"), theirs.includes("À relire")]).toEqual([
    false,
    false,
    false,
  ]);
  const editor = await signIn(site.backend, { role: "VOLUNTEER", permissions: ["NEWS_PUBLISH"] });
  expect(await read("/dashboard", editor.cookie)).toContain("Un article à relire");
});

test("a volunteer who publishes opens everything that the dashboard counts, without the list of all articles", async () => {
  const { db, clock } = site.backend.services;
  const text = { lead: { fr: "" }, body: { fr: "Texte." }, authorId: admin.id, updatedBy: admin.id };
  const tomorrow = new Date(clock().getTime() + 86_400_000);
  const [next] = await db
    .insert(articles)
    .values({ ...text, title: { fr: "Demain" }, status: "scheduled", publishedAt: tomorrow })
    .returning();
  await db.insert(articles).values({ ...text, title: { fr: "À relire aussi" }, status: "in_review" });
  const editor = await signIn(site.backend, { role: "VOLUNTEER", permissions: ["NEWS_PUBLISH"] });
  const page = await read("/dashboard", editor.cookie);
  const panel = /<div id="articles">.*?<\/dl>/s.exec(page)?.[0] ?? "";
  for (const words of ["Articles à relire", "À relire aussi", "Article programmé", `/dashboard/admin/news/${next?.id}/view`])
    expect(panel).toContain(words);
  const links = new Set([...page.matchAll(/href="(\/dashboard\/admin\/[^"]+)"/g)].map(([, to]) => to?.replaceAll("&amp;", "&") ?? ""));
  const answers = await Promise.all([...links].map(async (to) => [to, (await site.visit(to, { cookie: editor.cookie })).status]));
  expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
  expect(menu(page)).not.toContain("en attente");
  await db.delete(articles).where(inArray(articles.id, [...(next ? [next.id] : [])]));
});

test("an entry opens what waits in its list as long as something does, and a form for a new record belongs to its list", async () => {
  const side = menu(await read("/dashboard/admin/news/create"));
  expect(side).toMatch(/href="\/dashboard\/admin\/messages\?status=new"/);
  expect(side).toMatch(/<a(?=[^>]*aria-current="page")[^>]*href="\/dashboard\/admin\/news\?status=in_review"/);
  const tabs = /<nav class="tab-row".*?<\/nav>/s.exec(await read("/dashboard/admin/messages"))?.[0];
  expect(tabs).toMatch(/href="\/dashboard\/admin\/jobs\/applications"/);
});

test("lists of one entry are tabs above it, and a tool belongs to the entry of all tools", async () => {
  const queue = await read("/dashboard/admin/documents");
  expect(queue).toMatch(
    /<nav class="tab-row"[^>]*>.*?pending-approval.*?aria-current="page"[^>]*href="\/dashboard\/admin\/documents"|<nav class="tab-row"[^>]*>.*?pending-approval.*?href="\/dashboard\/admin\/documents"[^>]*aria-current="page"/s,
  );
  const texts = menu(await read("/dashboard/admin/documents/texts"));
  expect(texts).toMatch(/(aria-current="page"[^>]*href="\/dashboard\/tools"|href="\/dashboard\/tools"[^>]*aria-current="page")/);
});

test("a driving document leads to the driver, who counts among those to approve, in the menu and on the dashboard", async () => {
  const { db, clock } = site.backend.services;
  const driver = await addPerson(site.backend, { role: "VOLUNTEER" });
  const days = { licenceExpiry: "2090-01-01", insuranceExpiry: "2090-01-01", inspectionExpiry: "2090-01-01" };
  await db.insert(driverProfiles).values({ ...days, userId: driver.id, vehicle: "car" });
  const file = { mime: "application/pdf", bytes: 4, sha256: "", createdAt: clock(), storageKey: "papers/driver", fileName: "permis.pdf" };
  const [document] = await db
    .insert(documents)
    .values({ ...file, ownerId: driver.id, visibility: "owner", kind: "LICENCE", verification: "accepted" })
    .returning();
  expect(await read(`/dashboard/admin/documents/${document?.id}/view`)).toMatch(
    new RegExp(`ne suffit pas pour que la personne conduise.*href="/dashboard/admin/users/${driver.id}/view"`, "s"),
  );
  const ready = '/dashboard/admin/users/drivers?driver=ready"';
  // The counts of a person are read at most every few seconds.
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  expect(await read("/dashboard", cookie)).toMatch(/users\/drivers\?driver=ready"[^>]*>.*?Conduite.*?>1</s);
  expect(await read("/dashboard/admin/users/volunteers", cookie)).toContain(ready);
  expect(await read("/dashboard/admin/users/drivers?driver=ready")).toContain(`/dashboard/admin/users/${driver.id}/view`);
  expect(await read("/dashboard/admin/events?pending=yes")).toContain("Sans réponse");
  expect(await read("/dashboard/admin/volunteer-hours?status=submitted&decidable=yes")).toContain("Par vous");
});

test("all tools are searched without script, with people, by the rights of the reader", async () => {
  await addPerson(site.backend, { role: "VOLUNTEER", firstName: "Aminata", lastName: "Diallo" });
  const marked = async (path: string, cookie?: string) => /<main.*<\/main>/s.exec(await read(path, cookie))?.[0] ?? "";
  const main = async (path: string, cookie?: string) => (await marked(path, cookie)).replace(/<\/?mark[^>]*>/g, "");
  const all = await main("/dashboard/tools");
  for (const words of ["Journal d’audit", "Témoignages reçus", "Pays"]) expect(all).toContain(words);
  const one = await main("/dashboard/tools?q=TEMOIGN");
  expect([one.includes("Témoignages reçus"), one.includes("Journal d’audit")]).toEqual([true, false]);
  const found = await main("/dashboard/tools?q=diallo");
  for (const words of ["Aminata Diallo", ">Chercher</h1>", "Un résultat pour « diallo »"]) expect(found).toContain(words);
  expect(await main("/en/dashboard/tools?q=zzzz")).toContain("Nothing matches");
  expect(await marked("/dashboard/tools?q=dial")).toMatch(/Aminata <mark[^>]*>Dial<\/mark>lo/);
  expect(await marked("/dashboard/tools?q=TEMOIGN")).toMatch(/<mark[^>]*>Témoign<\/mark>ages reçus/);
  const volunteer = await signIn(site.backend, { role: "VOLUNTEER" });
  const theirs = await main("/dashboard/tools?q=diallo", volunteer.cookie);
  expect([theirs.includes("Aminata"), theirs.includes("audit")]).toEqual([false, false]);
  expect((await site.visit("/dashboard/tools", { cookie: (await signIn(site.backend, { role: "BENEFICIARY" })).cookie })).status).toBe(302);
});

test("the search finds lists of the menu, dates, articles and gifts, by the rights of the reader, for coordinators too", async () => {
  const { db, clock } = site.backend.services;
  const main = async (q: string, cookie?: string) =>
    (/<main.*<\/main>/s.exec(await read(`/dashboard/tools?q=${encodeURIComponent(q)}`, cookie))?.[0] ?? "").replace(/<\/?mark[^>]*>/g, "");
  const coordinator = await signIn(site.backend, { role: "VOLUNTEER" });
  const menuFinds = await main("reçus");
  expect(menuFinds).toMatch(/Dans le menu.*href="\/dashboard\/admin\/fiscal-receipts"[^>]*>Reçus/s);
  expect(await main("reçus", coordinator.cookie)).not.toContain("fiscal-receipts");
  expect(await main("heures", coordinator.cookie)).toMatch(/Dans le menu.*href="\/dashboard\/volunteer-hours"/s);
  expect(await read("/dashboard", coordinator.cookie)).toContain('class="office-search"');

  const event = await addDate(site.backend, { title: "Distribution des Terreaux", startsAt: clock() });
  expect(await main("terreaux")).toMatch(new RegExp(`href="/dashboard/admin/events/${event.id}"[^>]*>Distribution des Terreaux`));
  expect(await main("terreaux", coordinator.cookie)).toMatch(
    new RegExp(`href="/dashboard/events/${event.id}"[^>]*>Distribution des Terreaux`),
  );
  await db.update(events).set({ status: "draft" }).where(eq(events.id, event.id));
  expect(await main("terreaux")).toContain("Distribution des Terreaux");
  expect(await main("terreaux", coordinator.cookie)).not.toContain("Distribution des Terreaux");

  expect(await main("relire")).toMatch(/href="\/dashboard\/admin\/news\/[\w-]+\/view"[^>]*>À relire/);
  expect(await main("relire", coordinator.cookie)).not.toContain("À relire");

  const gift = await addGift(site.backend, { email: "lou@example.org", name: "Lou Rey", status: "received" });
  const found = await main(gift.reference);
  expect(found).toContain(`href="/dashboard/admin/donations/pledges/${gift.id}"`);
  expect(found).toMatch(/Paiement de 50/);
  expect(await main(gift.reference, coordinator.cookie)).not.toContain("Paiement de");
  expect(await main("Lou Rey")).not.toContain(gift.reference);
});
