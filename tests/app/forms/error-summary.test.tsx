import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, test } from "vitest";
import { ErrorSummary } from "~/forms/error-summary";
import { textsFor } from "~/i18n/texts.server";

const labels = { firstName: "Prénom", income: "Ressources", charges: "Charges" };

function summaryOf(allErrors: Record<string, string[]>, locale: "fr" | "en" = "fr") {
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={textsFor(locale).instance}>
      <ErrorSummary form={{ errors: undefined, allErrors, errorId: "errors" }} labels={labels} />
    </I18nextProvider>,
  );
  const texts = (tag: string) => [...html.matchAll(new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`, "g"))].map(([, text = ""]) => text);
  return { title: texts("h2"), links: texts("a") };
}

test("a link of the summary is the sentence of its field alone, in the order of the page", () => {
  const { links } = summaryOf({ charges: ["common:validation.number"], firstName: ["register:error.firstName"] });
  expect(links).toEqual(["Indiquez votre prénom.", "Écrivez un nombre, par exemple 12,5."]);
});

test("two fields with the same sentence are distinguished by their labels", () => {
  const { links } = summaryOf({ charges: ["register:error.amount"], income: ["register:error.amount"] });
  expect(links.map((link) => link.split(" – ")[0])).toEqual(["Ressources", "Charges"]);
});

test.each([
  [1, "Une réponse est à corriger.", "One answer needs your attention."],
  [4, "Quatre réponses sont à corriger.", "Four answers need your attention."],
  [12, "12 réponses sont à corriger.", "12 answers need your attention."],
])("%i errors are counted in words up to nine", (count, french, english) => {
  const errors = Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, [`Sentence ${at}.`]]));
  expect([summaryOf(errors).title, summaryOf(errors, "en").title]).toEqual([[french], [english]]);
});
