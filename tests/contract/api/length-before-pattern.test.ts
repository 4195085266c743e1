import { globSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { centsOf } from "#contract/giving/money";

type Check = { check: string; format?: string; abort?: boolean; pattern?: RegExp };
type Definition = Record<string, unknown> & { type: string; checks?: { _zod: { def: Check } }[] };

/** Formats of Zod that read a text once from its beginning. */
const readOnce = ["uuid", "url", "datetime", "lowercase", "uppercase", "starts_with", "includes"];

/** Whether no text beyond some length fits: the pattern is held at its beginning and repeats nothing without end. */
function isShort(pattern: RegExp): boolean {
  const source = pattern.source.replace(/\\./g, "x").replace(/\[[^\]]*\]/g, "x");
  return source.startsWith("^") && !/[*+]|\{\d+,\}/.test(source);
}

/** Whether what comes after this check sees short texts only. */
function isBound({ check, abort, pattern }: Check): boolean {
  if (!abort) return false;
  return check === "max_length" || check === "length_equals" || (check === "string_format" && !!pattern && isShort(pattern));
}

/** Settings come from whoever runs the installation. */
const notPeoples = "contract/api/environment.ts";

/** Every schema that the files of the contract give out or build theirs from, with the name it is reached by. */
async function everySchema(): Promise<Map<z.core.$ZodType, string>> {
  const found = new Map<z.core.$ZodType, string>();
  const seen = new Set<unknown>();
  const left: [name: string, value: unknown][] = [];
  for (const file of globSync("contract/**/*.ts").sort())
    if (file !== notPeoples) left.push([file, await import(/* @vite-ignore */ resolve(file))]);
  for (const [name, value] of left) {
    if (value === null || typeof value !== "object" || seen.has(value)) continue;
    seen.add(value);
    if (value instanceof z.core.$ZodType) {
      found.set(value, name);
      const definition = value._zod.def as Definition & { getter?: () => unknown };
      if (definition.type === "lazy") left.push([name, definition.getter?.()]);
      left.push([name, definition]);
    } else for (const [key, part] of Object.entries(value)) if (key !== "checks") left.push([`${name} ${key}`, part]);
  }
  return found;
}

/** What of a text's own checks runs though the text is longer than the field may be. */
function patternsWithoutLength(schema: z.core.$ZodType): string[] {
  const definition = schema._zod.def as Definition & Check;
  if (definition.type !== "string") return [];
  const own = definition.format ? [definition as Check] : [];
  const checks = [...own, ...(definition.checks ?? []).map((check) => check._zod.def)];
  const bound = checks.findIndex(isBound);
  return checks.flatMap(({ check, format = "", pattern }, at) => {
    const readsAll = check === "string_format" && !readOnce.includes(format) && !(pattern && isShort(pattern));
    return (check === "custom" || readsAll) && (bound < 0 || at <= bound) ? [`${check} ${format}`.trim()] : [];
  });
}

/** A text that is changed before it is looked at has to be short enough first. */
function changesWithoutLength(schema: z.core.$ZodType): boolean {
  const { type, in: first, out } = schema._zod.def as Definition & { in?: z.core.$ZodType; out?: z.core.$ZodType };
  if (type !== "pipe" || out?._zod.def.type !== "transform" || first?._zod.def.type !== "string") return false;
  const own = first._zod.def as Definition & Check;
  const checks = [own, ...(own.checks ?? []).map((check) => check._zod.def)];
  // A pipe goes no further than its first fault, whether or not the check says so.
  return !checks.some((check) => isBound({ ...check, abort: true }));
}

test("a pattern, a rule or a change of a text runs only once the text is known to be short enough", async () => {
  const faults = [...(await everySchema())].flatMap(([schema, name]) => [
    ...patternsWithoutLength(schema).map((check) => `${name}: ${check}`),
    ...(changesWithoutLength(schema) ? [`${name}: transform`] : []),
  ]);
  expect(faults).toEqual([]);
});

test.each(["1", "12", "0,5", ""])("an amount with 200,000 spaces in it (%j) is no amount, refused at once", (start) => {
  const begun = performance.now();
  expect(centsOf(`${start}${" ".repeat(200_000)}x`)).toBeNull();
  expect(performance.now() - begun).toBeLessThan(200);
});
