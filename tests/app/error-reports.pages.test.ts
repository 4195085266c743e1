import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";
import type { Transport } from "~/api/transport.server";

let site: Site;
let broken: Site;
const received: string[] = [];
/** What a failure says when the backend is not reached at all. */
let lost = "";
const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  // The library also sends counts of what it did not report.
  if (body.includes(`"type":"event"`)) received.push(body);
  response.end("{}");
});

beforeAll(async () => {
  await new Promise<void>((listening) => receiver.listen(0, "127.0.0.1", listening));
  const dsn = `http://key@127.0.0.1:${(receiver.address() as AddressInfo).port}/1`;
  site = await startSite();
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
  await site.app.startErrorReports(dsn, "test");
});
afterAll(async () => {
  await site.app.flushErrorReports();
  receiver.close();
  await site.backend.close();
});

it("S3-017 S7-024 S8-013: a page that is not there is not reported, a page that fails is, with the six names of the person", async () => {
  const person = await signIn(site.backend, { role: "ADMIN" });
  expect((await broken.visit("/dashboard/admin/nothing", { cookie: person.cookie })).status).toBe(404);
  await site.app.flushErrorReports();
  expect(received).toEqual([]);

  const answer = await broken.visit("/dashboard", { cookie: person.cookie });
  expect(answer.status).toBeGreaterThanOrEqual(500);
  await expect.poll(() => received.length).toBe(1);
  const event = received[0]?.split("\n").find((line) => line.includes('"exception"'));
  expect((JSON.parse(event ?? "{}") as { user: unknown }).user).toEqual({
    id: person.id,
    email: person.email,
    username: `${person.firstName} ${person.lastName}`,
    role: "ADMIN",
    type: "staff",
    emailVerified: true,
  });
  expect(received[0]).toContain("requestId");
});

it("S3-017: the next report names the next person, not the one before", async () => {
  const before = received.length;
  const donor = await signIn(site.backend, { role: "DONATOR_MERCHANT", firstName: "Lina", lastName: "Brossard" });
  await broken.visit("/dashboard", { cookie: donor.cookie });
  await expect.poll(() => received.length).toBe(before + 1);
  const event = received
    .at(-1)
    ?.split("\n")
    .find((line) => line.includes('"exception"'));
  expect((JSON.parse(event ?? "{}") as { user: unknown }).user).toEqual({
    id: donor.id,
    email: donor.email,
    username: "Lina Brossard",
    role: "DONATOR_MERCHANT",
    type: "donor",
    emailVerified: true,
  });
});

it("S7-024: what a failure says of other people does not leave, nor what stands behind the path of an address", async () => {
  const before = received.length;
  const person = await signIn(site.backend, { role: "ADMIN" });
  lost = "no answer for lina.brossard@example.org, 06 12 34 56 78";
  await broken.visit("/dashboard?q=lina.brossard%40example.org", { cookie: person.cookie });
  lost = "";
  await expect.poll(() => received.length).toBe(before + 1);
  expect(received.at(-1)).toContain("no answer for [mail], [phone]");
  expect(received.at(-1)).not.toMatch(/brossard|12 34 56 78/i);
});

it("S7-024: hydrated pages know where reports go, and may call there alone", async () => {
  const person = await signIn(site.backend, { role: "ADMIN" });
  const page = await broken.visit("/dashboard/admin/news", { cookie: person.cookie });
  const [, dsn = ""] = /<meta name="error-reports" content="([^"]+)"/.exec(await page.text()) ?? [];
  expect(dsn).toMatch(/^http:\/\/key@127/);
  expect(page.headers.get("content-security-policy")).toContain(`connect-src 'self' ${new URL(dsn).origin};`);
  const quiet = await site.visit("/dashboard/admin/news", { cookie: person.cookie });
  expect(await quiet.text()).not.toContain("error-reports");
  expect(quiet.headers.get("content-security-policy")).toContain("connect-src 'self';");
});
