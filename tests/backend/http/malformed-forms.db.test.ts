import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { legalDocuments } from "#backend/modules/legal-documents/tables";
import { users } from "#backend/modules/users/tables";
import { registrationKinds } from "#contract/accounts/registration-steps";
import type { Endpoint } from "#contract/api/endpoint";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { everyEndpoint, exampleOf, formats } from "#tests/support/endpoints";
import { addGift, aReceipt, openGifts } from "#tests/support/gifts";
import { malformed, seeded } from "#tests/support/malformed";
import { noLimits } from "#tests/support/no-limits";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";
import { restoreRecords } from "#tests/support/records";
import { completeSteps, fillIn } from "#tests/support/registration";

// why: what is looked for is how input is read; thousands of hashes at their real cost would only take time.
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  return { ...real, hash: (text: string) => real.hash(text, { memoryCost: 64, timeCost: 1, parallelism: 1 }) };
});

/** With the 1,000 that go through the pages (`malformed-forms.pages.test.ts`), 20,000. */
const wanted = 19_750;
/** Many at once: some answers wait a quarter of a second, so that their time tells nothing. */
const atOnce = 500;
const seed = 20_261_121;

/** The forms of people about themselves, and those of staff. */
const ofPeople =
  "donor-access|own-gifts|registration|password|account|auth/interactions|newsletter|my-events|volunteer-hours|volunteer-certificates";
const ofStaff =
  "legal-texts|people|permissions|registration-links|oauth-clients|data-requests|retention|papers|verification|events|volunteer|tracking|birthdays|campaign|newsletter|messages|sheets";
const forms = new RegExp(`^/api/(${ofPeople}|admin/(${ofStaff}))`);
const endpoints = (await everyEndpoint()).filter(({ path, body, bodyType }) => forms.test(path) && body && bodyType !== "multipart");

type Target = { method: string; path: string; body: unknown; cookie?: string };

let backend: TestBackend;
let targets: Target[] = [];
beforeAll(async () => {
  // why: the limits would refuse most of what is sent before anybody reads it.
  backend = await startBackend({ limits: noLimits });
  const { db } = backend.services;
  const admin = await signIn(backend, { role: "ADMIN", permissions: ["ADMIN_MANAGE_USERS_PERMISSIONS"] });
  const student = (await signIn(backend, { role: "BENEFICIARY", accountState: "waiting" })).cookie;
  const id = formats.uuid;
  await addPerson(backend, { role: "VOLUNTEER", id });
  await restoreRecords(db, { id, participantId: admin.id, personId: id });
  const title = { fr: "Un texte" };
  await db.insert(legalDocuments).values({ id, key: "charter", documentVersion: 1, appliesTo: ["ADMIN"], title, body: title });
  const draft = await fillIn(backend, "individual");
  const steps = registrationKinds.flatMap((kind) =>
    Object.entries(completeSteps[kind]).map(([step, body]) => ({
      method: "PUT",
      path: `/api/registration/${kind}/${step}`,
      body,
      cookie: draft,
    })),
  );
  const gift = await addGift(backend, { email: "lou@example.org", ...aReceipt, rhythm: "monthly" });
  const donor = await openGifts(backend, gift.email);
  const known: Record<string, string> = { number: "1", reference: gift.reference };
  const urlOf = ({ path }: Endpoint) => path.replace(/:(\w+)/g, (_, name: string) => known[name] ?? id);
  const whose = ({ path, access }: Endpoint) => {
    if (path.startsWith("/api/own-gifts")) return donor;
    if (access === "public") return path === "/api/registration" ? draft : undefined;
    return /criteria|chat/.test(path) ? student : admin.cookie;
  };
  const others = endpoints
    .filter(({ path }) => !path.includes(":step"))
    .map((one) => ({ method: one.method, path: urlOf(one), body: exampleOf(one.body), cookie: whose(one) }));
  targets = [...steps, ...others];
  expect(await cookiesOf(backend, admin.id)).toBeTruthy();
});
afterAll(() => backend.close());

test(`${wanted} malformed bodies over these forms are refused or stored, never a server error`, { timeout: 300_000 }, async () => {
  expect(targets.length).toBeGreaterThan(40);
  const random = seeded(seed);
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  let sent = 0;
  const send = async (at: number) => {
    const { method, path, body, cookie } = targets[at % targets.length] as Target;
    const json = malformed(body, random) ?? null;
    const answer = await backend.request(path, { method, cookie, json });
    const text = await answer.text();
    sent += 1;
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status >= 500 || /\n\s+at /.test(text))
      faults.push(`${method} ${path} ${answer.status}: ${JSON.stringify(json).slice(0, 300)}`);
  };
  for (let at = 0; at < wanted; at += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, wanted - at) }, (_, next) => send(at + next)));
  expect(faults).toEqual([]);
  expect(sent).toBe(wanted);
  // The values are near enough to good ones that many get past the form, and bad enough that many do not.
  const [ok = 0, refused = 0] = [statuses.get(200), (statuses.get(422) ?? 0) + (statuses.get(400) ?? 0)];
  expect(ok + (statuses.get(201) ?? 0)).toBeGreaterThan(wanted / 100);
  expect(refused).toBeGreaterThan(wanted / 3);
  expect(statuses.get(401) ?? 0).toBeLessThan(wanted / 20);
  expect(statuses.get(429)).toBeUndefined();
  expect(({} as { role?: string }).role).toBeUndefined();
  expect(await backend.services.db.$count(users)).toBeGreaterThan(0);
});
