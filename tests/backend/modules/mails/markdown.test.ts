import { expect, test } from "vitest";
import { markdownMail } from "#backend/modules/mails/markdown";

test.each([
  ["pink", "#cb1067"],
  ["green", "#0f7443"],
] as const)("links of a mail of a %s installation have its colour", (primaryColour, colour) => {
  const where = { locale: "fr", publicUrl: "https://maillon.example", primaryColour } as const;
  const { html } = markdownMail({ text: "[Lisez](/news)", locale: "fr" }, where);
  expect(html).toContain(`<a href="https://maillon.example/news" style="color:${colour};text-decoration:underline">`);
});
