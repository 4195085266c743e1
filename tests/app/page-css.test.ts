import { expect, test } from "vitest";
import { createPageCss } from "~/server/page-css.server";

test("a page gets the rules of its classes only, and no two classes share a short name", () => {
  const names = Array.from({ length: 1_500 }, (_, index) => `class-${index}`);
  const style = createPageCss(names.map((name, index) => `.${name}{order:${index}}`).join(""), "<!--css-->");
  const shortened = names.map((name) => / class="(\w+)"/.exec(style(`<p class="${name}">`).html)?.[1]);
  expect(new Set(shortened).size).toBe(names.length);
  expect(shortened).not.toContain(undefined);
  expect(style('<!--css--><p class="class-7" title="class-7">class-7</p>').html).toBe(
    `.${shortened[7]}{order:7}<p class="${shortened[7]}" title="class-7">class-7</p>`,
  );
});
