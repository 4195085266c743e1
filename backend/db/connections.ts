import { AsyncLocalStorage } from "node:async_hooks";
import type { Socket } from "node:net";
import { NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres/session";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import type { Db } from "./client.ts";
import { triedAgain } from "./transactions.ts";

const endings = new AsyncLocalStorage<AbortSignal>();

/** Statements that `act` sends to a PostgreSQL server end with the signal: the running one is cancelled, and no further one starts. */
export function cancelledBy<T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  return endings.run(signal, act);
}

/** The error of PostgreSQL for a cancelled statement. */
function refuseWhenOver(signal: AbortSignal | undefined) {
  if (signal?.aborted) throw Object.assign(new Error("the request is over"), { code: "57014" });
}

/** Milliseconds beyond the time-out of a statement after which its connection is given up: the server would have said so by then. */
const silence = 2_000;

/** Ends a connection at once, without a word to the server; what runs on it fails. */
export function breakConnection(client: pg.ClientBase) {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

const processIdOf = (client: pg.PoolClient) => (client as unknown as { processID: number }).processID;

type Query = (...query: unknown[]) => Promise<pg.QueryResult>;

/** A pool of connections to a PostgreSQL server that survives the loss of any of them. */
export class Connections extends pg.Pool {
  /** Connections in use. */
  readonly #busy = new Set<pg.PoolClient>();

  constructor(settings: pg.PoolConfig) {
    super({ connectionTimeoutMillis: 5_000, keepAlive: true, ...settings });
    // The loss of a connection in use is reported to its user; without a listener the process would exit.
    this.on("connect", (client) => void client.on("error", () => {}));
    // An idle connection that the server ended is replaced; a server that is gone shows at the next query.
    this.on("error", () => {});
    this.on("acquire", (client) => void this.#busy.add(client));
    this.on("release", (_, client) => void this.#busy.delete(client));
    this.query = ((...query) => triedAgain(() => this.#once(query))) as Query as typeof this.query;
  }

  async #once(query: unknown[]) {
    const client = await this.connect();
    try {
      return await this.#run(client, query);
    } finally {
      client.release();
    }
  }

  /** The answer to a statement. Without one, as after a network that drops what it carries, the connection is given up, and another takes its place. */
  async #answerOf(client: pg.PoolClient, query: unknown[]) {
    const { statement_timeout: longest } = this.options;
    const run = client.query.bind(client) as unknown as Query;
    if (!longest) return run(...query);
    const timer = setTimeout(breakConnection, longest + silence, client);
    try {
      return await run(...query);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * A transaction that is retried as a whole when PostgreSQL aborted it. Its handle ends with it: what somebody does not wait for any more would
   * otherwise run in the next transaction of the connection.
   */
  transaction<T>(run: (tx: Db) => Promise<T>, dialect: PgDialect): Promise<T> {
    return triedAgain(async () => {
      const client = await this.connect();
      let lost = false;
      let over = false;
      try {
        await this.#answerOf(client, ["begin"]);
        const end = () => Promise.reject(new Error("the transaction is over"));
        const transaction = { query: ((...query) => (over ? end() : this.#run(client, query))) as Query };
        const session = new NodePgSession(transaction as unknown as pg.PoolClient, dialect, undefined);
        const result = await run(new NodePgTransaction(dialect, session, undefined) as unknown as Db);
        refuseWhenOver(endings.getStore());
        await this.#answerOf(client, ["commit"]);
        return result;
      } catch (error) {
        await this.#answerOf(client, ["rollback"]).catch(() => {
          lost = true;
        });
        throw error;
      } finally {
        over = true;
        client.release(lost);
      }
    });
  }

  /** Sends a statement, unless the request is over; one that is running at its end is cancelled before the connection is reused. */
  async #run(client: pg.PoolClient, query: unknown[]) {
    const signal = endings.getStore();
    if (!signal) return this.#answerOf(client, query);
    refuseWhenOver(signal);
    let cancelled: Promise<void> | undefined;
    const cancel = () => {
      cancelled = this.#cancel(processIdOf(client));
    };
    signal.addEventListener("abort", cancel, { once: true });
    try {
      return await this.#answerOf(client, query);
    } finally {
      signal.removeEventListener("abort", cancel);
      await cancelled;
    }
  }

  /** Ends the pool once statements that have run for two seconds are cancelled: those of jobs may go on for minutes. Shorter ones end by themselves. */
  async endWithoutLong() {
    const processIds = [...this.#busy].map((client) => processIdOf(client));
    const long = "select pg_cancel_backend(pid) from pg_stat_activity where pid = any($1) and now() - query_start > interval '2 seconds'";
    const ended = this.end();
    if (processIds.length > 0) await this.#send(long, processIds);
    await ended;
  }

  #cancel(processId: number) {
    return this.#send("select pg_cancel_backend($1)", processId);
  }

  /** Over a separate connection, since all others may be in use. */
  async #send(statement: string, value: unknown) {
    const { connectionString } = this.options;
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
    client.on("error", () => {});
    await client
      .connect()
      .then(() => client.query(statement, [value]))
      .catch(() => {});
    await client.end().catch(() => {});
  }
}

/** Each transaction has its own session, and shares drizzle's cache of table names. */
export const transactionDialect = new PgDialect({ casing: "snake_case" });
