import pg from "pg";
import type { Db } from "./client.ts";

/** Each connection keeps the plans of all named statements in the server's memory. */
const maxNames = 200;
const maxParameters = 100;
/** A list of values whose length is another each time is another statement each time. */
const hasLongList = /\((?:\$\d+, ){12}/;
/** A statement is prepared when it occurs for this time; texts that occur once take no space. */
const timesBefore = 3;
const maxCounted = 2_000;
/** The best plan of a search depends on its words, so it is planned each time. */
const dependsOnWords = /tsquery|searched_text|\bi?like\b/i;

/** Names the frequent reading statements, the same name for the same text, {@link maxNames} at most. */
export function statementNames(): (text: string, parameters: number) => string | undefined {
  const names = new Map<string, string>();
  const counted = new Map<string, number>();
  return (text, parameters) => {
    const name = names.get(text);
    if (name || names.size >= maxNames || parameters > maxParameters) return name;
    const times = (counted.get(text) ?? 0) + 1;
    if (counted.size >= maxCounted) counted.clear();
    counted.set(text, times);
    if (times < timesBefore || !/^\s*(select|with)\b/i.test(text) || dependsOnWords.test(text) || hasLongList.test(text)) return undefined;
    counted.delete(text);
    names.set(text, `maillon_${names.size + 1}`);
    return names.get(text);
  };
}

/** A client for a pool whose connections keep prepared statements: the server parses and plans a frequent one once, not every time. */
export function preparingClient(): typeof pg.Client {
  const nameOf = statementNames();
  const named = (statement: unknown, values: unknown) => {
    if (statement === null || typeof statement !== "object" || !("text" in statement) || "submit" in statement) return statement;
    const name = nameOf(String(statement.text), Array.isArray(values) ? values.length : 0);
    return name ? { ...statement, name } : statement;
  };
  return class extends pg.Client {
    override query(...given: unknown[]): never {
      const [statement, values, ...rest] = given;
      const query = super.query as (...given: unknown[]) => unknown;
      return query.call(this, named(statement, values), values, ...rest) as never;
    }
  };
}

/**
 * A statement that is built once for each database, with placeholders for its values. Building the SQL of a long statement takes longer than
 * sending it, so this is for those of every request. `build` ends with `.prepare("")`; the client names the statement when it is frequent.
 */
export function builtOnce<Statement extends object>(build: (db: Db) => Statement): (db: Db) => Statement {
  const known = new WeakMap<Db, Statement>();
  return (db) => {
    const statement = known.get(db) ?? build(db);
    known.set(db, statement);
    return statement;
  };
}
