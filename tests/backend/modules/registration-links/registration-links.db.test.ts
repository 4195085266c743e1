import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registrations } from "#backend/modules/registration/tables";
import { registrationLinks } from "#backend/modules/registration-links/tables";
import { users } from "#backend/modules/users/tables";
import { publicUrl, startBackend, type TestBackend } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { signIn } from "#tests/support/people";
import { fillIn, makeAccount, tokenFor } from "#tests/support/registration";
import { keepCookies } from "#tests/support/site";

let backend: TestBackend;
let admin = "";
let rightsAdmin = "";
beforeAll(async () => {
  backend = await startBackend();
  admin = (await signIn(backend, { role: "ADMIN" })).cookie;
  rightsAdmin = (await signIn(backend, { role: "ADMIN", permissions: ["ADMIN_MANAGE_USERS_PERMISSIONS"] })).cookie;
});
afterAll(() => backend.close());

const post = (path: string, json: unknown, cookie?: string) => backend.request(path, { method: "POST", cookie, json });
const draft = { label: "Forum de Lyon", role: "VOLUNTEER" };

async function createLink(more: object = {}, cookie = admin) {
  const answer = await post("/api/admin/registration-links", { ...draft, ...more }, cookie);
  return (await answer.json()) as { id: string; code: string };
}

async function arrive(code: string) {
  const answer = await post("/api/registration/invitation", { code });
  return { cookie: keepCookies("", answer), invitation: (await answer.json()).invitation };
}

const read = async (id: string) => (await backend.request(`/api/admin/registration-links/${id}`, { cookie: admin })).json();
let people = 0;
const newEmail = () => `invite-${++people}@maillon.example`;
const userOf = async (email: string) => (await backend.services.db.select().from(users).where(eq(users.email, email)))[0];

test("a link's code has 128 bits or more, and is stored as a hash", async () => {
  const { code, id } = await createLink();
  expect(Buffer.from(code, "base64url").length).toBeGreaterThanOrEqual(16);
  const [row] = await backend.services.db.select().from(registrationLinks).where(eq(registrationLinks.id, id));
  expect(JSON.stringify([row, await read(id)])).not.toContain(code);
});

test("a link never gives the role of an administrator: not by its form, not in the database", async () => {
  const answer = await post("/api/admin/registration-links", { ...draft, role: "ADMIN" }, rightsAdmin);
  expect(answer.status).toBe(422);
  const { id } = await createLink();
  const change = backend.services.db
    .update(registrationLinks)
    .set({ role: "ADMIN" as never })
    .where(eq(registrationLinks.id, id));
  await expect(change).rejects.toThrow();
});

test("only those who manage rights create a link that validates accounts without review, or reactivate one", async () => {
  const skip = { ...draft, skipApproval: true };
  expect((await post("/api/admin/registration-links", skip, admin)).status).toBe(422);
  const { id } = await createLink(skip, rightsAdmin);
  const state = (to: string, cookie: string) =>
    post(`/api/admin/registration-links/${id}/state`, { to }, cookie).then(({ status }) => status);
  expect([await state("paused", admin), await state("active", admin), await state("active", rightsAdmin)]).toEqual([200, 403, 200]);
});

describe("a person who registers by a link", () => {
  test("sees the invitation, is counted, and is shown to staff", async () => {
    const { id, code } = await createLink({ maxUses: 2 });
    const { cookie, invitation } = await arrive(code);
    expect(invitation).toEqual({ kind: "volunteer", label: "Forum de Lyon" });
    await makeAccount(backend, await fillIn(backend, "volunteer", {}, cookie), newEmail());
    expect(await read(id)).toMatchObject({ uses: 1, status: "active", guests: [{ name: "Nour Lambert", accepted: false }] });
  });

  test("is validated once the e-mail is verified, when the link says so", async () => {
    const { code } = await createLink({ skipApproval: true }, rightsAdmin);
    const email = newEmail();
    await makeAccount(backend, await fillIn(backend, "volunteer", {}, (await arrive(code)).cookie), email);
    await post("/api/registration/email-verification", { token: await tokenFor(backend, email, "email_verification") });
    expect(await userOf(email)).toMatchObject({ role: "VOLUNTEER", accountState: "validated" });
  });

  test("gains nothing from a link of another role", async () => {
    const { id, code } = await createLink({ skipApproval: true }, rightsAdmin);
    const email = newEmail();
    await makeAccount(backend, await fillIn(backend, "beneficiary", {}, (await arrive(code)).cookie), email, {}, "beneficiary");
    await post("/api/registration/email-verification", { token: await tokenFor(backend, email, "email_verification") });
    expect([(await read(id)).uses, (await userOf(email))?.accountState]).toEqual([0, "waiting"]);
  });

  test("does not use a place with an e-mail address that has an account", async () => {
    const { id, code } = await createLink({ maxUses: 1 });
    const { email } = await signIn(backend, { role: "VOLUNTEER" });
    const answer = await makeAccount(backend, await fillIn(backend, "volunteer", {}, (await arrive(code)).cookie), email);
    expect([(await read(id)).uses, await answer.json()]).toEqual([0, { success: true, invitationSpent: false }]);
  });
});

test.each([
  ["paused", (id: string) => post(`/api/admin/registration-links/${id}/state`, { to: "paused" }, admin)],
  ["revoked", (id: string) => post(`/api/admin/registration-links/${id}/state`, { to: "revoked" }, admin)],
  [
    "expired",
    (id: string) =>
      backend.services.db
        .update(registrationLinks)
        .set({ expiresAt: new Date(0) })
        .where(eq(registrationLinks.id, id)),
  ],
  ["exhausted", (id: string) => backend.services.db.update(registrationLinks).set({ uses: 3 }).where(eq(registrationLinks.id, id))],
] as const)("a link that is %s leads to an ordinary registration", async (status, change) => {
  const { id, code } = await createLink({ maxUses: 3 });
  const { cookie } = await arrive(code);
  await change(id);
  expect([(await read(id)).status, (await arrive(code)).invitation]).toEqual([status, null]);
  const before = (await read(id)).uses;
  const email = newEmail();
  const answer = await makeAccount(backend, await fillIn(backend, "volunteer", {}, cookie), email);
  expect([answer.status, await answer.json()]).toEqual([201, { success: true, invitationSpent: true }]);
  const [registration] = await backend.services.db
    .select()
    .from(registrations)
    .where(eq(registrations.userId, (await userOf(email))?.id ?? ""));
  expect([(await read(id)).uses, registration?.registrationLinkId]).toEqual([before, null]);
});

test("a revoked link stays revoked", async () => {
  const { id } = await createLink();
  await post(`/api/admin/registration-links/${id}/state`, { to: "revoked" }, admin);
  expect((await post(`/api/admin/registration-links/${id}/state`, { to: "active" }, admin)).status).toBe(409);
});

test("the database holds no more uses than the maximum", async () => {
  const { id } = await createLink({ maxUses: 2 });
  await expect(backend.services.db.update(registrationLinks).set({ uses: 3 }).where(eq(registrationLinks.id, id))).rejects.toThrow();
});

test.skipIf(!serverUrl)("of 100 sign-ups at the same time, as many pass as the link has places", { timeout: 120_000 }, async () => {
  const { id, code } = await createLink({ maxUses: 7 });
  const first = await fillIn(backend, "volunteer");
  const { draft: filled } = await (await backend.request("/api/registration", { cookie: first })).json();
  const json = (body: unknown, cookie: string, address: number, method = "POST", path = "") => {
    const headers = { origin: publicUrl, "content-type": "application/json", cookie };
    const request = new Request(`${publicUrl}/api/registration${path}`, { method, headers, body: JSON.stringify(body) });
    return backend.fetch(request, { ip: `198.51.100.${address}` });
  };
  const guests = await Promise.all(
    Array.from({ length: 100 }, async (_, address) => {
      let cookie = keepCookies("", await json({ code }, "", address, "POST", "/invitation"));
      for (const step of ["identity", "place", "wishes", "driving"])
        cookie = keepCookies(cookie, await json(filled.answers, cookie, address, "PUT", `/volunteer/${step}`));
      return { cookie, address };
    }),
  );
  const answers = await Promise.all(
    guests.map(({ cookie, address }) => {
      const account = { email: `race-${address}@maillon.example`, password: "trois mots sans lien", locale: "fr", terms: true };
      return json(account, cookie, address);
    }),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  const reported = await Promise.all(
    answers.map(async (answer) => ((await answer.json()) as { invitationSpent: boolean }).invitationSpent),
  );
  expect(reported.filter((spent) => !spent)).toHaveLength(7);
  const through = await backend.services.db.$count(registrations, eq(registrations.registrationLinkId, id));
  expect([through, (await read(id)).uses, (await read(id)).status]).toEqual([7, 7, "exhausted"]);
});
