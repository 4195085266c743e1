import { ne } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { messages } from "#backend/modules/contact/tables";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { payments } from "#backend/modules/payments/tables";
import { dataRequests } from "#backend/modules/privacy/tables";
import { merchantProfiles } from "#backend/modules/registration/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { addGift } from "#tests/support/gifts";
import { signIn } from "#tests/support/people";
import { addDate, register } from "#tests/support/registered";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.backend.close());

const day = 86_400_000;
const ago = (days: number) => new Date(site.backend.services.clock().getTime() - days * day);

/** What the page says, without its scripts and with plain spaces. */
async function mainOf(path: string, cookie: string): Promise<string> {
  const html = (await (await site.visit(path, { cookie })).text()).replace(/<script\b.*?<\/script>/gs, "").replace(/\s|&nbsp;/gu, " ");
  return /<main.*<\/main>/s.exec(html)?.[0] ?? "";
}

test("without a waiting account, the queue with the oldest overdue entry fills the band and the lead", async () => {
  const { db, clock } = site.backend.services;
  // The counts of a person are read at most every few seconds.
  const read = async (path = "/dashboard") => mainOf(path, (await signIn(site.backend, { role: "ADMIN" })).cookie);
  expect(await read()).toContain("Le site n’est pas encore prêt à ouvrir");
  const letter = { topic: "other", name: "Lou", email: "lou@example.org", body: "Bonjour", locale: "fr" } as const;
  await db.insert(messages).values({ ...letter, dedupeKey: "now", createdAt: clock(), waitingSince: clock() });
  const waiting = await read();
  expect(waiting).toMatch(
    /1 à traiter\..*<h2>Messages : 1 à traiter<\/h2>.*href="\/dashboard\/admin\/messages\?status=new"[^>]*>Ouvrir la liste/s,
  );
  expect(waiting).not.toMatch(/Rien d’urgent|n’est pas encore prêt/);
  await db.insert(messages).values({ ...letter, dedupeKey: "old", createdAt: ago(12), waitingSince: ago(12) });
  await db.insert(dataRequests).values({ email: "lou@example.org", kind: "access", receivedAt: ago(40), dueAt: ago(10) });
  const late = await read();
  expect(late).toMatch(/Vie privée : 1 en retard\.<.*<h2>Vie privée : 1 en retard<\/h2>.*La plus longue attente : 40 jours/s);
  expect(late).toMatch(/href="\/dashboard\/admin\/messages\?due=late".*?12 jours, 1 en retard/s);
  expect(await read("/en/dashboard")).toMatch(/Privacy: 1 overdue\.</);
});

test("a volunteer reads first what is next: a date to find on the first day, the date they registered for, the hours of the last one", async () => {
  const [team] = await site.backend.services.db.insert(sectors).values({ slug: "lyon", name: "Lyon", phone: "04 78 00 00 00" }).returning();
  const { id, cookie } = await signIn(site.backend, { role: "VOLUNTEER", sectorId: team?.id });
  const first = await mainOf("/dashboard", cookie);
  expect(first).toMatch(/<h2>Trouvez votre prochaine date<\/h2>.*href="\/dashboard\/events"[^>]*>Voir les dates/s);
  expect(first.match(/href="tel:0478000000"/g)).toHaveLength(2);
  const done = await addDate(site.backend, { title: "Tri des colis", startsAt: ago(2) });
  await register(site.backend, done, id, "attended");
  expect(await mainOf("/dashboard", cookie)).toMatch(/<h2>Notez vos heures du .*Tri des colis.*href="\/dashboard\/volunteer-hours"/s);
  const elsewhere = await addDate(site.backend, { title: "Maraude", startsAt: ago(-3) });
  await register(site.backend, elsewhere, id);
  const next = await mainOf("/dashboard", cookie);
  expect(next).toContain("1 sur 9 places");
  expect(next).toMatch(/<h2>Maraude<\/h2>.*, Halles\. Place réservée\..*Noter mes heures/s);
  expect(next).toMatch(new RegExp(`L’agenda.*href="/dashboard/events/${elsewhere.id}"[^>]*>Maraude.*Place réservée`, "s"));
});

test("a student opens the dates, reaches the team, and reads the state of the file, with the chat and help near by", async () => {
  const { db } = site.backend.services;
  const [team] = await db.insert(sectors).values({ slug: "lille", name: "Lille", email: "lille@maillon.example" }).returning();
  const { cookie } = await signIn(site.backend, { role: "BENEFICIARY", sectorId: team?.id });
  const date = await addDate(site.backend, { title: "En hiver", startsAt: ago(-30), sectorId: team?.id });
  const page = await mainOf("/dashboard", cookie);
  expect(page).toMatch(/Mon équipe.*Lille.*href="mailto:lille@maillon.example"/s);
  expect(page).toMatch(
    /Mon dossier.*Valable jusqu’au 31 août.*href="\/account\/chat".*De l’aide près de vous.*href="\/further-support#near-me"/s,
  );
  expect(page).not.toContain("personne dans l’équipe");
  await db.delete(eventRegistrations);
  await db.update(events).set({ status: "draft" }).where(ne(events.id, date.id));
  expect(await mainOf("/dashboard", cookie)).toMatch(new RegExp(`Prochaine date.*href="/dashboard/events/${date.id}"[^>]*>En hiver`, "s"));
  expect((await site.visit(`/dashboard/events/${date.id}`, { cookie })).status).toBe(200);
});

test("a donor who is logged in opens all own gifts without a link by mail, and a monthly one to change or stop it; a volunteer does not", async () => {
  const email = "helene@maillon.example";
  const { id, cookie } = await signIn(site.backend, { role: "DONATOR_INDIVIDUAL", email });
  const { reference } = await addGift(site.backend, { email, rhythm: "monthly" });
  const other = await addGift(site.backend, { email: "lou@maillon.example" });
  const page = await mainOf("/dashboard", cookie);
  expect(page).toMatch(/href="\/donations\/manage"[^>]*>Tous mes dons/);
  expect(page).toMatch(new RegExp(`href="/donations/manage/${reference}"[^>]*>Modifier ou arrêter`));
  expect(page).not.toContain("Il manque votre adresse");
  const free = {
    amountCents: 4_000,
    method: "cash",
    receivedOn: `${new Date().getFullYear()}-01-02`,
    submission: crypto.randomUUID(),
  } as const;
  await site.backend.services.db.insert(payments).values({ ...free, donorId: id });
  const without = await mainOf("/dashboard", cookie);
  expect(without).toMatch(/Il manque votre adresse.*href="\/account\/settings\/profile"[^>]*>Donner mon adresse/s);
  expect(without).toContain("40 €");
  const all = await mainOf("/donations/manage", cookie);
  expect([all.includes(reference), all.includes(other.reference), all.includes("Mon espace")]).toEqual([true, false, true]);
  expect(await mainOf(`/donations/manage/${reference}`, cookie)).toContain("Arrêter");
  expect((await site.visit(`/donations/manage/${other.reference}`, { cookie })).status).toBe(404);
  const volunteer = await signIn(site.backend, { role: "VOLUNTEER" });
  expect(await mainOf("/donations/manage", volunteer.cookie)).not.toContain("Mon espace");
});

test.each(["BENEFICIARY", "VOLUNTEER", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const)(
  "%s writes to the team in the chat that the dashboard links, without script",
  async (role) => {
    const { cookie } = await signIn(site.backend, { role });
    expect(await mainOf("/dashboard", cookie)).toContain('href="/account/chat"');
    expect(await mainOf("/account/chat", cookie)).toContain('name="body"');
    const sent = await site.visit("/account/chat", { cookie, form: { part: "chat", body: "Ma question d’aujourd’hui" } });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, "/account/chat"]);
    expect(await mainOf("/account/chat", cookie)).toContain("Ma question d’aujourd’hui");
  },
);

test("a shop reads when it is collected from, calls its team first and finds its own facts; money is shown once it has given some", async () => {
  const { db } = site.backend.services;
  const [team] = await db.insert(sectors).values({ slug: "nantes", name: "Nantes", phone: "02 40 00 00 00" }).returning();
  const email = "fournil@maillon.example";
  const { id, cookie } = await signIn(site.backend, { role: "DONATOR_MERCHANT", sectorId: team?.id, email });
  const shop = { siret: "55208131766522", companyName: "Le Fournil", surfaceOver400: false, fiscalYearEnd: "31/12" };
  await db
    .insert(merchantProfiles)
    .values({ ...shop, userId: id, moments: ["weekdayEvening", "saturday"], products: ["bread"], pickupNotes: "Porte de derrière" });
  const page = await mainOf("/dashboard", cookie);
  expect(page).toMatch(/Il vous reste quelque chose.*le soir en semaine et le samedi\..*appelez le 02 40 00 00 00/is);
  expect(page).toMatch(/href="tel:0240000000".*href="\/account\/settings\/shop"[^>]*>Changer mes moments/s);
  expect(page).toMatch(/Mon commerce.*Le Fournil.*Samedi.*Pain.*Porte de derrière/s);
  expect(page).toMatch(/Mon équipe.*Nantes/s);
  expect(page).not.toMatch(/Mes dons|personne dans l’équipe/);
  await addGift(site.backend, { email });
  expect(await mainOf("/dashboard", cookie)).toContain("Mes dons");
  const donor = await signIn(site.backend, { role: "DONATOR_INDIVIDUAL", sectorId: team?.id });
  const own = await mainOf("/dashboard", donor.cookie);
  expect(own).toMatch(/Mon équipe.*Nantes/s);
  expect(own).toContain("Mes dons");
  expect(own).not.toContain("Mon commerce");
});
