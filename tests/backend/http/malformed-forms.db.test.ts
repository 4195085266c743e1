import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { legalDocuments } from "#backend/modules/legal-documents/tables";
import { users } from "#backend/modules/users/tables";
import { registrationKinds } from "#contract/accounts/registration-steps";
import { type Role, roles } from "#contract/accounts/roles";
import type { Endpoint } from "#contract/api/endpoint";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { addCallers } from "#tests/support/callers";
import { smallPdf } from "#tests/support/content";
import { everyEndpoint, exampleOf, formats } from "#tests/support/endpoints";
import { addGift, aReceipt, openGifts } from "#tests/support/gifts";
import { malformed, malformedText, seeded } from "#tests/support/malformed";
import { noLimits } from "#tests/support/no-limits";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";
import { restoreRecords } from "#tests/support/records";
import { completeSteps, fillIn } from "#tests/support/registration";

// why: what is looked for is how input is read; thousands of hashes at their real cost would only take time.
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  return { ...real, hash: (text: string) => real.hash(text, { memoryCost: 64, timeCost: 1, parallelism: 1 }) };
});

/** Those that go through the pages are in `every-form.pages.test.ts`. */
const wanted = 20_000;
/** Many at once: some answers wait a quarter of a second, so that their time tells nothing. */
const atOnce = 500;
const seed = 20_261_121;

const endpoints = (await everyEndpoint()).filter(({ body, bodyType }) => body || bodyType === "multipart");

/** `others` are the cookies of everybody else whom the endpoint admits by their role. */
type Target = { method: string; path: string; body: unknown; hasFile?: boolean; cookie?: string; others: (string | undefined)[] };

/** Whether the caller was let in: what a handler refuses afterwards has codes of its own. */
const isStopped = (code: string | undefined) => ["not_authenticated", "account_pending", "forbidden"].includes(code ?? "");

const rolesOf = ({ access }: Endpoint): readonly Role[] => (access === "public" ? [] : access === "authenticated" ? roles : access.roles);

let backend: TestBackend;
let targets: Target[] = [];
beforeAll(async () => {
  // why: the limits would refuse most of what is sent before anybody reads it.
  backend = await startBackend({ limits: noLimits });
  const { db } = backend.services;
  const callers = await addCallers(backend);
  const student = (await signIn(backend, { role: "BENEFICIARY", accountState: "waiting" })).cookie;
  const id = formats.uuid;
  await addPerson(backend, { role: "VOLUNTEER", id });
  await restoreRecords(db, { id, participantId: callers.idOf("BENEFICIARY"), personId: id, authorId: callers.idOf("ADMIN") });
  const title = { fr: "Un texte" };
  await db.insert(legalDocuments).values({ id, key: "charter", documentVersion: 1, appliesTo: ["ADMIN"], title, body: title });
  const draft = await fillIn(backend, "individual");
  const steps = registrationKinds.flatMap((kind) =>
    Object.entries(completeSteps[kind]).map(([step, body]) => ({
      method: "PUT",
      path: `/api/registration/${kind}/${step}`,
      body,
      cookie: draft,
      others: [],
    })),
  );
  const gift = await addGift(backend, { email: "lou@example.org", ...aReceipt, rhythm: "monthly" });
  const donor = await openGifts(backend, gift.email);
  const known: Record<string, string> = { number: "1", reference: gift.reference };
  const urlOf = ({ path }: Endpoint) => path.replace(/:(\w+)/g, (_, name: string) => known[name] ?? id);
  const whose = (endpoint: Endpoint) => {
    const { path, access } = endpoint;
    if (path.startsWith("/api/own-gifts")) return donor;
    if (access === "public") return path === "/api/registration" ? draft : undefined;
    return access === "authenticated" && /criteria|chat/.test(path) ? student : callers.cookieFor(endpoint);
  };
  const others = endpoints
    .filter(({ path }) => !path.includes(":step"))
    .map(async (one) => ({
      ...{ method: one.method, path: urlOf(one), body: exampleOf(one.body), hasFile: one.bodyType === "multipart" },
      ...{ cookie: await whose(one), others: await Promise.all(rolesOf(one).map((role) => cookiesOf(backend, callers.idOf(role)))) },
    }));
  targets = [...steps, ...(await Promise.all(others))];
});
afterAll(() => backend.close());

/** The body as it is sent: as JSON, or as parts with a file. */
const bodyOf = ({ hasFile }: Target, value: unknown, file: File | string) => (hasFile ? { body: partsOf(value, file) } : { json: value });

function partsOf(value: unknown, file: File | string): FormData {
  const parts = new FormData();
  const fields = value !== null && typeof value === "object" ? Object.entries(value) : [];
  for (const [name, part] of fields) parts.append(name, typeof part === "string" ? part : JSON.stringify(part));
  parts.append("file", file);
  return parts;
}

const goodFile = new File([smallPdf], "un texte.pdf", { type: "application/pdf" });
const malformedFile = (random: () => number) => {
  const name = malformedText("un texte.pdf", random);
  const content = random() < 0.3 ? smallPdf : malformedText(smallPdf.toString(), random);
  return random() < 0.2
    ? name
    : new File([content], name, { type: random() < 0.5 ? "application/pdf" : malformedText("image/png", random) });
};

test("each of these forms is read: its caller is admitted with what it accepts", async () => {
  const stopped: string[] = [];
  for (const target of targets) {
    const { method, path, body, cookie } = target;
    const answer = await backend.request(path, { method, cookie, ...bodyOf(target, body, goodFile) });
    const { code } = answer.ok ? {} : ((await answer.json()) as { code?: string });
    if (answer.status >= 500 || isStopped(code)) stopped.push(`${method} ${path}: ${answer.status} ${code}`);
  }
  expect(stopped).toEqual([]);
});

test(`${wanted} malformed bodies over these forms are refused or stored, never a server error`, { timeout: 300_000 }, async () => {
  expect(targets.length).toBeGreaterThan(200);
  const random = seeded(seed);
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  let sent = 0;
  const send = async (at: number) => {
    const target = targets[at % targets.length] as Target;
    const { method, path, body, others } = target;
    const turn = Math.floor(at / targets.length);
    // Every third time somebody else whom it admits.
    const cookie = turn % 3 === 2 && others.length > 0 ? others[turn % others.length] : target.cookie;
    const json = malformed(body, random) ?? null;
    const answer = await backend.request(path, { method, cookie, ...bodyOf(target, json, malformedFile(random)) });
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
  // A person has so many tasks under way.
  expect(statuses.get(429) ?? 0).toBeLessThan(wanted / 100);
  expect(({} as { role?: string }).role).toBeUndefined();
  expect(await backend.services.db.$count(users)).toBeGreaterThan(0);
});
