import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { oauthClients } from "#backend/modules/oauth-clients/tables";
import { registrationLinks } from "#backend/modules/registration-links/tables";
import { verificationMessages } from "#backend/modules/verification-chats/tables";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let admin = "";
beforeAll(async () => {
  site = await startSite();
  admin = (await signIn(site.backend, { role: "ADMIN" })).cookie;
});
afterAll(() => site.backend.close());

/** Sends the form of a page twice, as a second press without script does; answers what came of each. */
async function sendTwice(path: string, form: Record<string, string>, cookie = admin) {
  const page = await (await site.visit(path, { cookie })).text();
  const [, submission = ""] = /<input type="hidden" name="submission" value="([^"]+)"/.exec(page) ?? [];
  expect(submission).not.toBe("");
  const answers = [];
  for (let turn = 0; turn < 2; turn += 1) answers.push(await site.visit(path, { cookie, form: { ...form, submission } }));
  return Promise.all(answers.map(async (answer) => ({ status: answer.status, text: await answer.text() })));
}

test.each([
  ["/account/pending/criteria", "waiting"],
  ["/account/pending/validation", "to_validate"],
  ["/account/not-verified", "refused"],
] as const)("what a person writes to the team on %s is one message", async (path, accountState) => {
  const person = await signIn(site.backend, { role: "BENEFICIARY", accountState });
  const sent = await sendTwice(path, { part: "chat", body: "Une seule fois" }, person.cookie);
  expect(sent.map(({ status }) => status)).toEqual([303, 303]);
  expect(await site.backend.services.db.$count(verificationMessages, eq(verificationMessages.fromId, person.id))).toBe(1);
});

test("an application is made once, and shows the same secret each time", async () => {
  const form = { name: "Agenda", type: "confidential", redirectUris: "https://agenda.example/" };
  const sent = await sendTwice("/dashboard/admin/oauth-clients/create", form);
  const secrets = sent.map(({ text }) => secretIn(text));
  expect([sent.map(({ status }) => status), secrets[0]?.length, secrets[1]]).toEqual([[201, 201], 43, secrets[0]]);
  const [client, ...others] = await site.backend.services.db.select().from(oauthClients).where(eq(oauthClients.name, "Agenda"));
  expect(others).toEqual([]);

  const renewed = (await sendTwice(`/dashboard/admin/oauth-clients/${client?.id}`, { intent: "rotate" })).map(({ text }) => secretIn(text));
  expect([renewed[0]?.length, renewed[1]]).toEqual([43, renewed[0]]);
});

/** The secret that a page shows, not what its scripts hold. */
const secretIn = (page: string) => /<code[^>]*>([\w-]{43})<\/code>/.exec(page)?.[1];

test("an invitation is made once, and shows the same address each time", async () => {
  const sent = await sendTwice("/dashboard/admin/registration-links/create", { label: "Forum de Lyon", role: "VOLUNTEER" });
  const codes = sent.map(({ text }) => /invitation=([\w-]{43})/.exec(text)?.[1]);
  expect([sent.map(({ status }) => status), codes[0]?.length, codes[1]]).toEqual([[201, 201], 43, codes[0]]);
  expect(await site.backend.services.db.$count(registrationLinks, eq(registrationLinks.label, "Forum de Lyon"))).toBe(1);
});
