import { sql } from "drizzle-orm";
import type { ChosenRows } from "#backend/db/whole-lists";
import type { ChosenItems } from "#backend/worker/task-kind";

/** Rows that have numbers for ids as items of a task, whose ids are written as those of other records: the number in hexadecimal digits. */
export const numberedItems = ({ key, ...rows }: ChosenRows): ChosenItems => ({
  ...rows,
  key: sql<string>`lpad(to_hex(${key}), 32, '0')::uuid`,
});

/** The number of a row that is an item. */
export const numberOf = (item: string) => Number.parseInt(item.replaceAll("-", ""), 16);

/** The item of a row with this number, from 0 to the largest safe integer. */
export function itemOf(number: number): string {
  const digits = number.toString(16).padStart(32, "0");
  return [0, 8, 12, 16, 20].map((from, at, all) => digits.slice(from, all[at + 1])).join("-");
}
