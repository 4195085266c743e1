import type { SQL, SQLWrapper } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { ServedEndpoint } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import type { Endpoint } from "#contract/api/endpoint";
import type { Locale } from "#contract/formats/locale";

/**
 * The request that a task does: its body, on behalf of its owner with the rights of now. `db` is the transaction of a chunk of its items,
 * before which others were `handled`.
 */
export type TaskCall<Body> = Services & { actor: Actor; body: Body; taskId: string; handled: number };

/** Null for an item that was done; else why it was left out, a text as `namespace:key`. */
export type ItemResult = string | null;

/**
 * How a request of an endpoint is done as a task, when it is about too many rows: chunk by chunk, with the access of the endpoint checked
 * again for each.
 */
export type TaskWork<Body = unknown> = {
  /** Its name: the texts that count its items are under `titleOf`, those that count what was done under `resultOf` of the namespace `tasks`. */
  nameOf(body: Body): string;
  /** The list in which the items were chosen, a path of the site. */
  listOf(body: Body): string;
  /** Items of one transaction, instead of the usual number. */
  chunk?: number;
  /** Which items it is about, when finding them takes too long for the request that starts it: they are then those of when it first runs. */
  items?(call: TaskCall<Body>): Promise<ChosenItems>;
  /** The most of those items; with more, the task fails. */
  most?: number;
  /** Whether the owner still has the further rights that it needs, beside the access of the endpoint. */
  mayGoOn?(call: TaskCall<Body>): boolean;
  /** The page of the file that it makes, which its owner may open for a day. */
  fileOf?(body: Body): string;
  /**
   * Does it to these items, and to others of the task that belong to them, whose results it answers as well. An item without a result was deleted
   * meanwhile. A refusal or a fault makes the runner do each item by itself.
   */
  act(call: TaskCall<Body>, ids: string[]): Promise<Map<string, ItemResult>>;
  /** The request that takes it back, about those of its items that still allow it; null when its body has none. */
  undoneBy?(body: Body, taskId: string): Undo | null;
  /** Names and pages of those items that the reader may see. */
  describe(read: { db: Db; actor: Actor; locale: Locale; body: Body }, ids: string[]): Promise<Map<string, { name: string; path: string }>>;
};

/** A task that undoes another one. It is possible during the retention period of the kind `storedAs`. */
export type Undo = {
  endpoint: Pick<Endpoint, "path">;
  body: Record<string, unknown>;
  items: ChosenItems;
  storedAs: "deleted_contents" | "tasks";
};

/** The items of a task, by an id, and the order in which they are done. */
export type ChosenItems = { table: PgTable; key: PgColumn | SQL<string>; where: SQL | undefined; order: SQLWrapper[] };

/** A served endpoint whose requests may become tasks. */
export function withTask<Body>(served: ServedEndpoint, work: TaskWork<Body>): ServedEndpoint {
  return { ...served, task: work as TaskWork };
}

/** The kinds of tasks of all modules, by the path of their endpoint. */
export type TaskKinds = Map<string, Pick<ServedEndpoint, "endpoint"> & { task: TaskWork }>;

export function taskKindsOf(served: readonly ServedEndpoint[]): TaskKinds {
  return new Map(served.flatMap(({ endpoint, task }) => (task ? [[endpoint.path, { endpoint, task }]] : [])));
}
