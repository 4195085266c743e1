import { expect, test } from "vitest";
import * as z from "zod";
import { backendEnvironment } from "#backend/config";
import { faultsOf } from "#contract/api/environment";
import "#contract/formats/validation";
import { webEnvironment } from "~/api/settings.server";

test("each wrong setting is named with the value that it must have, and a missing one is called missing", () => {
  const all = z.object({ ...webEnvironment.shape, ...backendEnvironment.shape, NEEDED: z.string() });
  const wrong = { PORT: "abc", LOG_LEVEL: "loud", DATABASE_POOL: "many", FOUNDED_IN: "1.5", PUBLIC_URL: "maillon.fr", SMTP_URL: "smtp" };
  expect(faultsOf(all.safeParse(wrong).error as z.ZodError, wrong).sort()).toEqual([
    "DATABASE_POOL: must be a number from 1 to 100",
    "FOUNDED_IN: must be a year",
    "LOG_LEVEL: must be one of trace, debug, info, warn, error, silent",
    "NEEDED: is missing",
    "PORT: must be a port number",
    "PUBLIC_URL: must be an http or https address",
    "SMTP_URL: must start with smtp:// or smtps://",
  ]);
});
