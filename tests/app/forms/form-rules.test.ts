import { expect, test } from "vitest";
import * as z from "zod";
import { rulesOf } from "~/forms/rules.server";

test("the rules of a form name the fields that must be filled in, and contain nothing else of the schema", () => {
  const schema = z.object({
    name: z.string().trim().min(1).max(80),
    email: z.email().nullish(),
    title: z.object({ fr: z.string().min(1).max(160), en: z.string().max(160).optional() }),
    kind: z.enum(["one", "other"]),
    agreed: z.boolean().default(false),
  });
  expect(rulesOf({ example: schema })).toEqual({ example: ["name", "title", "title.fr", "kind"] });
});
