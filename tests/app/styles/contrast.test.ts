import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Colours = Record<string, string>;
type Pair = readonly [front: string, behind: string];

/** Normal text needs 4.5:1, borders of controls and focus rings 3:1 (WCAG 2.2, 1.4.3 and 1.4.11). */
const textEverywhere: Pair[] = [
  ["ink", "surface"],
  ["ink", "ground"],
  ["ink", "raised"],
  ["ink", "beige"],
  ["ink", "primary-soft"],
  ["surface", "ink"],
  ["surface", "neutral-dark"],
  ["neutral-dark", "surface"],
  ["neutral-dark", "ground"],
  ["neutral-dark", "raised"],
  ["neutral-medium", "surface"],
  ["neutral-medium", "ground"],
  ["neutral-medium", "raised"],
  ["primary", "surface"],
  ["primary", "ground"],
  ["primary", "primary-soft"],
  ["primary-active", "primary-soft"],
  ["primary-active", "primary-pale"],
  ["on-primary", "primary"],
  ["on-primary", "primary-hover"],
  ["on-primary", "primary-active"],
  ["on-band", "band"],
  ["band-deep", "white"],
  ...["success", "warning", "danger", "info"].flatMap((meaning): Pair[] => [
    [meaning, "surface"],
    [meaning, `${meaning}-soft`],
    ["ink", `${meaning}-soft`],
  ]),
];

/** The public site and what never turns dark: the black pages, the scanner, the coloured panels. */
const textInLight: Pair[] = [
  ["ink", "primary-pale"],
  ["ink", "sun"],
  ["ink", "scan-wait"],
  ["neutral-dark", "beige"],
  ["neutral-medium", "beige"],
  ["primary", "beige"],
  ["primary-active", "beige"],
  ["beige", "primary"],
  ["primary-pale", "primary-active"],
  ["sun", "primary-active"],
  ["white", "black"],
  ["beige", "black"],
  ["sun", "black"],
  ["primary-vivid", "black"],
  ["neutral-on-black", "black"],
  ["white", "success"],
  ["white", "danger"],
];

const shapes: Pair[] = [
  ["neutral-light", "surface"],
  ["neutral-light", "ground"],
  ["focus", "surface"],
  ["focus", "ground"],
  ["focus", "raised"],
  ["focus", "beige"],
  ["primary", "surface"],
  ["white", "band"],
  ["white", "black"],
];

const [tokens, darkTokens] = ["tokens", "dark"].map((name) => readFileSync(`app/styles/${name}.css`, "utf8")) as [string, string];

/** The colours that a rule with this selector sets. Colour blocks hold no nested rule. */
function coloursOf(css: string, selector: string): Colours {
  const start = css.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`No rule ${selector}`);
  const block = css.slice(start, css.indexOf("}", start));
  return Object.fromEntries([...block.matchAll(/--color-([\w-]+):\s*(#[0-9a-f]{6})/gi)].map(([, name = "", value = ""]) => [name, value]));
}

const pink = coloursOf(tokens, "@theme static");
const green = { ...pink, ...coloursOf(tokens, '[data-primary="green"]') };
const dark = coloursOf(darkTokens, '[data-theme="auto"]');
const darkGreen = coloursOf(darkTokens, '[data-theme="auto"][data-primary="green"]');

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function tooFaint(colours: Colours, pairs: Pair[], least: number): string[] {
  return pairs.flatMap(([front, behind]) => {
    const [one, other] = [colours[front], colours[behind]];
    if (!one || !other) return [`${front} on ${behind}: no such colour`];
    const ratio = contrast(one, other);
    return ratio < least ? [`${front} ${one} on ${behind} ${other}: ${ratio.toFixed(2)}, needs ${least}`] : [];
  });
}

test("contrast is computed as WCAG does", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.478, 3);
  expect(tooFaint({ grey: "#777777", white: "#ffffff" }, [["grey", "white"]], 4.5)).toHaveLength(1);
});

test.each([
  ["pink", pink, [...textEverywhere, ...textInLight]],
  ["green", green, [...textEverywhere, ...textInLight]],
  ["dark pink", { ...pink, ...dark }, textEverywhere],
  ["dark green", { ...green, ...dark, ...darkGreen }, textEverywhere],
] as const)("in %s, text stands out at 4.5:1 and shapes at 3:1", (_, colours, text) => {
  expect(tooFaint(colours, [...text], 4.5)).toEqual([]);
  expect(tooFaint(colours, shapes, 3)).toEqual([]);
});

test("S9-022 the six neutrals have the names of the specification, and a shade each", () => {
  const theme = readFileSync("app/styles/tokens.css", "utf8");
  const names = [...theme.matchAll(/--color-neutral-([a-z-]+): (#[0-9a-f]{6});/g)];
  const six = ["very-dark", "dark", "medium", "light", "very-light", "super-light"];
  expect(names.map(([, name]) => name)).toEqual(expect.arrayContaining(six));
  expect(new Set(names.flatMap(([, name = "", shade]) => (six.includes(name) ? [shade] : []))).size).toBe(6);
});
