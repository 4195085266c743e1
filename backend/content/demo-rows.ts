import { readFileSync } from "node:fs";
import { getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { franceDay } from "#contract/formats/france-time";
import { englishStateOf } from "./english.ts";

/** A row of a module's `demo.json`. */
export type DemoRow = Record<string, unknown>;

/** What the rows of the demonstration are made with. Days are counted from `now`. */
export type DemoDeps = {
  tx: Db;
  now: Date;
  /** Ids of sectors by their names, of people by their e-mail addresses, of projects by their French names. */
  sectors: ReadonlyMap<unknown, string>;
  people: ReadonlyMap<unknown, string>;
  projects: Map<unknown, string>;
  /** Stores the logo of this name; its id. */
  addLogo: (name: string) => Promise<string>;
};

/** Adds the rows of a module to the demonstration. */
export type DemoSubject = (needs: DemoDeps) => Promise<void>;

/** The rows of a module in its `demo.json`. */
export function readDemo<Source = DemoRow[]>(module: string): Source {
  return JSON.parse(readFileSync(`backend/modules/${module}/demo.json`, "utf8"));
}

const day = 86_400_000;

/** The day in France so many days after `now`; none where no number is given. */
export const dayAfter = (now: Date, days: unknown) => (typeof days === "number" ? franceDay(new Date(now.getTime() + days * day)) : null);
export const dayBefore = (now: Date, days: unknown) => dayAfter(now, -Number(days));

/** Adds content in the order of its file, published unless it says that it is a draft. */
export async function addContent({ tx, now }: Pick<DemoDeps, "tx" | "now">, table: PgTable, rows: DemoRow[]) {
  const values = rows.map((row, at) => {
    const online = row.status !== "draft";
    return { status: "published", ...row, english: englishStateOf(row), position: at + 1, publishedAt: online ? now : null };
  });
  await tx.insert(table).values(values);
}

/** What a value of `demo.json` with this one key means. */
const made: Record<string, (value: unknown, needs: DemoDeps) => unknown> = {
  daysAgo: (days, { now }) => dayBefore(now, days),
  inDays: (days, { now }) => dayAfter(now, days),
  logo: (name, { addLogo }) => addLogo(String(name)),
  sector: (name, { sectors }) => sectors.get(name) ?? null,
};

/** The rows of a table in the `demo.json` of the module of its name. Values such as `{ "daysAgo": 20 }` are made when they are added. */
export function demoOf(table: PgTable): DemoSubject {
  return async (needs) => {
    const resolved = async (value: unknown) => {
      const [key = "", given] = Object.entries(value ?? {})[0] ?? [];
      return made[key] ? made[key](given, needs) : value;
    };
    const rows = readDemo(getTableName(table)).map(async (row) => {
      const values = Object.entries(row).map(async ([name, value]) => [name, await resolved(value)] as const);
      return Object.fromEntries(await Promise.all(values));
    });
    await addContent(needs, table, await Promise.all(rows));
  };
}

/** Adds content that other rows refer to by a key of the file: their ids by that key. */
export async function addKeyed(needs: Pick<DemoDeps, "tx" | "now">, table: PgTable, rows: DemoRow[]): Promise<Map<unknown, string>> {
  const keyed = rows.map(({ key, ...row }) => ({ key, row: { ...row, id: crypto.randomUUID() } }));
  await addContent(
    needs,
    table,
    keyed.map(({ row }) => row),
  );
  return new Map(keyed.map(({ key, row }) => [key, row.id]));
}
