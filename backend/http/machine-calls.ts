import { createHmac, timingSafeEqual } from "node:crypto";
import { lt } from "drizzle-orm";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type * as z from "zod";
import type { Db } from "#backend/db/client";
import type { MachineEndpoint } from "#contract/api/machine-endpoint";
import { Refusal } from "../refusal.ts";
import { jsonIn } from "./body.ts";
import { isSecret } from "./caller.ts";
import { fieldErrorsOf } from "./field-errors.ts";
import { networkOf } from "./ip.ts";
import type { Rule } from "./limits.ts";
import type { Env } from "./routes.ts";
import type { Services } from "./services.ts";
import { machineEvents } from "./tables.ts";

/** Milliseconds by which the time of a signature may differ from ours: a replayed call is refused afterwards. */
const signatureWindow = 5 * 60_000;
/** Longest id of an event. */
const longestId = 200;

/** What a handler receives: the services, with `db` in the transaction that records the event, and the validated body. Limits inside it would deadlock. */
type MachineCall<Body> = Omit<Services, "limits"> & { body: Body; requestId: string };

type Handling<Body> = {
  /** The rate limit by network. */
  limit: Rule;
  /** The secrets that authenticate callers, where the endpoint requires authentication; newest first. Without any, the endpoint does not exist. */
  secrets?: readonly string[];
  /**
   * The header that holds the signature: `t=<seconds>,v1=<HMAC-SHA-256 of "<t>.<body>", in hex>`. `v1` may be repeated, while the
   * sender rotates its secret.
   */
  signatureHeader?: string;
  /** The sender's id of an event, when the sender retries until it gets a response: each event is handled once. */
  eventOf?: (body: Body) => string;
  handle: (call: MachineCall<Body>) => Promise<unknown>;
};

export type ServedMachine = { endpoint: MachineEndpoint } & Handling<never>;

/** Binds an endpoint for programs to its handler. */
export function onMachineCall<Body extends z.ZodType>(endpoint: MachineEndpoint<Body>, handling: Handling<z.output<Body>>): ServedMachine {
  return { endpoint, ...handling } as unknown as ServedMachine;
}

/** The endpoints for programs of all modules. Their router comes before the one that checks the Origin. */
export function machineRouterOf(served: ServedMachine[], services: Services): Hono<Env> {
  const app = new Hono<Env>();
  for (const one of served) {
    const { path, maxBytes } = one.endpoint;
    if (!isServed(one)) {
      app.all(path, () => {
        throw new Refusal("not_found");
      });
      continue;
    }
    app.post(path, bodyLimit({ maxSize: maxBytes, onError: tooLarge }), async (http) => {
      refuseOtherTypes(one, http.req.header("content-type"));
      await services.limits.take(one.limit, networkOf(http.env?.ip ?? ""));
      const raw = Buffer.from(await http.req.arrayBuffer());
      requireAuthentication(one, raw, http.req.raw.headers, services.clock());
      const body = parse(one.endpoint, raw);
      const call = { ...services, body, requestId: http.var.requestId } as unknown as MachineCall<never>;
      await (one.eventOf ? handleOnce(one, call) : one.handle(call));
      return http.body(null, 204);
    });
    app.all(path, (http) => {
      http.header("allow", "POST");
      throw new Refusal("method_not_allowed");
    });
  }
  return app;
}

/** Whether the endpoint exists: one that needs a secret does not while none is set. */
export const isServed = ({ endpoint, secrets }: ServedMachine) => endpoint.authentication === "none" || (secrets?.length ?? 0) > 0;

function tooLarge(): never {
  throw new Refusal("too_large");
}

function refuseOtherTypes({ endpoint }: ServedMachine, given = "") {
  const [type = ""] = given.split(";", 1);
  if (!endpoint.contentTypes.includes(type.trim().toLowerCase())) throw new Refusal("unsupported_type");
}

function requireAuthentication(
  { endpoint: { authentication }, secrets = [], signatureHeader = "x-signature" }: ServedMachine,
  raw: Buffer,
  headers: Headers,
  now: Date,
) {
  if (authentication === "none") return;
  const token = /^Bearer (.+)$/.exec(headers.get("authorization") ?? "")?.[1];
  const isProven = authentication === "token" ? isSecret(token, secrets) : isSigned(raw, headers.get(signatureHeader) ?? "", secrets, now);
  if (!isProven) throw new Refusal("not_authenticated");
}

function isSigned(raw: Buffer, header: string, secrets: readonly string[], now: Date): boolean {
  const parts = header.slice(0, 1_000).split(",");
  const time = /^t=(\d{1,12})$/.exec(parts[0]?.trim() ?? "")?.[1];
  if (!time || Math.abs(now.getTime() - Number(time) * 1_000) > signatureWindow) return false;
  const given = parts.slice(1).flatMap((part) => /^v1=([0-9a-f]{64})$/.exec(part.trim())?.[1] ?? []);
  const expected = secrets.map((secret) => createHmac("sha256", secret).update(`${time}.`).update(raw).digest());
  return given.some((one) => expected.some((digest) => timingSafeEqual(digest, Buffer.from(one, "hex"))));
}

function parse({ body }: MachineEndpoint, raw: Buffer): unknown {
  const result = body?.safeParse(jsonIn(raw.toString("utf8")));
  if (result && !result.success) throw new Refusal("invalid", { fieldErrors: fieldErrorsOf(result.error) });
  return result?.data;
}

/** An event and its effects are one transaction: after a failure the sender retries the event. */
async function handleOnce({ endpoint: { path }, eventOf, handle }: ServedMachine, call: MachineCall<never>) {
  const event = eventOf?.(call.body) ?? "";
  if (!event || event.length > longestId) throw new Refusal("bad_request");
  await call.db.transaction(async (tx) => {
    const [isNew] = await tx.insert(machineEvents).values({ path, event, receivedAt: call.clock() }).onConflictDoNothing().returning();
    if (isNew) await handle({ ...call, db: tx });
  });
}

/** Longer than any service retries an event. */
const daysStored = 30;

export async function purgeMachineEvents(db: Db, now: Date) {
  await db.delete(machineEvents).where(lt(machineEvents.receivedAt, new Date(now.getTime() - daysStored * 86_400_000)));
}
