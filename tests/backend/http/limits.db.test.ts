import sharp from "sharp";
import { expect, test } from "vitest";
import { documents } from "#backend/modules/documents/tables";
import { tasks } from "#backend/modules/tasks/tables";
import { users } from "#backend/modules/users/tables";
import { nationalCompanyRegister } from "#backend/ports/company-register";
import { peopleApi } from "#contract/accounts/people";
import { backendForTest } from "#tests/support/backend";
import { smallPdf } from "#tests/support/content";
import { signIn } from "#tests/support/people";
import { fillIn, makeAccount } from "#tests/support/registration";

test("a body over one megabyte is refused before it is read, whoever calls the backend", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const answer = await backend.request("/api/admin/articles", { method: "POST", cookie, json: { title: { fr: "a".repeat(1_100_000) } } });
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({ status: 413, code: "too_large" });
});

const keyed = (number: number) => ({ "idempotency-key": `of-one-form-${number}` });

test("a limit counts in a change that is done once for its key, on one connection too", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "VOLUNTEER" });
  const ask = (number: number) =>
    backend.request("/api/account/data-requests", { method: "POST", cookie, json: { kind: "object" }, headers: keyed(number) });
  const statuses: number[] = [];
  for (let number = 1; number <= 6; number += 1) statuses.push((await ask(number)).status);
  expect(statuses.at(-1)).toBe(429);
  expect([(await ask(7)).status, (await ask(1)).status]).toEqual([429, 201]);
});

test("an idempotency key does not undo a counted password try", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "VOLUNTEER" });
  const json = { email: "other@example.org", password: "wrong" };
  const guess = (number: number) => backend.request("/api/account/email-change", { method: "POST", cookie, json, headers: keyed(number) });
  const statuses: number[] = [];
  for (let number = 1; number <= 11; number += 1) statuses.push((await guess(number)).status);
  expect([statuses.slice(0, 10).every((status) => status === 422), statuses.at(-1)]).toEqual([true, 429]);
});

test("results of tasks count among the exports of a person: a hundred and twenty an hour", async () => {
  const backend = await backendForTest();
  const { services } = backend;
  const admin = await signIn(backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"] });
  const at = new Date("2026-01-01");
  const about = { kind: peopleApi.bulk.path, query: { step: "approve", selection: { ids: [] } }, requestId: "one", createdAt: at };
  const over = { state: "done", total: 0, startedAt: at, finishedAt: at } as const;
  const [task] = await services.db
    .insert(tasks)
    .values({ ownerId: admin.id, ...about, ...over })
    .returning();
  for (let times = 0; times < 119; times += 1) await services.limits.take("exportByPerson", admin.id);
  const read = async () => (await backend.request(`/api/account/tasks/${task?.id}/items`, { cookie: admin.cookie })).status;
  expect([await read(), await read()]).toEqual([200, 429]);
});

const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: "#cb1067" } })
  .png()
  .toBuffer();
const png = () => new File([picture as BlobPart], "photo.png", { type: "image/png" });
const pdf = () => new File([smallPdf], "lettre.pdf", { type: "application/pdf" });

test.each([
  ["a picture of the site", "/api/documents/public-media", { role: "ADMIN" }, { file: png }],
  ["a portrait", "/api/account/avatar", { role: "VOLUNTEER" }, { file: png }],
  ["the file of a record", "/api/admin/record-files", { role: "ADMIN" }, { file: pdf }],
  ["a supporting document", "/api/account/driving/papers", { role: "VOLUNTEER" }, { file: pdf, kind: () => "LICENCE" }],
] as const)("sixty uploads an hour, %s among them, and the next one stores nothing", async (_, path, person, fields) => {
  const backend = await backendForTest();
  const { services } = backend;
  const { id, cookie } = await signIn(backend, person);
  for (let times = 0; times < 59; times += 1) await services.limits.take("uploadByPerson", id);
  const send = async () => {
    const form = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value()]));
    return (await backend.request(path, { method: "POST", cookie, form })).status;
  };
  expect([await send(), await send()]).toEqual([201, 429]);
  expect(await services.db.$count(documents)).toBe(1);
});

test("sixty registrations, invitations and searches for a company an hour from one network, each counted apart", async () => {
  const requested: string[] = [];
  const companyRegister = nationalCompanyRegister("https://companies.example", async (url) => {
    requested.push(url.href);
    return { results: [] };
  });
  const backend = await backendForTest({ companyRegister });
  const { limits, db } = backend.services;
  const exhaust = async (key: string) => {
    for (let times = 0; times < 59; times += 1) await limits.take("registerByNetwork", key);
  };
  const register = async (email: string) => (await makeAccount(backend, await fillIn(backend, "individual"), email)).status;
  const invite = async () =>
    (await backend.request("/api/registration/invitation", { method: "POST", json: { code: "aaaaaaaaaaaa" } })).status;
  const shop = async () =>
    (await backend.request("/api/registration/merchant/siret", { method: "PUT", json: { siret: "732 829 320 00074" } })).status;
  const company = async () => (await backend.request("/api/companies?siren=732829320")).status;
  await exhaust("192.0.2.1");
  const registered = [await register("one@maillon.example"), await register("two@maillon.example")];
  await exhaust("invitation 192.0.2.1");
  const invited = [await invite(), await invite()];
  await exhaust("lookup 192.0.2.1");
  const searched = [await shop(), await shop(), await company()];
  const seen = { registered, accounts: await db.$count(users), invited, searched, requested: requested.length };
  expect(seen).toEqual({ registered: [201, 429], accounts: 1, invited: [200, 429], searched: [200, 429, 429], requested: 1 });
});
