import type { ActionFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";
import * as z from "zod";
import { submit } from "~/forms/submission.server";

const publicUrl = "https://maillon.example";

/** Sends a form that redirects to a URL on success. */
function formLeadingTo(to: string) {
  const request = new Request(`${publicUrl}/form`, { method: "POST", body: new FormData() });
  const args = { request, params: {}, context: { api: {}, settings: { publicUrl } } } as unknown as ActionFunctionArgs;
  return submit(args, z.object({}), async () => ({ to })) as Promise<Response>;
}

test.each(["/account/settings", "/en/dashboard?lang=en", `${publicUrl}/oidc/auth/abc`])("a form leads to %s", async (to) => {
  const answer = await formLeadingTo(to);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, to]);
});

test.each([
  "https://elsewhere.example/",
  "//elsewhere.example/",
  "/\\elsewhere.example",
  "/\t/elsewhere.example",
  "javascript:alert(1)",
  "elsewhere.example",
  `${publicUrl}.elsewhere.example/`,
  `${publicUrl}//elsewhere.example/`,
  `${publicUrl}@elsewhere.example/`,
  "",
])("no form leads off the site, to %j", async (to) => {
  await expect(formLeadingTo(to)).rejects.toThrow("off the site");
});
