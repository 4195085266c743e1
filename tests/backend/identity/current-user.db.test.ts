import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documents } from "#backend/modules/documents/tables";
import { legalDocuments, signatures } from "#backend/modules/legal-documents/tables";
import { memberships } from "#backend/modules/memberships/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { accountStates, CurrentUser } from "#contract/accounts/current-user";
import { roles } from "#contract/accounts/roles";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { signIn } from "#tests/support/people";
import { keepCookies } from "#tests/support/site";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend({ clock: testClock().clock });
});
afterAll(() => backend.close());

type Person = Parameters<typeof signIn>[1];

async function me(person: Person) {
  const signedIn = await signIn(backend, person);
  return { ...signedIn, ask: () => askMe(signedIn.cookie), user: await askMe(signedIn.cookie) };
}

async function askMe(cookie: string, language = "fr") {
  const answer = await backend.request("/api/user/me", { cookie, headers: { "accept-language": language } });
  expect(answer.status).toBe(200);
  return CurrentUser.strict().parse(await answer.json());
}

const picture = (kind: "AVATAR" | "PUBLIC_MEDIA", ownerId: string) => ({
  kind,
  ownerId,
  visibility: "public" as const,
  storageKey: crypto.randomUUID(),
  mime: "image/webp",
  bytes: 1,
  sha256: "",
});

describe.each(roles)("GET /api/user/me as %s", (role) => {
  test("S3-001 S3-002 who the person is, with the role as it is stored", async () => {
    const { id, email, user } = await me({ role, firstName: "Lina", lastName: "Brossard" });
    expect(user).toMatchObject({ id, role, firstName: "Lina", lastName: "Brossard", email });
  });

  test("S3-003 S3-007 the flags of the account, from its state", async () => {
    for (const accountState of accountStates) {
      const { user } = await me({ role, accountState, emailVerifiedAt: accountState === "registered" ? null : new Date("2026-01-01") });
      expect(user).toMatchObject({
        isEmailVerified: accountState !== "registered",
        isAccountWaitingUser: accountState === "waiting",
        isAccountValidated: accountState === "validated",
        needToSignDocument: false,
        extraData: { annualVerificationNeeded: false, accountState, team: null },
      });
    }
    const { user } = await me({ role, annualVerificationNeeded: true });
    expect(user.extraData.annualVerificationNeeded).toBe(true);
  });

  test("S3-004 membership and staff, true and false", async () => {
    const { id, ask, user } = await me({ role });
    expect([user.hasActiveMembership, user.isStaffMember]).toEqual([false, false]);
    const { db } = backend.services;
    await db.insert(memberships).values([
      { userId: id, startDate: "2024-11-22", endDate: "2025-11-21" },
      { userId: id, startDate: "2026-01-01", endDate: "2026-11-20" },
      { userId: id, startDate: "2026-11-21", endDate: "2026-11-21", status: "cancelled" },
    ]);
    expect((await ask()).hasActiveMembership).toBe(false);
    await db.insert(memberships).values({ userId: id, startDate: "2026-11-21", endDate: "2026-11-21" });
    expect((await ask()).hasActiveMembership).toBe(true);
    expect((await me({ role, isStaffMember: true })).user.isStaffMember).toBe(true);
  });

  test("S3-005 S3-006 accounts elsewhere and place, or null", async () => {
    const none = { mattermostID: null, microsoftId: null, latitude: null, longitude: null };
    expect((await me({ role })).user).toMatchObject(none);
    const linked = { mattermostId: "m-1", microsoftId: "m-2", latitude: 45.76, longitude: 4.84 };
    expect((await me({ role, ...linked })).user).toMatchObject({
      mattermostID: "m-1",
      microsoftId: "m-2",
      latitude: 45.76,
      longitude: 4.84,
    });
  });

  test("S3-008 permissions, none or the granted ones", async () => {
    expect((await me({ role })).user.permissions).toEqual([]);
    const { user } = await me({ role, permissions: ["NEWS_PUBLISH", "AUDIT_READ"] });
    expect(user.permissions).toEqual(["AUDIT_READ", "NEWS_PUBLISH"]);
  });

  test("S3-010 after an upload exactly one AVATAR document is listed, and after another one the new one alone", async () => {
    const { cookie, ask } = await me({ role });
    const upload = async () => {
      const body = new FormData();
      const pixel = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#cb1067" } })
        .png()
        .toBuffer();
      body.set("file", new File([pixel as BlobPart], "me.png", { type: "image/png" }));
      const answer = await backend.request("/api/account/avatar", { method: "POST", cookie, body });
      return ((await answer.json()) as { id: string }).id;
    };
    const first = await upload();
    expect((await ask()).documents).toEqual([{ type: "AVATAR", uuid: first }]);
    const second = await upload();
    expect(second).not.toBe(first);
    expect((await ask()).documents).toEqual([{ type: "AVATAR", uuid: second }]);
  });

  test("S3-009 the person's own documents, with nothing but type and uuid", async () => {
    const { id, ask, user } = await me({ role });
    expect(user.documents).toEqual([]);
    const { db } = backend.services;
    const [avatar] = await db.insert(documents).values(picture("AVATAR", id)).returning();
    await db.insert(documents).values([picture("PUBLIC_MEDIA", id), picture("AVATAR", (await signIn(backend, { role })).id)]);
    expect((await ask()).documents).toEqual([{ type: "AVATAR", uuid: avatar?.id }]);
    await expect(db.insert(documents).values(picture("AVATAR", id))).rejects.toThrow();
  });

  test("S3-003 S3-011 S3-012 the texts of the role, and the first that is still to sign", async () => {
    const { db } = backend.services;
    const text = (key: string, more: Partial<typeof legalDocuments.$inferInsert> = {}) => ({
      key: `${key}-${role}`,
      documentVersion: 1,
      title: { fr: `Charte ${key}`, en: `Charter ${key}` },
      body: { fr: "Texte." },
      appliesTo: [role],
      publishedAt: new Date("2026-01-01"),
      ...more,
    });
    const { id, cookie, ask, user } = await me({ role });
    const own = (one: CurrentUser) => one.legalDocuments.filter(({ key }) => key.endsWith(`-${role}`));
    expect([user.docToSign, own(user)]).toEqual([null, []]);
    const others = roles.filter((one) => one !== role);
    const [a, b] = await db
      .insert(legalDocuments)
      .values([
        text("a"),
        text("b"),
        text("free", { blocking: false }),
        text("draft", { publishedAt: null }),
        text("old", { retiredAt: new Date("2026-02-01") }),
        text("others", { appliesTo: others, blocking: false }),
      ])
      .returning();
    const before = await ask();
    expect(before.needToSignDocument).toBe(true);
    expect(before.docToSign).toEqual({ uuid: a?.id, key: `a-${role}`, version: 1, title: "Charte a", signed: false });
    expect(own(before).map(({ key, signed }) => [key, signed])).toEqual([
      [`a-${role}`, false],
      [`b-${role}`, false],
      [`free-${role}`, false],
    ]);
    expect((await askMe(cookie, "en")).docToSign?.title).toBe("Charter a");

    const sign = (legalDocumentId = "") => db.insert(signatures).values({ legalDocumentId, userId: id, locale: "fr", textHash: "0" });
    await sign(a?.id);
    expect((await ask()).docToSign?.key).toBe(`b-${role}`);
    await sign(b?.id);
    expect(await ask()).toMatchObject({ docToSign: null, needToSignDocument: false });
  });

  test("the team is named where there is one", async () => {
    const [team] = await backend.services.db
      .insert(sectors)
      .values({ slug: `lyon-${role}`, name: "Lyon" })
      .returning();
    expect((await me({ role, sectorId: team?.id })).user.extraData.team).toBe("Lyon");
  });
});

const types = {
  ADMIN: "staff",
  VOLUNTEER: "volunteer",
  BENEFICIARY: "beneficiary",
  DONATOR_MERCHANT: "donor",
  DONATOR_INDIVIDUAL: "donor",
};

describe.each(roles)("/api/_auth/session as %s", (role) => {
  test("S7-019 GET describes the person, confirmed or not, and nobody after that", async () => {
    for (const emailVerifiedAt of [new Date("2026-01-01"), null]) {
      const accountState = emailVerifiedAt ? "validated" : "registered";
      const { cookie, id, email } = await signIn(backend, { role, firstName: "Lina", lastName: "Brossard", emailVerifiedAt, accountState });
      const answer = await backend.request("/api/_auth/session", { cookie });
      const user = { id, email, username: "Lina Brossard", role, type: types[role], emailVerified: emailVerifiedAt !== null };
      expect([answer.status, await answer.json()]).toEqual([200, { user }]);
    }
    for (const cookie of [undefined, "access=nonsense"])
      expect(await (await backend.request("/api/_auth/session", { cookie })).json()).toEqual({ user: null });
  });

  test("S7-020 DELETE ends the session here and in the browser, and that one alone", async () => {
    const { cookie, id } = await signIn(backend, { role });
    const elsewhere = (await signIn(backend, { role })).cookie;
    const answer = await backend.request("/api/_auth/session", { method: "DELETE", cookie });
    expect([answer.status, await answer.json(), keepCookies(cookie, answer)]).toEqual([200, { success: true }, ""]);
    expect(await (await backend.request("/api/_auth/session", { cookie })).json()).toEqual({ user: null });
    expect((await backend.request("/api/auth/refresh", { method: "POST", cookie })).status).toBe(401);
    expect((await askMe(elsewhere)).id).not.toBe(id);
  });
});

test("S7-020 DELETE without a session is done, and refused to another site", async () => {
  expect((await backend.request("/api/_auth/session", { method: "DELETE" })).status).toBe(200);
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const headers = { origin: "https://elsewhere.example" };
  expect((await backend.request("/api/_auth/session", { method: "DELETE", cookie, headers })).status).toBe(403);
  expect((await askMe(cookie)).role).toBe("ADMIN");
});
