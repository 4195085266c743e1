import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { idempotencyKeys } from "#backend/http/tables";
import { documents } from "#backend/modules/documents/tables";
import { backendForTest } from "#tests/support/backend";
import { signIn } from "#tests/support/people";

const picture = (background: string) =>
  sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

test("another file under the same key is refused, and the same one gets the first answer", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "VOLUNTEER" });
  const [red, blue] = [await picture("red"), await picture("blue")];
  const send = (bytes: Buffer, name = "photo.png") => {
    const body = new FormData();
    body.set("file", new File([new Uint8Array(bytes)], name, { type: "image/png" }));
    const headers = { "idempotency-key": "a-key-of-one-form" };
    return backend.request("/api/documents/public-media", { method: "POST", cookie, body, headers });
  };
  const first = await send(red);
  expect(first.status).toBe(201);
  const other = await send(blue);
  expect([other.status, (await other.json()).code]).toEqual([422, "already_sent"]);
  expect((await send(red, "autre.png")).status).toBe(422);
  expect(await (await send(red)).json()).toEqual(await first.json());
  expect(await backend.services.db.$count(documents)).toBe(1);
});

test.each([
  [
    "an application's secret",
    "/api/admin/oauth-clients",
    { name: "Agenda", type: "confidential", redirectUris: ["https://agenda.example/"], scopes: [] },
    "secret",
  ],
  ["an invitation's code", "/api/admin/registration-links", { label: "Forum", role: "VOLUNTEER" }, "code"],
])("%s is not readable in what is kept for a repeated request, which gets it again", async (_, path, json, field) => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const send = async () => {
    const answer = await backend.request(path, { method: "POST", cookie, json, headers: { "idempotency-key": "a-key-of-one-form" } });
    expect(answer.status).toBe(201);
    return (await answer.json()) as Record<string, string>;
  };
  const first = await send();
  expect(first[field]?.length).toBeGreaterThan(5);
  const [row] = await backend.services.db
    .select()
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.key, `a-key-of-one-form POST ${path}`));
  expect(JSON.stringify(row)).not.toContain(first[field]);
  expect(await send()).toEqual(first);
});

test("the same key of two people is two requests: each gets the own answer, also when it is repeated", async () => {
  const backend = await backendForTest();
  const people = [await signIn(backend, { role: "ADMIN" }), await signIn(backend, { role: "ADMIN" })];
  const send = async ({ cookie }: { cookie: string }) => {
    const headers = { "idempotency-key": "a-key-of-one-form" };
    const json = { label: "Forum", role: "VOLUNTEER" };
    const answer = await backend.request("/api/admin/registration-links", { method: "POST", cookie, json, headers });
    return ((await answer.json()) as { code: string }).code;
  };
  const codes: string[] = [];
  for (const one of people) codes.push(await send(one));
  expect(new Set(codes).size).toBe(2);
  for (const [at, one] of people.entries()) expect(await send(one)).toBe(codes[at]);
});
