import type { Page } from "@playwright/test";
import { expectAccessibleOnOneWidth, expectAllAccessible, inGroups } from "../support/accessibility";
import { expect, test } from "../support/test";

const office = "/dashboard/admin";
const people = ["pending-approval", "volunteers", "drivers", "beneficiaries", "donators"].map((list) => `${office}/users/${list}`);
const settings = ["", "/notifications", "/sessions", "/privacy"].map((page) => `/account/settings${page}`);

/** Pages with a fixed path. */
const pages = [
  ...settings,
  "/account/chat",
  "/account/inbox",
  ...people,
  "/dashboard/tools?q=volunteer",
  "/account/settings/volunteering",
  "/account/settings/driving",
  `${office}/organisation`,
  ...["identity", "legal", "bank", "contact", "receipts", "tax"].map((part) => `${office}/organisation/${part}`),
  `${office}/permissions`,
  `${office}/audit-log`,
  `${office}/oauth-clients`,
  `${office}/oauth-clients/create`,
  `${office}/registration-links`,
  `${office}/registration-links/create`,
  `${office}/privacy`,
  `${office}/privacy/retention`,
  `${office}/documents`,
  `${office}/documents/texts`,
  `${office}/documents/texts/create`,
  `${office}/mails`,
  `${office}/mails/templates`,
  `${office}/testimonials`,
  `${office}/testimonials/sent`,
  `${office}/countries`,
  `${office}/countries/create`,
  `${office}/criteria`,
  `${office}/criteria/create`,
  `${office}/news/themes`,
  `${office}/news/themes/create`,
  `${office}/faq/synonyms`,
  `${office}/faq/synonyms/create`,
  `${office}/faq/searches`,
  `${office}/cache-metrics`,
  `${office}/shortcuts`,
  `${office}/partners/bin`,
  `${office}/news?status=deleted`,
  `${office}/messages`,
];

/** Pages of one record: the first of a list, and its tabs or related pages. */
const records: { list: string; tab?: string }[] = [
  ...["view", "edit", "timeline", "tracking", "account?step=suspend", "rights", "documents", "history", "privacy"].map((tab) => ({
    list: `${office}/users/volunteers`,
    tab,
  })),
  { list: `${office}/users/beneficiaries`, tab: "view" },
  { list: `${office}/messages` },
  { list: `${office}/users/beneficiaries`, tab: "aids" },
  { list: `${office}/users/donators`, tab: "view" },
  { list: `${office}/permissions` },
  { list: `${office}/registration-links`, tab: "view" },
  { list: `${office}/documents`, tab: "view" },
  { list: `${office}/documents/texts?status=published` },
  { list: `${office}/testimonials/sent` },
  { list: `${office}/countries`, tab: "edit" },
];

test.use({ role: "admin" });

// The languages alternate: the markup is the same in both, and texts are tested elsewhere.
const prefixOf = (turn: number) => (turn % 2 ? "/en" : "");

for (const { title, group } of inGroups(pages))
  test(`pages from ${title} are accessible`, async ({ page }) => {
    test.slow();
    await expectAllAccessible(page, group);
  });

for (const [turn, { list, tab }] of records.entries())
  test(`the first of ${prefixOf(turn)}${list}${tab ? `, ${tab},` : ""} is accessible`, async ({ page }) => {
    await page.goto(prefixOf(turn) + list);
    const first = (await page.locator("main tbody a").first().getAttribute("href")) ?? "";
    const answer = await page.goto(tab ? first.replace(/(view|edit)$/, tab) : first);
    expect(answer?.status()).toBe(200);
    await expectAccessibleOnOneWidth(page);
  });

test("a text with a table stays within a narrow screen", async ({ page }) => {
  await page.goto(`${office}/documents/texts?status=published&q=protection`);
  await page.locator("main tbody a").first().click();
  await expect(page.locator("main article table")).toBeVisible();
  await expectAccessibleOnOneWidth(page);
});

test("the signers of a text are listed accessibly", async ({ page }) => {
  await page.goto(`${office}/documents/texts?status=published&q=charter`);
  await page.locator("main tbody a").first().click();
  await page.locator('main a[href$="/signers"]').click();
  await expect(page.locator("main tbody tr").first()).toBeVisible();
  await expectAccessibleOnOneWidth(page);
});

/** Sends a request to the API as the page's person, to create a record. */
async function send(page: Page, path: string, data: Record<string, unknown>) {
  const answer = await page.request.post(path, { data, headers: { origin: new URL(test.info().project.use.baseURL ?? "").origin } });
  expect(answer.ok(), `${path} answers ${answer.status()}`).toBe(true);
  return answer.json();
}

test("the page of a sent mail is accessible", async ({ page }) => {
  await send(page, "/api/password/request", { email: "merchant@maillon.example" });
  await page.goto(`${office}/mails?q=merchant`);
  await page.locator("main tbody a").first().click();
  await expect(page).toHaveURL(/\/mails\/.+/);
  await expectAccessibleOnOneWidth(page);
});

test("the page that answers a data request without account is accessible", async ({ page }) => {
  const { proof } = await (await page.request.get("/api/form-proof")).json();
  const request = { email: "zoe@example.org", kind: "erase", message: "Effacez tout.", proof };
  await expect(() => send(page, "/api/data-requests", request), "no form is taken as soon as it is made").toPass();
  await page.goto(`/en${office}/privacy?q=zoe`);
  await page.locator("main tbody a").first().click();
  await expect(page.getByLabel("How you know who is asking")).toBeVisible();
  await expectAccessibleOnOneWidth(page);
});

test("the page of an application is accessible", async ({ page }) => {
  const draft = { name: "Agenda", type: "public", redirectUris: ["https://agenda.example/"], scopes: ["email"] };
  const { id } = await send(page, "/api/admin/oauth-clients", draft);
  await page.goto(`${office}/oauth-clients/${id}`);
  await expectAccessibleOnOneWidth(page);
});

test("the bulk approval of accounts is accessible", async ({ page }) => {
  await page.goto(`/en${office}/users/pending-approval`);
  await page
    .getByLabel(/^Choose/)
    .first()
    .check();
  await expectAccessibleOnOneWidth(page);
});

test.describe("with an address", () => {
  test.use({ role: "volunteer" });
  test("the change of one's own address is accessible", async ({ page }) => {
    await page.goto("/account/settings");
    await expect(page.getByLabel("Code postal")).toHaveValue("59000");
    await expectAccessibleOnOneWidth(page);
  });
});

/** What people see and edit of their own, by role. */
const own = {
  student: ["/dashboard", "/account/settings/needs"],
  merchant: ["/dashboard", "/account/settings/profile", "/account/settings/shop"],
  donor: ["/dashboard", "/account/settings/profile"],
} as const;

for (const role of ["student", "merchant", "donor"] as const)
  test.describe(`as ${role}`, () => {
    test.use({ role });
    test("the dashboard and what is theirs are accessible", async ({ page }) => {
      test.slow();
      for (const path of own[role]) await expectAccessibleInBoth(page, path);
    });
  });

test("the page of a link that restores an e-mail address is accessible", async ({ page }) => {
  await page.goto("/en/password/restore-email");
  await expectAccessibleOnOneWidth(page);
});

/** The French page on a desktop, the English one on a phone. */
async function expectAccessibleInBoth(page: Page, path: string) {
  for (const prefix of ["", "/en"]) {
    const answer = await page.goto(prefix + path);
    expect(answer?.status(), path).toBe(200);
    await expectAccessibleOnOneWidth(page);
  }
}

for (const path of [
  "/account/tasks",
  `${office}/notifications`,
  `${office}/notifications/create`,
  `${office}/notifications/subscribers`,
  `${office}/partners/import`,
])
  test(`${path} is accessible in both languages`, ({ page }) => expectAccessibleInBoth(page, path));

const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => ({ line: at + 2, draft: { name: "" }, problems: {} }));

/** A file for the import of partners, all of whose lines will be refused. */
async function addSheet(page: Page, count: number): Promise<{ id: string; check: () => Promise<string> }> {
  const subject = "/api/admin/partners/import";
  const { id } = await send(page, "/api/admin/sheets", { subject, fileName: "liste.csv", columns: ["Nom", "Site"] });
  const parts = Array.from({ length: Math.ceil(count / 500) }, (_, part) => rowsOf(count).slice(part * 500, (part + 1) * 500));
  for (const rows of parts)
    await send(page, `/api/admin/sheets/${id}/lines`, {
      lines: rows.map(({ line }) => ({ line, cells: ["", `partner-${line}.example`] })),
    });
  const check = async () => {
    for (const [part, rows] of parts.entries())
      await send(page, `${subject}/rows`, { sheet: id, first: part === 0, mapping: { name: 0 }, rows });
    return (await send(page, `${subject}/check`, { sheet: id })).task as string;
  };
  return { id, check };
}

const isOver = (page: Page, task: string) =>
  expect
    .poll(async () => (await (await page.request.get(`/api/account/tasks/${task}`)).json()).task.state, { timeout: 30_000 })
    .toBe("done");

test("the steps of an import, and a task that ended with exceptions, are accessible", async ({ page }) => {
  test.slow();
  const { id, check } = await addSheet(page, 201);
  const sheet = `${office}/partners/import?sheet=${id}`;
  await expectAccessibleInBoth(page, sheet);
  await isOver(page, await check());
  await expectAccessibleInBoth(page, sheet);
  const { task } = await send(page, "/api/admin/partners/import", { sheet: id, agreed: true });
  await isOver(page, task);
  await expectAccessibleInBoth(page, sheet);
  await expectAccessibleInBoth(page, `/account/tasks/${task}`);
  await expect(page.getByText("Line 2").first()).toBeVisible();
  await expectAccessibleInBoth(page, "/account/tasks");
});

test("a task that is under way is accessible, and so is its import", async ({ page }) => {
  test.slow();
  const { id, check } = await addSheet(page, 3_000);
  // The pages stay as they were sent.
  await page.route(/[?&]_data=/, () => {});
  const task = await check();
  await page.goto(`/account/tasks/${task}`);
  await expect(page.getByRole("button", { name: "Arrêter là" })).toBeVisible();
  await expectAccessibleOnOneWidth(page);
  await page.goto(`/en/account/tasks/${task}`);
  await expectAccessibleOnOneWidth(page);
  await expectAccessibleInBoth(page, `${office}/partners/import?sheet=${id}`);
  await page.request.post(`/api/account/tasks/${task}/cancel`, { headers: { origin: new URL(page.url()).origin } });
});

const campaign = {
  ...{ subscribers: false, sectorIds: [], eventStatuses: [], quotaIds: [], topic: "association", channels: ["inbox"], when: "now" },
  ...{ title: { fr: "Samedi, on collecte" }, sentence: { fr: "Deux heures." }, body: { fr: "Venez **nombreux**." }, label: {} },
  attachmentIds: [],
};

test("the form of a campaign, and the number that is confirmed before many get it, are accessible", async ({ page }) => {
  test.slow();
  const everybody = ["ADMIN", "VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"];
  const { id } = await send(page, "/api/admin/campaigns", { ...campaign, roles: everybody });
  await expectAccessibleInBoth(page, `${office}/notifications/${id}/edit`);
  await expectAccessibleInBoth(page, `${office}/notifications/${id}/send`);
  await expect(page.locator("#confirmed")).toBeVisible();
});

test("a campaign that was sent, and its people, are accessible", async ({ page }) => {
  test.slow();
  const { id } = await send(page, "/api/admin/campaigns", { ...campaign, roles: ["DONATOR_MERCHANT"] });
  const { people } = await send(page, "/api/admin/campaign-audience", { ...campaign, roles: ["DONATOR_MERCHANT"] });
  await send(page, `/api/admin/campaigns/${id}/start`, { version: 1, confirmed: people });
  await expectAccessibleInBoth(page, `${office}/notifications/${id}/view`);
  await expectAccessibleInBoth(page, `${office}/notifications/${id}/people`);
});
