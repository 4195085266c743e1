import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import * as z from "zod";
import { PledgeForm } from "#contract/giving/pledges";
import { limitRedisplayedValues } from "~/forms/redisplay.server";

const schema = z.object({
  message: z.string().trim().max(50),
  day: z.iso.date(),
  title: z.object({ fr: z.string().max(10) }),
  rows: z.array(z.object({ name: z.string().max(20) })),
});

const typed = (form: Record<string, string>, formSchema: z.ZodType = schema) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(form)) body.set(name, value);
  return limitRedisplayedValues(parseWithZod(body, { schema: formSchema }).reply(), formSchema).initialValue;
};

test("a refused form shows again what was typed, somewhat too long or not", () => {
  const form = { message: "a".repeat(60), day: "demain", "title.fr": "Un titre long", "rows[0].name": "N" };
  expect(typed(form)).toEqual({ message: "a".repeat(60), day: "demain", title: { fr: "Un titre long" }, rows: [{ name: "N" }] });
});

test("of a text far too long it shows the beginning, whatever the field is called", () => {
  const long = "a".repeat(80_000);
  const shown = typed({ message: long, day: long, "title.fr": long, "rows[0].name": long, more: long });
  expect(JSON.stringify(shown).length).toBeLessThan(100 + 1_000 + 20 + 40 + 1_000 + 200);
});

test("fields of a form with rules between fields have their own lengths too", () => {
  expect(String(typed({ otherAmount: "1".repeat(80_000) }, PledgeForm)?.otherAmount)).toHaveLength(40);
});
