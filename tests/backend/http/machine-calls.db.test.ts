import { createHmac } from "node:crypto";
import { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { machineRouterOf, onMachineCall, purgeMachineEvents } from "#backend/http/machine-calls";
import { answerProblem } from "#backend/http/problems";
import type { Env } from "#backend/http/routes";
import { machineEvents } from "#backend/http/tables";
import { machineEndpoint } from "#contract/api/machine-endpoint";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";

const body = z.object({ id: z.string(), amount: z.int() });
const shape = { contentTypes: ["application/json"], maxBytes: 1_000, body } as const;
const webhook = machineEndpoint({ ...shape, path: "/api/webhooks/bank", authentication: "signature" });
const hook = machineEndpoint({ ...shape, path: "/api/hooks/lists", authentication: "token" });
const secrets = ["the newest secret", "the one before"];

const time = testClock();
let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
});
beforeEach(async () => void (await backend.services.db.delete(machineEvents)));
afterAll(() => backend.close());

/** A service that calls two addresses, one with a signature and one with a token, and what was handled of its calls. */
function startService() {
  const { services } = backend;
  const handled: unknown[] = [];
  let fails = false;
  const calls = machineRouterOf(
    [
      onMachineCall(webhook, {
        limit: "cspReportByNetwork",
        secrets,
        signatureHeader: "bank-signature",
        eventOf: ({ id }) => id,
        async handle({ db, body: { amount } }) {
          await db.insert(machineEvents).values({ path: "handled", event: String(amount), receivedAt: time.clock() });
          if (fails) throw new Error("the handling fails");
          handled.push(amount);
        },
      }),
      onMachineCall(hook, { limit: "cspReportByNetwork", secrets, handle: async ({ body: { amount } }) => void handled.push(amount) }),
    ],
    services,
  );
  const app = new Hono<Env>()
    .use((http, next) => {
      http.set("locale", "fr");
      return next();
    })
    .route("/", calls)
    .onError((error, http) => answerProblem(http, services, error));
  const send = async (path: string, text: string, headers: Record<string, string>) => {
    const request = new Request(`http://localhost:3000${path}`, {
      method: "POST",
      body: text,
      headers: { "content-type": "application/json", origin: "https://bank.example", ...headers },
    });
    return (await app.fetch(request, { ip: "192.0.2.7" })).status;
  };
  const signed = (json: unknown, { secret = secrets[0] ?? "", at = time.clock(), text = JSON.stringify(json) } = {}) => {
    const seconds = Math.floor(at.getTime() / 1_000);
    const digest = createHmac("sha256", secret)
      .update(`${seconds}.${JSON.stringify(json)}`)
      .digest("hex");
    return send(webhook.path, text, { "bank-signature": `t=${seconds},v1=${"0".repeat(64)},v1=${digest}` });
  };
  return { services, handled, send, signed, fail: (now: boolean) => (fails = now) };
}

test("a call is authenticated by its signature over the time and the body, with any of the secrets, within five minutes", async () => {
  const { handled, signed, send } = startService();
  expect(await signed({ id: "one", amount: 1 })).toBe(204);
  expect(await signed({ id: "two", amount: 2 }, { secret: secrets[1] })).toBe(204);
  expect(await signed({ id: "three", amount: 3 }, { secret: "not ours" })).toBe(401);
  expect(await signed({ id: "three", amount: 3 }, { text: '{"id":"three","amount":300}' })).toBe(401);
  expect(await send(webhook.path, '{"id":"three","amount":3}', {})).toBe(401);
  const before = new Date(time.clock().getTime() - 301_000);
  const after = new Date(time.clock().getTime() + 301_000);
  expect([await signed({ id: "four", amount: 4 }, { at: before }), await signed({ id: "four", amount: 4 }, { at: after })]).toEqual([
    401, 401,
  ]);
  expect(await signed({ id: "four", amount: 4 }, { at: new Date(time.clock().getTime() - 290_000) })).toBe(204);
  expect(handled).toEqual([1, 2, 4]);
});

test("an event is handled once, however often it is sent, also concurrently; one that failed is handled when it is sent again", async () => {
  const { handled, signed, services, fail } = startService();
  const statuses = await Promise.all(Array.from({ length: 8 }, () => signed({ id: "paid", amount: 20 })));
  expect([new Set(statuses), handled]).toEqual([new Set([204]), [20]]);
  fail(true);
  expect(await signed({ id: "failed", amount: 30 })).toBe(500);
  expect((await services.db.select().from(machineEvents)).map(({ event }) => event).sort()).toEqual(["20", "paid"]);
  fail(false);
  expect(await signed({ id: "failed", amount: 30 })).toBe(204);
  expect([await signed({ id: "", amount: 1 }), await signed({ id: "x".repeat(201), amount: 1 })]).toEqual([400, 400]);
  expect(handled).toEqual([20, 30]);
  await purgeMachineEvents(services.db, new Date(time.clock().getTime() + 31 * 86_400_000));
  expect(await services.db.$count(machineEvents)).toBe(0);
});

test("a call is authenticated by its token, with the right type and size of the body only", async () => {
  const { handled, send } = startService();
  const text = '{"id":"one","amount":1}';
  const authorization = `Bearer ${secrets[1]}`;
  expect(await send(hook.path, text, { authorization })).toBe(204);
  expect([await send(hook.path, text, {}), await send(hook.path, text, { authorization: "Bearer no" })]).toEqual([401, 401]);
  expect(await send(hook.path, text, { authorization, "content-type": "text/plain" })).toBe(415);
  expect(await send(hook.path, " ".repeat(1_001), { authorization })).toBe(413);
  expect([await send(hook.path, "{", { authorization }), await send(hook.path, '{"id":1}', { authorization })]).toEqual([400, 422]);
  expect(await send(hook.path, '{"__proto__":{},"id":"a","amount":1}', { authorization })).toBe(400);
  expect(handled).toEqual([1]);
});
