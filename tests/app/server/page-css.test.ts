import { expect, test } from "vitest";
import { createPageCss as createSheet } from "~/server/page-css.server";

/** Whole pages as one piece. */
function createPageCss(...about: Parameters<typeof createSheet>) {
  const css = createSheet(...about);
  return (html: string) => {
    return { html: html.replace("<!--css-->", () => String(css.styleOf([css.read(html)]).css)) };
  };
}

test("a page gets the rules of its classes only, and its text stays as it is", () => {
  const names = Array.from({ length: 1_500 }, (_, index) => `class-${index}`);
  const style = createPageCss(names.map((name, index) => `.${name}{order:${index}}`).join(""));
  const page = '<p class="class-7 other" title="class-8">class-9</p>';
  expect(style(`<!--css-->${page}`).html).toBe(`.class-7{order:7}${page}`);
});

const styleOf = (sheet: string, html: string) => createPageCss(sheet)(`<!--css-->${html}`).html.split("<")[0];

test("rules for elements that a page lacks are left out, and a class inside :where() decides", () => {
  const sheet = ".f:is(select){order:1}.f:is(textarea){order:2}table{order:3}.t-table{order:4}:where(.d>:not(:last-child)){order:5}";
  expect(styleOf(sheet, '<p class="f t-table">')).toBe(".t-table{order:4}");
  expect(styleOf(sheet, '<select class="f"></select>')).toContain("order:1");
  expect(styleOf(sheet, '<ul class="d"></ul><table></table>')).toMatch(/order:3.*order:5/);
});

test("a class with a comma in its name is one selector", () => {
  const sheet = ".g-\\[repeat\\(2\\,1fr\\)\\]{order:1}.h{order:2}";
  expect(styleOf(sheet, '<p class="h">')).toBe(".h{order:2}");
});

test("commas in functions, brackets, strings and class names end no selector", () => {
  const sheet = [
    ".i:is(table,[open]){order:1}.i:is(table,[data-to=a]){order:2}:is(.j,[title]){order:3}",
    '[title="x,.i"] .i{order:4}.i:before{content:";}"}',
    ".sm\\:grid-cols-\\[repeat\\(auto-fit\\,minmax\\(min\\(100\\%\\,17\\.5rem\\)\\,1fr\\)\\)\\]{order:5}",
  ].join("");
  const style = styleOf(sheet, '<p class="i">');
  expect(style).toContain(".i:is(table,[open]){order:1}");
  expect(style).not.toContain("order:2");
  expect(style).toContain("order:3");
  expect(style).toContain('[title="x,.i"] .i{order:4}.i:before{content:";}"}');
  expect(style).not.toContain("order:5");
  expect(styleOf(sheet, '<p class="i" data-to="a">')).toContain("order:2");
  const grid = "sm:grid-cols-[repeat(auto-fit,minmax(min(100%,17.5rem),1fr))]";
  expect(styleOf(sheet, `<p class="${grid}">`)).toContain("{order:5}");
});

test("a variable that is set once and used once is replaced by its value; one that the page refers to stays", () => {
  const sheet = ":root,:host{--a:1px;--b:2px;--c:3px}.x{margin:var(--a);padding:var(--b) var(--b);gap:var(--c)}";
  expect(styleOf(sheet, '<p class="x" style="width:var(--c)">')).toBe(
    ":root,:host{--b:2px;--c:3px}.x{margin:1px;padding:var(--b) var(--b);gap:var(--c)}",
  );
});

test("a variable that only a drawing in another file uses is inlined where the page shows that file", () => {
  const sheet = ":root{--line:#211a1c;--other:#000}.dark{--line:#fff}";
  const style = createPageCss(sheet, { url: "/drawings.svg", text: '<path stroke="var(--line)"/>' });
  expect(style('<!--css--><p class="dark"><use href="/builds/1/drawings.svg#a-bike"/></p>').html).toMatch(
    /:root\{--line:#211a1c;?\}\.\w+\{--line:#fff\}/,
  );
  expect(style('<!--css--><p class="dark"></p>').html).not.toContain("--line");
});

test.each([
  ["marks of attributes", "data-".repeat(40_000)],
  ["marks of attributes with signs between them", "aria-a=".repeat(40_000)],
  ["spaces", " ".repeat(200_000)],
  ["variables", "var(--".repeat(40_000)],
  ["the beginnings of class lists", " class=".repeat(40_000)],
])("what people write costs no more time than it is long: %s", (_, words) => {
  const style = createPageCss(".a{order:1}");
  const page = `<!--css--><form class="a"><input value="${words}"><textarea>${words}</textarea></form>`;
  const begun = process.threadCpuUsage();
  expect(style(page).html).toContain("order:1");
  const { user, system } = process.threadCpuUsage(begun);
  expect((user + system) / 1000).toBeLessThan(200);
});

test.each([
  ["between tags", (words: string) => `<p class="a">${words}</p>`],
  ["in a field", (words: string) => `<p class="a"></p><input value="${words}">`],
])("text about style is not treated as style, %s", (_, page) => {
  const sheet = ":root,:host{--a:1px;--b:2px}.a{margin:var(--a) var(--a)}[data-on=x]{order:1}";
  const words = "var(--b) data-on=&quot;x&quot; style=&quot;width:var(--b)&quot; fill=var(--b)";
  expect(styleOf(sheet, page(words))).toBe(styleOf(sheet, page("")));
});

test("neither words in fields nor variables that the sheet does not declare make another style", () => {
  const css = createSheet(":root,:host{--a:1px}.a{margin:var(--a) var(--a)}");
  const keyOf = (page: string) => css.read(page).key;
  const plain = keyOf('<p class="a"></p><input value="">');
  expect(keyOf('<p class="a"></p><input value="var(--a)">')).toBe(plain);
  expect(keyOf('<p class="a" style="--c:1px;width:var(--c)"></p>')).toBe(plain);
  expect(keyOf('<p class="a" style="width:var(--a)"></p>')).not.toBe(plain);
});
