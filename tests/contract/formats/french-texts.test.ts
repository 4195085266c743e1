import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { frenchSpaces, frenchSpacesIn, typeset } from "#contract/formats/french-spaces";

const folder = (locale: string) => new URL(`../../../locales/${locale}/`, import.meta.url);
const files = readdirSync(folder("fr"));

/** Every text of a tree by its path of keys. */
function textsOf(tree: unknown, path = ""): [string, string][] {
  if (typeof tree === "string") return [[path, tree]];
  return Object.entries(tree ?? {}).flatMap(([key, value]) => textsOf(value, `${path}/${key}`));
}

function texts(locale: string, file: string) {
  return new Map(textsOf(JSON.parse(readFileSync(new URL(file, folder(locale)), "utf8"))));
}

/** French counts whole millions apart, English does not. */
const shared = (keys: Iterable<string>) => [...keys].filter((key) => !key.endsWith("_many")).sort();

const placeholders = (text = "") => [...new Set(text.match(/\{\{[^}]*\}\}/g))].sort();

test("French and English have the same files of texts", () => {
  expect(files.length).toBeGreaterThan(0);
  expect(readdirSync(folder("en"))).toEqual(files);
});

describe.each(files)("%s", (file) => {
  const french = texts("fr", file);
  const english = texts("en", file);

  test("holds the same keys in both languages", () => {
    expect(shared(english.keys())).toEqual(shared(french.keys()));
  });

  test("fills the same placeholders in both languages", () => {
    for (const key of shared(french.keys())) expect(placeholders(english.get(key)), key).toEqual(placeholders(french.get(key)));
  });

  test("has a non-breaking space before the high punctuation of French and inside its quotes", () => {
    for (const [key, text] of french) {
      const prose = frenchSpaces(text)
        .replace(/\{\{[^}]*\}\}/g, "x")
        .replace(/https?:\S+|\/\S*|&\w+;|<[^>]*>/g, "");
      expect(prose, key).not.toMatch(/[^\u00a0\u202f\s?!.…«(][;!?»]|[^\u00a0\u202f\d]:(?=\s|$)|«[^\u00a0\u202f]|[ \t][:;!?»]/);
    }
  });
});

test.each([
  ["Une question ?", "Une question\u202f?"],
  ["Oui ; non !", "Oui\u202f; non\u202f!"],
  ["« Bonjour » : 5 €, 20 %", "«\u00a0Bonjour\u00a0»\u00a0: 5\u00a0€, 20\u00a0%"],
  ["1 234 567 kits", "1\u202f234\u202f567 kits"],
  ["en 2025 12 kits", "en 2025 12 kits"],
  ["à 18 h 30", "à 18\u00a0h\u00a030"],
  ["à 18 h précises", "à 18\u00a0h précises"],
  ["https://exemple.fr/?a=1;b", "https://exemple.fr/?a=1;b"],
  ["Pouvons-nous passer ? Faut-il", "Pouvons\u2011nous passer\u202f? Faut\u2011il"],
  ["Qu’a-t-elle dit", "Qu’a\u2011t\u2011elle dit"],
  ["un rendez-vous à Noisy-le-Grand", "un rendez-vous à Noisy-le-Grand"],
  ["https://exemple.fr/que-faisons-nous", "https://exemple.fr/que-faisons-nous"],
])("%s gets its French spaces once", (typed, set) => {
  expect(frenchSpaces(typed)).toBe(set);
  expect(frenchSpaces(set)).toBe(set);
});

test("French spaces are set in every text of a tree", () => {
  expect(frenchSpacesIn({ a: { b: "Oui !" }, c: "Non ?" })).toEqual({ a: { b: "Oui\u202f!" }, c: "Non\u202f?" });
});

test("what people typed keeps its hours together in French and its spaces in English, with typographic apostrophes in both", () => {
  expect(typeset("Venez jeudi à 18 h 30 ?", "fr")).toBe("Venez jeudi à 18\u00A0h\u00A030\u202F?");
  expect(typeset("Come at 18 h 30 ?", "en")).toBe("Come at 18 h 30 ?");
  expect(typeset("Combien d'argent, l'été ?", "fr")).toBe("Combien d’argent, l’été\u202F?");
  expect(typeset("It's 'free'", "en")).toBe("It’s 'free'");
});
