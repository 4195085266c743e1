import type { Page } from "@playwright/test";
import { franceDay } from "#contract/formats/france-time";
import { expectAllAccessible } from "../support/accessibility";
import { expect, test } from "../support/test";

const office = "/dashboard/admin";
const hours = `${office}/volunteer-hours`;

/** The first record that a list of the API answers. */
async function firstOf(page: Page, path: string): Promise<string> {
  const { items } = (await (await page.request.get(path)).json()) as { items: { id: string }[] };
  expect(items.length, path).toBeGreaterThan(0);
  return items[0]?.id ?? "";
}

/** Sends a request to the API as the page's person, to create a record. */
async function send(page: Page, path: string, data: object, method: "post" | "put" = "post"): Promise<Record<string, string>> {
  const answer = await page.request[method](path, { data, headers: { origin: new URL(test.info().project.use.baseURL ?? "").origin } });
  expect(answer.ok(), `${path} answers ${answer.status()}`).toBe(true);
  return answer.json();
}

test.describe("for staff", () => {
  test.use({ role: "admin" });
  test.setTimeout(120_000);

  test("an event, its door and its people are accessible", async ({ page }) => {
    // The demonstration has one of each kind, to come.
    const [training, delivery] = await Promise.all(
      ["training", "delivery"].map((type) => firstOf(page, `/api/admin/events?type=${type}&status=published&startsAtFrom=2026-01-01`)),
    );
    const event = `${office}/events/${training}`;
    await expectAllAccessible(page, [
      ...["", "/participants", "/places", "/series", "/questions", "/notify", "/qrcodes"].map((tab) => event + tab),
      `${office}/events/${delivery}/kits`,
      `${office}/events/scan`,
      `${office}/events/scan?event=${training}`,
      "/dashboard/events",
      `/dashboard/events?month=${franceDay(new Date()).slice(0, 7)}`,
      `${office}/events/calendar`,
      `/dashboard/events/${training}`,
      `/dashboard/events/${training}/door`,
      `/events/${training}`,
    ]);
  });

  test("hours, certificates, follow-up and birthdays are accessible", async ({ page }) => {
    const { id: given } = await send(page, "/api/admin/volunteer-hours", {
      ...{ email: "editor@maillon.example", date: franceDay(new Date()) },
      ...{ minutes: 90, activity: "delivery" },
    });
    // The first of all volunteers may be of another test, that has not been validated: it would have no birthday.
    const validated = "/api/admin/people/volunteers?state=validated&q=editor%40maillon.example";
    const [entry, celebrated] = await Promise.all([firstOf(page, "/api/admin/tracking"), firstOf(page, validated)]);
    const profile = `/api/admin/people/${celebrated}/profile`;
    const stored = await (await page.request.get(profile)).json();
    await send(page, profile, { ...stored, birthDate: `1992-${franceDay(new Date()).slice(5)}` }, "put");
    await expectAllAccessible(page, [
      hours,
      `${hours}/${given}`,
      ...["create", "import", "rates", "certificates", "valuation"].map((tab) => `${hours}/${tab}`),
      `${office}/tracking`,
      `${office}/tracking/${entry}`,
      `${office}/birthdays?when=month`,
      `${office}/birthdays/${celebrated}`,
    ]);
  });

  test("the setup, the import of volunteers and the people chosen for a campaign are accessible", async ({ page }) => {
    const chosen = await firstOf(page, "/api/admin/people/volunteers");
    const { id } = await send(page, "/api/admin/campaign-people", { list: "volunteers", selection: { ids: [chosen] }, dryRun: false });
    await expectAllAccessible(page, [
      ...["", "/organisation", "/sector", "/contents"].map((step) => `/setup${step}`),
      "/account/settings/password",
      `${office}/users/volunteers/import`,
      `${office}/notifications/${id}/chosen`,
    ]);
  });
});

for (const { role, paths } of [
  { role: "volunteer", paths: ["/dashboard/volunteer-hours", "/dashboard/volunteer-hours/create"] },
  { role: "student", paths: ["/dashboard/my-file"] },
] as const)
  test.describe(`for a ${role}`, () => {
    test.use({ role });
    test.setTimeout(120_000);

    test("their events, code and time line are accessible", async ({ page }) => {
      const event = await firstOf(page, "/api/my-events");
      await expectAllAccessible(page, [
        "/dashboard/my-events",
        "/dashboard/my-events?which=past",
        `/dashboard/events/${event}`,
        `/dashboard/events/${event}/qrcode`,
        "/dashboard/my-tracking",
        ...paths,
      ]);
    });
  });
