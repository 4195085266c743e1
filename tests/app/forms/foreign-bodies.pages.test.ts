import { afterAll, beforeAll, expect, test } from "vitest";
import { type Role, roles } from "#contract/accounts/roles";
import { startBackend } from "#tests/support/backend";
import { noLimits } from "#tests/support/no-limits";
import { signIn } from "#tests/support/people";
import { addRecords, servedPages } from "#tests/support/served-pages";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
const cookies = new Map<Role, string>();
let urlOf: Awaited<ReturnType<typeof addRecords>>;

beforeAll(async () => {
  // why: the limits would refuse most of what is sent before anybody reads it.
  site = await startSite({}, await startBackend({ limits: noLimits }));
  const people = new Map<Role, string>();
  for (const role of roles) {
    const person = await signIn(site.backend, { role });
    cookies.set(role, person.cookie);
    people.set(role, person.id);
  }
  urlOf = await addRecords(site, { admin: cookies.get("ADMIN") ?? "", authorId: people.get("VOLUNTEER") ?? "" });
});
afterAll(() => site.backend.close());

type Sent = { method?: string; type?: string; body?: string };

/** Bodies that no form sends, with the status that refuses them where posts are accepted. */
const foreign: [what: string, sent: Sent, status: number][] = [
  ["JSON", { type: "application/json", body: '{"a":1}' }, 415],
  ["a plain text", { type: "text/plain", body: "a=1" }, 415],
  ["no type", { body: "a=1" }, 415],
  ["a type that is none", { type: "--x", body: "--x" }, 415],
  ["parts without a boundary", { type: "multipart/form-data", body: "--x\r\n\r\n--x--" }, 415],
  ["parts with another boundary", { type: "multipart/form-data; boundary=y", body: "--x\r\n\r\n--x--" }, 400],
  ["parts that never end", { type: "multipart/form-data; boundary=x", body: "--x" }, 400],
  ["a name of 60 parts", { type: "application/x-www-form-urlencoded", body: `${"a.".repeat(60)}=1` }, 400],
  ["a name of 400 letters", { type: "application/x-www-form-urlencoded", body: `${"a".repeat(400)}=1` }, 400],
  ["3,001 fields", { type: "application/x-www-form-urlencoded", body: "a&".repeat(3_001) }, 413],
  ["PUT", { method: "PUT", type: "application/x-www-form-urlencoded", body: "a=1" }, 405],
  ["PATCH without a body", { method: "PATCH" }, 405],
  ["DELETE without a body", { method: "DELETE" }, 405],
];

async function faultOf(path: string, { method = "POST", type, body }: Sent, cookie?: string) {
  const headers = new Headers({ origin: site.backend.services.settings.publicUrl });
  // A string body would get a default content type.
  const bytes = body === undefined ? undefined : new TextEncoder().encode(body);
  if (type) headers.set("content-type", type);
  const answer = await site.visit(path, { method, headers, body: bytes, cookie });
  const text = await answer.text();
  const isPage = answer.headers.get("content-type")?.startsWith("text/html") && /<h1[ >]/.test(text) && !text.includes("Unexpected Server");
  return { status: answer.status, isPage, allow: answer.headers.get("allow") };
}

const posted = () => Object.values(site.build.routes).filter((route) => route?.module.action).length;

test("the list covers every route that accepts posts", () => {
  expect(servedPages(site.build).filter(({ hasAction }) => hasAction).length).toBeGreaterThan(60);
  // The catch-all page is tried last.
  expect(posted() - servedPages(site.build).filter(({ hasAction }) => hasAction).length).toBeLessThan(4);
});

test.each(foreign)("%s is refused with a page wherever something may be posted, whoever sends it", async (_, sent, status) => {
  const faults: string[] = [];
  for (const { path, hasAction } of servedPages(site.build)) {
    if (!hasAction) continue;
    for (const role of [null, ...roles]) {
      const { status: got, isPage, allow } = await faultOf(urlOf(path, ""), sent, role ? cookies.get(role) : undefined);
      if (got !== status || !isPage || (status === 405 && !allow))
        faults.push(`${role ?? "visitor"} ${path}: ${got} ${isPage ? "" : "no page"}`);
    }
  }
  expect(faults).toEqual([]);
});

test.each(["POST", "PUT", "PATCH", "DELETE"])("%s to a read-only page is refused with a page", async (method) => {
  const faults: string[] = [];
  for (const { path, hasAction } of servedPages(site.build)) {
    if (hasAction && method === "POST") continue;
    const { status, isPage } = await faultOf(urlOf(path, "/en"), { method, type: "application/x-www-form-urlencoded", body: "a=1" });
    if (status !== 405 || !isPage) faults.push(`${path}: ${status} ${isPage ? "" : "no page"}`);
  }
  expect(faults).toEqual([]);
});

test("an empty form is accepted, or refused properly, wherever it is sent and whoever sends it", async () => {
  const faults: string[] = [];
  for (const { path, hasAction } of servedPages(site.build)) {
    if (!hasAction || path === "/logout") continue;
    const sent = { type: "application/x-www-form-urlencoded", body: "" };
    const answers = [null, ...roles].map((role) => faultOf(urlOf(path, ""), sent, role ? cookies.get(role) : undefined));
    for (const { status } of await Promise.all(answers)) if (status >= 500) faults.push(`${path}: ${status}`);
  }
  expect(faults).toEqual([]);
});

test.each(["/nothing", "/dashboard/nothing", "/en/dashboard/admin/nothing", "/images/nothing"])("%s takes nothing either", async (path) => {
  for (const [, sent] of foreign) {
    const { status } = await faultOf(path, sent, cookies.get("ADMIN"));
    expect([400, 404, 405, 413, 415]).toContain(status);
  }
});

test.each([
  ["a form without files", "/contact", 256 * 1024 + 1, 413],
  ["a form that may hold files", "/account/pending/criteria", 256 * 1024 + 1, 413],
  ["a form that may hold files, as one", "/account/pending/criteria", 11 * 1024 * 1024 + 1, 413],
])("%s may be so long and no longer: %s, %d bytes", async (_, path, length, status) => {
  const body = `message=${"a".repeat(length - 8)}`;
  const type = length > 300_000 ? "multipart/form-data; boundary=x" : "application/x-www-form-urlencoded";
  expect(await faultOf(path, { type, body })).toMatchObject({ status, isPage: true });
});

test("the refusal of a form that was too large links back to it", async () => {
  const body = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${"a".repeat(11 * 1024 * 1024)}\r\n--x--\r\n`;
  const headers = { origin: site.backend.services.settings.publicUrl, "content-type": "multipart/form-data; boundary=x" };
  const answer = await site.visit("/account/pending/criteria", { method: "POST", body, headers });
  expect(answer.status).toBe(413);
  expect(await answer.text()).toContain('href="/account/pending/criteria">Revenir au formulaire</a>');
});

test("an upload passes where a page takes uploads, a text of that size does not, and neither does elsewhere", async () => {
  const part = (head: string, body: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n--x--\r\n`;
  const type = "multipart/form-data; boundary=x";
  const file = part('name="file"; filename="a.pdf"', "a".repeat(400_000));
  const words = part('name="message"', "a".repeat(400_000));
  expect((await faultOf("/account/pending/criteria", { type, body: file })).status).toBeLessThan(400);
  expect((await faultOf("/account/pending/criteria", { type, body: words })).status).toBe(413);
  expect((await faultOf("/contact", { type, body: file })).status).toBe(413);
});

test("as many fields as fit into a form are refused within a second of work", async () => {
  const body = "a&".repeat(131_000);
  const before = process.cpuUsage();
  expect(await faultOf("/contact", { type: "application/x-www-form-urlencoded", body })).toMatchObject({ status: 413, isPage: true });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(1_000);
});

/** Forms of records that are gone, or that this person may no longer see, with what their pages send. */
const gone = "3f0d5c3e-7f59-4b0e-9f8e-0d6f0b1c2a3d";
test.each([
  ["VOLUNTEER", `/dashboard/events/${gone}`, { intent: "register", quotaId: gone }],
  ["ADMIN", `/dashboard/admin/events/${gone}/participants`, { intent: "confirm", registrationId: gone }],
  ["ADMIN", `/dashboard/admin/memberships/plans/${gone}`, { intent: "close" }],
  ["ADMIN", `/dashboard/admin/memberships/${gone}`, { intent: "cancel", reason: "x" }],
  ["ADMIN", `/dashboard/admin/donations/${gone}`, { intent: "refund", amount: "1" }],
] as const)("%s: a form of %s, which is gone, answers with a page or leads to one", async (role, path, form) => {
  const answer = await site.visit(path, { cookie: cookies.get(role), form });
  expect(answer.status).toBeLessThan(500);
  expect(answer.headers.has("location") || (await answer.text()).includes("<h1")).toBe(true);
});
