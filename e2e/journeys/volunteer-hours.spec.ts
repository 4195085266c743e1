import type { Page } from "@playwright/test";
import { franceWallTime } from "#contract/formats/france-time";
import { expectAccessibleOnOneWidth } from "../support/accessibility";
import { type Staff, test } from "../support/own-site";
import { logIn } from "../support/people";
import { expect } from "../support/test";

const office = "/dashboard/admin";
const title = { fr: "Grand tri du soir", en: "Big evening sort" };
const guest = { name: "Ana Ferreira", email: "ana@example.org" };
const capacity = 50;
const minute = 60_000;

/** What a form's moment holds, so many minutes from now. */
const inMinutes = (minutes: number) => franceWallTime(new Date(Date.now() + minutes * minute));
const main = (page: Page) => page.getByRole("main");
const press = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true }).click();

/** Writes an event that begins in an hour, puts it on the site, and opens its places to people without account too. Returns its id. */
async function announce(page: Page): Promise<string> {
  await page.goto(`${office}/events/create`);
  const fill = (name: string, value: string) => main(page).locator(`[name="${name}"]`).fill(value);
  await fill("title.fr", title.fr);
  await page.locator(".language-tab[lang=en]").click();
  await fill("title.en", title.en);
  await main(page).locator('[name="type"]').selectOption("distribution");
  for (const [name, minutes] of [
    ["startsAt", 60],
    ["endsAt", 180],
  ] as const)
    await fill(name, inMinutes(minutes));
  await fill("placeName", "Le local");
  await fill("placeAddress", "24 rue du Marché-Levé, 69007 Lyon");
  await press(page, "Enregistrer");
  await page.waitForURL(/\/events\/[0-9a-f-]{36}\/edit$/);
  // The URL changes just before the page.
  await page.getByRole("heading", { level: 1, name: title.fr }).waitFor();
  await press(page, "Publier");
  await expect(page.getByText("Fiche publiée.")).toBeVisible();
  const [, id = ""] = /\/events\/([0-9a-f-]{36})\//.exec(page.url()) ?? [];
  await page.goto(`${office}/events/${id}/places`);
  await main(page).getByLabel("Aussi sans compte, sur le site").check();
  await main(page).getByLabel("Nom, en français").fill("Tri");
  await main(page).getByLabel("Nombre de places").fill(String(capacity));
  await press(page, "Enregistrer les places");
  await expect(page.getByText("Modifications enregistrées.")).toBeVisible();
  return id;
}

/** Fills all places but one with people without account or address. */
async function fillPlaces(staff: Staff, id: string) {
  const { quotas } = await staff.get<{ quotas: { id: string }[] }>(`/api/admin/events/${id}/places`);
  for (let number = 1; number < capacity; number += 1) {
    const person = { guestName: `Inscription ${number}`, quotaId: quotas[0]?.id };
    expect((await staff.post(`/api/admin/events/${id}/participants`, person)).status).toBe(200);
  }
}

type CodeRow = { registrationId: string; name: string; letters: string };
const codesOf = async (staff: Staff, id: string) => (await staff.get<{ items: CodeRow[] }>(`/api/admin/events/${id}/codes`)).items;

/** Without script, a volunteer books the last place. */
async function bookLast(page: Page, id: string) {
  await logIn(page, "volunteer");
  await page.goto(`/dashboard/events/${id}`);
  await press(page, "Réserver ma place");
  await expect(page.getByText("Place réservée").first()).toBeVisible();
}

/** With script, in English, somebody without account asks for a place and confirms by the link of the mail. Returns the link of the mail about the waiting list. */
async function waitAsGuest(page: Page, staff: Staff, id: string): Promise<string> {
  const wait = page.getByRole("button", { name: "Wait for a place" });
  await expect(async () => {
    await page.goto(`/en/events/${id}`);
    await expect(wait).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title.en);
  await page.getByLabel("First and last name").fill(guest.name);
  await page.getByLabel("Email", { exact: true }).first().fill(guest.email);
  // A form sent within three seconds is refused and returned with its values.
  await expect(async () => {
    await wait.click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible({ timeout: 1_000 });
  }).toPass({ intervals: [3_500] });
  const requested = await staff.mailed(guest.email, "/events/registration");
  await page.goto(requested);
  await press(page, "Confirm");
  await expect(main(page).getByText("Waiting list: position 1")).toBeVisible();
  return newMail(staff, requested);
}

/** The link of the mail to the guest that follows the one with another link. */
async function newMail(staff: Staff, before: string): Promise<string> {
  await expect.poll(() => staff.mailed(guest.email, "/events/registration")).not.toBe(before);
  return staff.mailed(guest.email, "/events/registration");
}

/** Cancels a registration, whose place is offered to the guest, and has them accept it. */
async function offer(page: Page, staff: Staff, { id, waiting, left }: { id: string; waiting: string; left: CodeRow | undefined }) {
  const cancelled = { action: "cancel", selection: { ids: [left?.registrationId] } };
  const { body } = await staff.post(`/api/admin/events/${id}/participants/act`, cancelled);
  expect(body).toMatchObject({ changed: 1, promoted: 1 });
  await page.goto(await newMail(staff, waiting));
  await press(page, "I’ll take the place");
  await expect(main(page).getByText("Place booked")).toBeVisible();
  await expectAccessibleOnOneWidth(page);
}

/** The server's clock is the real one: the event is brought forward, so that it began two hours ago. */
async function bringForward(page: Page, staff: Staff, id: string) {
  const record = await staff.get<object>(`/api/admin/events/${id}`);
  const data = { ...record, startsAt: inMinutes(-120), endsAt: inMinutes(60) };
  const answer = await page.request.patch(`/api/admin/events/${id}`, { data, headers: { origin: new URL(page.url()).origin } });
  expect(answer.status()).toBe(200);
}

async function typeCode(page: Page, code: string) {
  await page.getByLabel("Code", { exact: true }).fill(code);
  await press(page, "Valider");
}

/** Types codes at the door without a connection, so long ago by the browser's clock, reads what it answers by itself, and has them sent. */
async function scanOffline(page: Page, codes: { code: string; answer: string }[], minutesAgo: number) {
  await page.clock.setFixedTime(new Date(Date.now() - minutesAgo * minute));
  await page.context().setOffline(true);
  for (const [at, { code, answer }] of codes.entries()) {
    await typeCode(page, code);
    await expect(page.locator(".door-waiting")).toContainText(`${at + 1} passage`);
    await expect(page.locator(".door-result")).toContainText(answer);
  }
  await page.clock.setFixedTime(new Date());
  await page.context().setOffline(false);
}

/** Reloads the page of the door without a connection, has it answer a code that is inside already, and goes on with one. */
async function reloadOffline(page: Page, code: string) {
  const storedPage = () => page.evaluate(async () => (await caches.match("/dashboard/door", { ignoreVary: true }))?.status);
  await expect.poll(storedPage, { timeout: 20_000 }).toBe(200);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page).toHaveURL(/\/dashboard\/door#/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title.fr);
  await typeCode(page, code);
  await expect(page.locator(".door-result")).toContainText("Entrée déjà notée");
  await page.context().setOffline(false);
  await page.waitForURL(({ pathname }) => pathname.endsWith("/events/scan"));
  await expect.poll(() => page.evaluate(() => localStorage.getItem("unsent-scans"))).toBeNull();
}

test("fifty people are scanned offline at an event, two of whom signed up in French and English, and the hours of one end in a certificate", async ({
  page,
  browser,
  staff,
  address,
  watch,
}, { project }) => {
  test.setTimeout(240_000);
  watch.forgive(/the server responded with a status of 422/);
  const open = async (more: Parameters<typeof browser.newContext>[0]) =>
    (await browser.newContext({ baseURL: address, locale: "fr-FR", userAgent: project.use.userAgent, ...more })).newPage();
  const admin = await open({ storageState: staff.login });
  const volunteer = await open({ javaScriptEnabled: false });

  const id = await announce(admin);
  await fillPlaces(staff, id);
  await bookLast(volunteer, id);
  const waiting = await waitAsGuest(page, staff, id);
  const [left, replaced, ...others] = (await codesOf(staff, id)).filter(({ name }) => name.startsWith("Inscription"));
  await offer(page, staff, { id, waiting, left });
  await staff.post(`/api/admin/events/${id}/codes/rotate`, { registrationIds: [replaced?.registrationId] });
  await bringForward(admin, staff, id);

  const codes = await codesOf(staff, id);
  const lettersOf = (name: string) => codes.find((one) => one.name.includes(name))?.letters ?? "";
  const ofType = "/api/admin/events?type=training&status=published&sort=startsAt&order=desc";
  const [elsewhere] = (await staff.get<{ items: { id: string }[] }>(ofType)).items;
  const [stranger] = await codesOf(staff, elsewhere?.id ?? "");
  const answersOf = ["Inscription annulée", "Code remplacé", "Absent de la liste de"];
  const refused = [left, replaced, stranger].map((one, at) => ({ code: one?.letters ?? "", answer: answersOf[at] ?? "" }));
  const admitted = [lettersOf("Yanis"), lettersOf(guest.name), ...others.slice(0, 45).map(({ letters }) => letters)];
  const listed = admin.waitForResponse((response) => response.url().endsWith("/door-list"));
  await admin.goto(`${office}/events/scan?event=${id}`, { waitUntil: "networkidle" });
  await listed;
  await scanOffline(admin, [...refused, ...admitted.map((code) => ({ code, answer: "Entrée validée" }))], 90);

  const sent = admin.locator(".door-waiting");
  await expect(sent).toContainText("47 passages envoyés sont notés. 3 sont refusés.", { timeout: 90_000 });
  expect(await admin.evaluate(() => localStorage.getItem("unsent-scans"))).toBeNull();
  await expect(admin.locator(".door-count")).toContainText(/47\s*\/ 50/);
  await sent.getByRole("link", { name: "Voir qui" }).click();
  const refusals = admin.getByRole("region", { name: "Refus, sans entrée depuis" }).getByRole("listitem");
  await expect(refusals).toHaveCount(3);
  for (const why of ["Inscription annulée", "Code remplacé", "Autre évènement"])
    await expect(refusals.filter({ hasText: why })).toHaveCount(1);
  const exit = admin.getByRole("link", { name: "Sortie" });
  await exit.click();
  await expect(exit).toHaveAttribute("aria-current", "true");
  await typeCode(admin, lettersOf("Yanis"));
  await expect(admin.getByRole("status").filter({ hasText: "Sortie validée" })).toBeVisible();
  await reloadOffline(admin, others[0]?.letters ?? "");

  await volunteer.goto("/dashboard/volunteer-hours");
  await volunteer.getByRole("listitem").filter({ hasText: title.fr }).getByRole("button", { name: "Oui, 1 h 30" }).click();
  const [given] = (await staff.get<{ items: { id: string }[] }>(`/api/admin/volunteer-hours?eventId=${id}`)).items;
  await admin.goto(`${office}/volunteer-hours/${given?.id}`);
  await press(admin, "Valider");
  await expect(admin.getByText("1 saisie validée")).toBeVisible();
  await volunteer.goto("/dashboard/volunteer-hours");
  await press(volunteer, "Créer l’attestation");
  const [, code = ""] = /code ([0-9A-Z-]{12,})/.exec((await main(volunteer).textContent()) ?? "") ?? [];

  await page.goto("/certificates");
  await page.getByLabel("Code de l’attestation").fill(code);
  await press(page, "Vérifier le code");
  await expect(page.getByRole("status").filter({ hasText: "Elle vient bien de nous" })).toContainText("Yanis");
  await page.goto("/en/certificates");
  await page.getByLabel("Code of the certificate").fill(code);
  await press(page, "Check the code");
  await expect(page.getByRole("status").filter({ hasText: "It is ours" })).toContainText("Yanis");
  await expectAccessibleOnOneWidth(page);
});
