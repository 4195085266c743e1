import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Names and pixels of the specification, at 16 px to the rem. */
const breakpoints = { xs: 320, sm: 640, md: 768, lg: 1024, xl: 1280, "2xl": 1536 };

test("S9-013 the theme has the six breakpoints of the specification, and no other", () => {
  const theme = readFileSync("app/styles/tokens.css", "utf8");
  const named = [...theme.matchAll(/--breakpoint-(\w+): ([\d.]+)rem;/g)].map(([, name, rem]) => [name, Number(rem) * 16]);
  expect(Object.fromEntries(named)).toEqual(breakpoints);
  expect(theme).toContain("--breakpoint-*: initial;");
});

test("S9-013 the width queries of the built style sheets use these alone", () => {
  const sheets = globSync("build/client/**/*.css").map((file) => readFileSync(file, "utf8"));
  const widths = sheets.flatMap((sheet) =>
    [...sheet.matchAll(/@(?:media|container)[^{]*/g)].flatMap(([query]) =>
      [...query.matchAll(/width\s*(?:[<>]=?|:)\s*([\d.]+)(rem|em|px)/g)].map(([, size, unit]) => Number(size) * (unit === "px" ? 1 : 16)),
    ),
  );
  expect(widths.length).toBeGreaterThan(10);
  expect(widths.filter((width) => !Object.values(breakpoints).includes(width))).toEqual([]);
});
