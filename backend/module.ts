import type { PgTable } from "drizzle-orm/pg-core";
import type { Hono } from "hono";
import { isLongList } from "#contract/api/endpoint";
import type { DemoSubject } from "./content/demo-rows.ts";
import type { Declarations } from "./declarations.ts";
import { isServed, type ServedMachine } from "./http/machine-calls.ts";
import type { Env, ServedEndpoint } from "./http/routes.ts";
import type { Services } from "./http/services.ts";
import type { Job } from "./worker/queue.ts";
import { taskKindsOf } from "./worker/task-kind.ts";

/** What a module of the backend does, made with the services that it runs on. */
export type ModuleParts = {
  endpoints?: ServedEndpoint[];
  /** Endpoints that other programs call. */
  machineEndpoints?: ServedMachine[];
  /** Routers of responses that are no JSON, such as files and redirects. */
  routers?: Hono<Env>[];
  /** Background work; `services.db` is then a pool of its own, where statements may take minutes. */
  jobs?: (services: Services) => Job[];
  /** Removes what is over, once an hour. */
  purge?: (services: Services, now: Date) => Promise<unknown>;
  /** Called when the process ends, before the database is closed. */
  close?: () => Promise<unknown>;
};

/** A module, declared in its `module.ts`. `createBackend` puts together those of `modules.ts`. */
export type Module = Partial<Declarations> & {
  parts?: (services: Services) => ModuleParts | Promise<ModuleParts>;
  /** The table whose rows of the demonstration are in `demo.json`; or the `demo.ts` that makes them, which only `backend/demo/` loads. */
  demo?: PgTable | (() => Promise<{ demo: DemoSubject }>);
};

export function partsOf(modules: readonly Module[], services: Services): Promise<ModuleParts[]> {
  return Promise.all(modules.map(async ({ parts }) => (await parts?.(services)) ?? {}));
}

/** What the parts of all modules serve: their endpoints, those that the description of the API names, and by path what is done as a task and what is a long list. */
export function servedBy(parts: readonly ModuleParts[]) {
  const endpoints = parts.flatMap((part) => part.endpoints ?? []);
  const machineEndpoints = parts.flatMap((part) => part.machineEndpoints ?? []);
  return {
    endpoints,
    machineEndpoints,
    described: [...endpoints, ...machineEndpoints.filter(isServed)].map(({ endpoint }) => endpoint),
    taskKinds: taskKindsOf(endpoints),
    lists: new Map(endpoints.filter(({ endpoint }) => isLongList(endpoint)).map((one) => [one.endpoint.path, one])),
  };
}
