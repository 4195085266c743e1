import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openErrorReports } from "#backend/ports/error-reports";
import type { ErrorReports } from "#contract/api/error-reports";
import { startBackend } from "#tests/support/backend";
import { signIn } from "#tests/support/people";
import { receiveReports } from "#tests/support/reports-receiver";
import { type Site, startSite } from "#tests/support/site";
import type { Transport } from "~/api/transport.server";

let site: Site;
let broken: Site;
let receiver: Awaited<ReturnType<typeof receiveReports>>;
let reports: ErrorReports | null;
/** The error when the backend is unreachable. */
let lost = "";

beforeAll(async () => {
  receiver = await receiveReports();
  const { dsn } = receiver;
  reports = await openErrorReports(dsn, "test");
  site = await startSite({}, await startBackend({ reports }));
  const { publicUrl } = site.backend.services.settings;
  const working = site.app.inProcess(publicUrl, site.backend.fetch);
  // why: a healthy backend has no failure to report
  const failing: Transport = {
    ...working,
    fetch: async (request, about) => {
      if (!new URL(request.url).pathname.startsWith("/api/dashboard")) return working.fetch(request, about);
      if (lost) throw new Error(lost);
      return new Response("", { status: 501 });
    },
  };
  const settings = site.app.publicSettings(site.app.webEnvironment.parse({ SENTRY_DSN: dsn }), {
    publicUrl,
    organisation: "Maillon",
    buildId: "test",
  });
  broken = await startSite({ transport: failing, settings }, site.backend);
  site.app.startErrorReports(reports);
});
afterAll(async () => {
  site.app.startErrorReports(null);
  await reports?.flush();
  receiver.close();
  await site.backend.close();
});

it("S3-017 S7-024 S8-013: a page that is not there is not reported, a page that fails is, with the six names of the person", async () => {
  const person = await signIn(site.backend, { role: "ADMIN" });
  expect((await broken.visit("/dashboard/admin/nothing", { cookie: person.cookie })).status).toBe(404);
  await reports?.flush();
  expect(receiver.received).toEqual([]);

  const answer = await broken.visit("/dashboard", { cookie: person.cookie });
  expect(answer.status).toBeGreaterThanOrEqual(500);
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(receiver.reports()[0]?.user).toEqual({
    id: person.id,
    email: person.email,
    username: `${person.firstName} ${person.lastName}`,
    role: "ADMIN",
    type: "staff",
    emailVerified: true,
  });
  expect(receiver.received[0]).toContain("requestId");
});

it("S3-017: the next report names the next person, not the one before", async () => {
  const before = receiver.received.length;
  const donor = await signIn(site.backend, { role: "DONATOR_MERCHANT", firstName: "Lina", lastName: "Brossard" });
  await broken.visit("/dashboard", { cookie: donor.cookie });
  await expect.poll(() => receiver.received.length).toBe(before + 1);
  expect(receiver.reports().at(-1)?.user).toEqual({
    id: donor.id,
    email: donor.email,
    username: "Lina Brossard",
    role: "DONATOR_MERCHANT",
    type: "donor",
    emailVerified: true,
  });
});

it("an error report has neither personal data nor the query of a URL", async () => {
  const before = receiver.received.length;
  const person = await signIn(site.backend, { role: "ADMIN" });
  lost = "no answer for lina.brossard@example.org, 06 12 34 56 78";
  await broken.visit("/dashboard?q=lina.brossard%40example.org", { cookie: person.cookie });
  lost = "";
  await expect.poll(() => receiver.received.length).toBe(before + 1);
  expect(receiver.received.at(-1)).toContain("no answer for [mail], [phone]");
  expect(receiver.received.at(-1)).not.toMatch(/brossard|12 34 56 78/i);
});

it("hydrated pages know where reports go, and may call there alone", async () => {
  const person = await signIn(site.backend, { role: "ADMIN" });
  const page = await broken.visit("/dashboard/admin/news", { cookie: person.cookie });
  const [, dsn = ""] = /<meta name="error-reports" content="([^"]+)"/.exec(await page.text()) ?? [];
  expect(dsn).toMatch(/^http:\/\/key@127/);
  expect(page.headers.get("content-security-policy")).toContain(`connect-src 'self' ${new URL(dsn).origin};`);
  const quiet = await site.visit("/dashboard/admin/news", { cookie: person.cookie });
  expect(await quiet.text()).not.toContain("error-reports");
  expect(quiet.headers.get("content-security-policy")).toContain("connect-src 'self';");
});

it("S3-017: what fails in the backend of this process is reported once, from where it happened, with the request and the person", async () => {
  const before = receiver.received.length;
  const person = await signIn(site.backend, { role: "ADMIN" });
  await site.backend.services.db.execute(sql`alter table outgoing_mails rename to mails_elsewhere`);
  const page = await site.visit("/dashboard/admin/mails", { cookie: person.cookie });
  await site.backend.services.db.execute(sql`alter table mails_elsewhere rename to outgoing_mails`);
  expect(page.status).toBe(500);
  await expect.poll(() => receiver.received.length).toBe(before + 1);
  // A report of the page would be sent before this later one.
  await site.visit("/dashboard", { cookie: person.cookie });
  await broken.visit("/dashboard", { cookie: person.cookie });
  await expect.poll(() => receiver.received.length).toBe(before + 2);
  const [report, next] = receiver.reports().slice(before);
  expect(report).toMatchObject({
    user: { id: person.id, role: "ADMIN" },
    tags: { requestId: page.headers.get("x-request-id") },
    exception: { values: [{ value: expect.stringContaining("outgoing_mails") }, { value: expect.stringContaining("Failed query") }] },
  });
  expect(next?.exception.values.at(-1)?.value).toBe("API answered 501");
});
