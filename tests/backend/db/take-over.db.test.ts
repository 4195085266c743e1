import { randomBytes } from "node:crypto";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { hashPassword } from "#backend/identity/passwords";
import { queueMail } from "#backend/modules/mails/outbox";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { guestTopics, linkTopics } from "#backend/modules/mails/topics";
import { buildWaitingArchives } from "#backend/modules/privacy/archive";
import { sendVerification } from "#backend/modules/registration/emails";
import { notifyGuardian } from "#backend/modules/registration/guardians";
import { hashOf } from "#backend/secrets";
import { redirectFor } from "#contract/accounts/access";
import type { Permission } from "#contract/accounts/roles";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { everyEndpoint } from "#tests/support/endpoints";
import { addGift } from "#tests/support/gifts";
import { mailsTo } from "#tests/support/outbox";
import { addPerson, aUser, signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";
import { aPassword, tokenFor } from "#tests/support/registration";
import { sendTestimonial } from "#tests/support/sent-testimonials";

const endpoints = (await everyEndpoint()).filter(({ method }) => method === "GET");

/** Requests every kind of mail with a link; returns the valid tokens. */
async function askForEverything(
  backend: TestBackend,
  time: ReturnType<typeof testClock>,
  admin: { id: string; email: string; cookie: string },
) {
  const { services } = backend;
  const post = (path: string, json: unknown, cookie = "") => backend.request(path, { method: "POST", cookie, json });
  await post("/api/account/email-change", { email: "neuve@maillon.example", password: aPassword }, admin.cookie);
  const change = await tokenFor(backend, "neuve@maillon.example", "email_change");
  await post("/api/registration/email-verification", { token: change }, admin.cookie);
  await post("/api/password/request", { email: "neuve@maillon.example" });
  const member = await addPerson(backend, {
    role: "VOLUNTEER",
    email: "membre@maillon.example",
    accountState: "registered",
    emailVerifiedAt: null,
  });
  await sendVerification(services, member, "membre@maillon.example");
  await notifyGuardian(services, member, { guardianName: "Parent", guardianEmail: "parent@maillon.example" });
  await addGift(backend, { email: "don@maillon.example" });
  await post("/api/donor-access", { email: "don@maillon.example" });
  await sendTestimonial(backend, time, { email: "temoin@maillon.example" });
  const requests = [
    [admin.email, "email_changed"],
    ["neuve@maillon.example", "password_reset"],
    ["membre@maillon.example", "email_verification"],
    ["parent@maillon.example", "guardian_consent"],
    ["don@maillon.example", "magic_link"],
    ["temoin@maillon.example", "testimonial_received"],
  ] as const;
  const tokens = await Promise.all(requests.map(([email, topic]) => tokenFor(backend, email, topic)));
  expect(tokens.filter((token) => token.length >= 40)).toHaveLength(requests.length);
  // A mail of each other topic that holds a token.
  const requested: string[] = requests.map(([, topic]) => topic);
  const others = [...linkTopics, ...guestTopics].filter((topic) => !requested.includes(topic));
  expect(others).toEqual(expect.arrayContaining(["setup_link", "account_invitation", "event_offer"]));
  const endsAt = new Date(time.clock().getTime() + 86_400_000);
  for (const topic of others) {
    const token = randomBytes(32).toString("base64url");
    expect([topic, await queueMail(services, admin.id, topic, {}, `planted ${topic}`, { link: { token, endsAt } })]).toEqual([topic, true]);
    tokens.push(token);
  }
  return tokens;
}

/** What somebody reads at every address of the API that answers them, with every id that the answers name. */
async function readEverything(
  backend: TestBackend,
  cookie: string,
  permissions: Permission[],
  first: string[],
): Promise<Map<string, string>> {
  const reader = aUser({ permissions });
  const mine = endpoints.filter(
    ({ access, path }) =>
      !path.endsWith("/changes") && !path.startsWith("/api/auth/") && (access === "public" || redirectFor(reader, access) === null),
  );
  const read = new Map<string, string>();
  const visit = async (path: string) => {
    if (read.has(path)) return;
    const answer = await backend.request(path, { cookie });
    read.set(path, await answer.text());
  };
  for (const { path } of mine) if (!path.includes(":")) await visit(path);
  const named = ["mails", "people", "audit", "pledges", "data-requests", "sent-testimonials"].flatMap((list) =>
    [...read].filter(([path]) => path.includes(list)).flatMap(([, text]) => text.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []),
  );
  const ids = [...new Set([...first, ...named])].slice(0, 40);
  for (const { path } of mine.filter(({ path: one }) => one.split(":").length === 2))
    for (const id of ids) await visit(path.replace(/:\w+(\{[^}]*\})?/, id));
  return read;
}

const permissionSets: [string, Permission[]][] = [
  ["no permission", []],
  ["every permission but that over rights", ["AUDIT_READ", "EXPORT_PERSONAL_DATA", "BENEFICIARY_READ_RESTRICTED"]],
];

test.each(permissionSets)(
  "a coordinator with %s cannot become the administrator: no answer of the API holds a live link",
  {
    timeout: 240_000,
  },
  async (_, permissions) => {
    const time = testClock(new Date());
    const backend = await backendForTest({ clock: time.clock });
    const { services } = backend;
    const passwordHash = await hashPassword(aPassword);
    const admin = await signIn(backend, { role: "ADMIN", permissions: ["ADMIN_MANAGE_USERS_PERMISSIONS"], passwordHash });
    const coordinator = await signIn(backend, { role: "ADMIN", permissions });
    const tokens = await askForEverything(backend, time, admin);
    const cookies = admin.cookie.split("; ").map((one) => one.slice(one.indexOf("=") + 1));
    const needles = [...tokens, ...cookies].flatMap((secret) => [secret, hashOf(secret)]);
    const notified = async () => {
      const read = await readEverything(backend, coordinator.cookie, permissions, [admin.id]);
      expect(read.size).toBeGreaterThan(200);
      return [...read].filter(([, text]) => needles.some((needle) => text.includes(needle))).map(([path]) => path);
    };
    expect(await notified()).toEqual([]);
    for (const token of tokens) {
      const found = (await (await backend.request(`/api/admin/mails?q=${token}`, { cookie: coordinator.cookie })).json()) as {
        total: number;
      };
      expect(found.total).toBe(0);
    }
    const { mailer } = await postOffice();
    await sendWaitingMails(services, mailer);
    for (const email of [admin.email, "neuve@maillon.example", "parent@maillon.example"])
      expect((await mailsTo(backend, email)).map(({ text, sealedToken }) => [text, sealedToken])).toEqual(
        (await mailsTo(backend, email)).map(() => ["", null]),
      );
    const copy = await backend.request(`/api/admin/people/${admin.id}/data-requests`, {
      method: "POST",
      cookie: coordinator.cookie,
      json: { kind: "access", reason: "Lettre du 12 novembre" },
    });
    expect(copy.status).toBe(permissions.length > 0 ? 201 : 403);
    await buildWaitingArchives(services);
    if (copy.ok) {
      const { id } = (await copy.json()) as { id: string };
      const file = await services.files.get(`exports/${id}.zip`);
      const words = Object.values(unzipSync(file ?? new Uint8Array())).map((part) => new TextDecoder().decode(part));
      expect(words.length).toBeGreaterThan(1);
      expect(words.filter((part) => needles.some((needle) => part.includes(needle)))).toEqual([]);
    }
    expect(backend.logged.filter((line) => needles.some((needle) => JSON.stringify(line).includes(needle)))).toEqual([]);
  },
);
