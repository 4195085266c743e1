import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { beforeAll, expect, test } from "vitest";
import { examples } from "~/ui/chart/chart.examples";
import common from "../../../../locales/fr/common.json";

const i18n = i18next.createInstance();
beforeAll(async () => {
  await i18n
    .use(initReactI18next)
    .init({ lng: "fr", defaultNS: "common", resources: { fr: { common } }, interpolation: { escapeValue: false } });
});

const markupOf = (name: string) => {
  const Example = examples.states[name] ?? (() => null);
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <Example />
    </I18nextProvider>,
  ).replaceAll(/[\u00a0\u202f]/g, " ");
};
const labelOf = (html: string) => /role="img" aria-label="(.*?)"/.exec(html)?.[1];
const bars = (html: string) => html.match(/<rect class="chart-(full|pale)" x="[\d.]+%"/g)?.length ?? 0;

test.each([
  ["bars of a year", "Kits livrés, janvier 2025 à décembre 2025 : en hausse, 690 au plus (octobre 2025)", 12],
  ["two stacked series", "Pages servies et recalculées, heure par heure, 8 h à 13 h : en hausse, 61 au plus (13 h)", 11],
  ["months without a record, and one with zero", "Kits livrés, janvier 2025 à juillet 2025 : en hausse, 41 au plus (juillet 2025)", 3],
  ["a single value", "Kits livrés, janvier 2025 : 42", 1],
  ["zeros only", "Kits livrés, janvier 2025 à mars 2025 : zéro", 0],
  ["a line", "Kits livrés, janvier 2025 à décembre 2026 : en hausse, 790 au plus (octobre 2026)", 0],
])("%s: the name says the trend, and only what is more than zero has a bar", (name, label, count) => {
  const html = markupOf(name);
  expect([labelOf(html), bars(html)]).toEqual([label, count]);
});

test("without figures a sentence says so, and nothing is drawn", () => {
  expect(markupOf("nothing")).toBe(`<p class="muted">Aucun chiffre pour l’instant.</p>`);
});

test("a line is broken where nothing was recorded, and ends in a dot", () => {
  const html = markupOf("a broken line");
  expect([html.match(/<path class="chart-line"/g)?.length, html.match(/<circle/g)?.length]).toEqual([3, 1]);
});

test("the table has each figure, the newest first; what was not recorded is said in words", () => {
  const cells = [...markupOf("months without a record, and one with zero").matchAll(/<td>(.*?)<\/td>/g)].map(([, cell]) => cell);
  expect(cells).toEqual(["41", "non relevé", "non relevé", "30", "0", "non relevé", "12"]);
});

test("more than the whole fills the bar, and no part leaves it empty", () => {
  const widths = (name: string) => [...markupOf(name).matchAll(/class="chart-full" x="0%" width="([\d.]+)%"/g)].map(([, width]) => width);
  expect([widths("more than the whole"), widths("a thin bar"), widths("no part yet")]).toEqual([["100"], ["36"], []]);
});
