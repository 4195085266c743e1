import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type * as z from "zod";
import type { Db } from "#backend/db/client";
import { type Access, redirectFor } from "#contract/accounts/access";
import { type Endpoint, mayBeSlow } from "#contract/api/endpoint";
import type { Locale } from "#contract/formats/locale";
import { Refusal } from "../refusal.ts";
import type { TaskWork } from "../worker/task-kind.ts";
import type { Actor } from "./actor.ts";
import { maxBytes, readForm, readJson } from "./body.ts";
import { fieldErrorsOf } from "./field-errors.ts";
import { type KeyedRequest, once } from "./idempotency.ts";
import { bringsFile, onceWithFile } from "./idempotency-of-files.ts";
import { networkOf } from "./ip.ts";
import { type Limits, limitedWithin } from "./limits.ts";
import type { Services } from "./services.ts";

export type Env = {
  /**
   * Set by the caller in this process: the IP of the browser, when known, an object that identifies the browser's request, the same
   * for all calls of one page, and whether the request had no host or a path that no URL can have.
   */
  Bindings: { ip?: string; page?: object; unreadable?: boolean };
  /** `actor`: the authenticated person; `isList`: whether the request reads a long list, or counts one. */
  Variables: { requestId: string; locale: Locale; actor?: Actor; isList: boolean };
};

/** What a handler receives: the services, the checked input, and the person, who is null on public endpoints only. */
export type Call<P, Q, B, Who extends Access> = Services & {
  params: P;
  query: Q;
  body: B;
  actor: Who extends "public" ? Actor | null : Actor;
  locale: Locale;
  requestId: string;
  /** The browser's network, see {@link networkOf}: the key of limits by IP. */
  network: string;
  /** For the few handlers that set cookies or read headers. */
  http: Context<Env>;
};

export type ServedEndpoint = {
  endpoint: Endpoint;
  handle: (call: Call<never, never, never, Access>) => unknown;
  /** How its requests are done as tasks, when they are about too many rows. */
  task?: TaskWork;
};

/** What an endpoint answers that has nothing to say but that it was done (`Done` of the contract). */
export const done = { success: true as const };

/** Binds a contract endpoint to its handler. The response is stripped to the endpoint's response schema. */
export function on<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType, Who extends Access>(
  endpoint: Endpoint<P, Q, B, R, Who>,
  handle: (call: Call<z.output<P>, z.output<Q>, z.output<B>, Who>) => Promise<z.input<R>> | z.input<R>,
): ServedEndpoint {
  return { endpoint, handle } as unknown as ServedEndpoint;
}

/** The endpoints of all modules as one router. Access is decided here, before a handler runs. */
export function routerOf(served: ServedEndpoint[], services: Services): Hono<Env> {
  const app = new Hono<Env>();
  for (const { endpoint, handle } of served) {
    const limit = bodyLimit({ maxSize: maxBytes[endpoint.bodyType ?? "json"], onError: tooLarge });
    app.on(endpoint.method, [endpoint.path], limit, async (http) => {
      if (/%00/.test(http.req.url)) throw new Refusal("bad_request");
      const actor = await services.authenticate(services, http, endpoint.access);
      authorise(actor, endpoint.access);
      const call = {
        ...services,
        params: parse(endpoint.params, http.req.param(), "not_found"),
        query: parse(endpoint.query, queryOf(http), "bad_request"),
        body: endpoint.body && parse(endpoint.body, await (endpoint.bodyType === "multipart" ? readForm(http) : readJson(http)), "invalid"),
        actor,
        locale: http.var.locale,
        requestId: http.var.requestId,
        network: networkOf(http.env?.ip ?? ""),
        http,
      };
      const isList = mayBeSlow(endpoint) || isDryRun(call.body);
      http.set("isList", isList);
      const sealedWith = endpoint.confidential && services.settings.sessionSecrets;
      const run = (db: Db, limits = services.limits) => handle({ ...call, db, limits } as unknown as Call<never, never, never, Access>);
      const key = idempotencyKeyOf(http, endpoint);
      const connections = isList ? services.database.lists : services.db;
      const keyed = key && actor && { userId: actor.id, key, body: call.body, sealedWith };
      const result = await (keyed ? runOnce(services, connections, keyed, run) : run(connections));
      const answer = endpoint.response.parse(result);
      http.header("cache-control", "no-store");
      return http.json(answer as object, endpoint.status ?? 200);
    });
  }
  refuseOtherMethods(app, served);
  return app;
}

/** The request of a form with a key: a file is stored without an open transaction, everything else is one with the key. */
function runOnce(services: Services, db: Db, request: KeyedRequest, run: (db: Db, limits?: Limits) => unknown): Promise<unknown> {
  if (bringsFile(request.body) && !request.sealedWith) return onceWithFile(db, request, async () => run(db));
  return limitedWithin(services.limits, (within) => once(db, request, async (tx) => run(tx, within(tx))));
}

/** A known path answers an unknown method with 405 and the allowed ones. */
function refuseOtherMethods(app: Hono<Env>, served: ServedEndpoint[]) {
  const byPath = Map.groupBy(served, ({ endpoint }) => endpoint.path);
  for (const [path, members] of byPath) {
    app.all(path, (http) => {
      http.header("allow", members.map(({ endpoint }) => endpoint.method).join(", "));
      throw new Refusal("method_not_allowed");
    });
  }
}

/** A dry run over a selection counts what a list finds, and changes nothing. */
function isDryRun(body: unknown): boolean {
  return typeof body === "object" && body !== null && "selection" in body && "dryRun" in body && body.dryRun === true;
}

function tooLarge(): never {
  throw new Refusal("too_large");
}

/** The caller's idempotency key together with its endpoint: one form may make several changes. */
function idempotencyKeyOf(http: Context<Env>, { repeatable }: Endpoint): string | null {
  const key = http.req.header("idempotency-key");
  if (!key || repeatable || http.req.method === "GET") return null;
  if (!/^[\w-]{8,80}$/.test(key)) throw new Refusal("bad_request");
  return `${key} ${http.req.method} ${http.req.path}`;
}

/** The backend's own access gate: the same decision as the web tier's, with the status codes of an API. */
export function authorise(actor: Actor | null, access: Access) {
  const stop = redirectFor(actor, access);
  if (stop === null) return;
  if (stop === "/login") throw new Refusal("not_authenticated");
  throw new Refusal(stop === "/" ? "forbidden" : "account_pending");
}

function parse(schema: z.ZodType | undefined, input: unknown, code: "not_found" | "bad_request" | "invalid"): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new Refusal(code, code === "not_found" ? {} : { fieldErrors: fieldErrorsOf(result.error) });
}

/** Query parameters: a text, or a list of texts where a name comes several times. */
function queryOf(http: Context<Env>): Record<string, string | string[]> {
  const entries = Object.entries(http.req.queries());
  return Object.fromEntries(entries.map(([name, values]) => [name, values.length > 1 ? values : (values[0] ?? "")]));
}
