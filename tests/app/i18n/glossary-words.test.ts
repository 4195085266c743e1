import { describe, expect, test } from "vitest";
import type { Texts } from "#contract/formats/text-namespaces";
import { localeTexts } from "#tests/support/locale-texts";

type Named = [key: string, text: string];

const flat = (texts: Texts, at = ""): Named[] =>
  Object.entries(texts).flatMap(([key, value]) => {
    const path = at ? `${at}.${key}` : key;
    return typeof value === "string" ? [[path, value] as Named] : flat(value, path);
  });
const textsOf = (locale: string): Named[] => Object.entries(localeTexts(locale)).flatMap(([name, texts]) => flat(texts, name));
const matching = (locale: string, words: RegExp) =>
  textsOf(locale)
    .filter(([, text]) => words.test(text))
    .map(([key, text]) => `${key}: ${text}`);

describe.each([
  [
    "fr",
    "a name of a team after a word that would be elided or changed by it",
    /(?:équipe de|(?<![\p{L}])[àde]{1,2}) \{\{(?:sector|team)\}\}/u,
  ],
  ["fr", "a renewal “d’elle-même”", /renouvel\S* d’elle-même/iu],
  ["fr", "“pièce” for a driving document", /pièce (?:bientôt )?périmée|la nouvelle pièce/iu],
  ["fr", "a man for anybody", /(?:^|\s)(?:Remercié le|conducteurs? avec|Je suis représentant|son bénévole)/iu],
  ["fr", "“profil” for a role", /(?:votre|un|son|leur|ces|sans) profils?(?:\s|\.|$)/iu],
  ["fr", "“caractères” for the length of a text", /en \d+ caractères au plus/u],
  ["fr", "“relance” for a reminder", /relance[rs]?(?![\p{L}])|relancez-/iu],
  ["fr", "a future after “si”", /Si vous (?:ne )?(?:serez|aurez|pourrez|viendrez)/u],
  ["en", "a plural in -ys", /assemblys/iu],
  ["en", "“given up” for waived expenses", /expenses (?:given|cannot be given) up/iu],
  ["en", "“note of thanks” for a thank-you note", /note of thanks/iu],
  ["en", "“the association” for the charity", /\bthe association\b/iu],
  ["en", "“collection times” for pick-up times", /collection times/iu],
  ["en", "“dues” for the membership fee", /\bdues\b/iu],
  ["en", "“fiscal year” for the financial year", /\b(?:fiscal|accounting) year/iu],
  ["en", "“reduced price” for the reduced rate", /reduced price/iu],
  ["en", "“a training” for a training session", /\ba training(?! session)/iu],
  ["en", "“talk to the team” for the chat", /talk to the team/iu],
  ["en", "“renews by itself” for automatic renewal", /renews? by itself|renewal by itself/iu],
] as const)("texts in %s", (language, what, words) => {
  test(`hold no ${what}`, () => {
    expect(matching(language, words)).toEqual([]);
  });
});

test.each(["fr", "en"])("the votes and the people at a vote are written without a plural of one (%s)", (locale) => {
  const texts = Object.fromEntries(textsOf(locale));
  const ofVotes = [texts["assemblies.votes.line"], texts["assemblies.votes.of"]].join(" ");
  expect(ofVotes.match(/\}\} \p{L}/gu)).toBeNull();
});
