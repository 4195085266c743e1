import type { AppLoadContext } from "@remix-run/node";
import type * as z from "zod";
import type { PublicFigures } from "#contract/charity/dashboard";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import { type Locale, locales } from "#contract/formats/locale";
import { formatEuros } from "#contract/giving/money";
import { textsFor } from "~/i18n/texts.server";

type Settings = AppLoadContext["settings"];
type Figures = z.infer<typeof PublicFigures>;
export type KitText = { path: string; text: string };

/** The texts of the kit: who the charity is, a fact sheet in each language, and the terms of use of the pictures, in both. */
export function kitTexts(settings: Settings, figures: Figures, email: string | null): KitText[] {
  const terms = locales.map((locale) => termsIn(locale, settings, email));
  const { t } = textsFor("fr");
  return [
    ...locales.map((locale) => factSheetIn(locale, settings, figures, email)),
    { path: `${t("press:kit.termsFile")}.txt`, text: terms.join(`\n${"-".repeat(40)}\n\n`) },
  ];
}

/** A text to copy: what the charity does, figures from the database, the press contact. */
function factSheetIn(locale: Locale, settings: Settings, figures: Figures, email: string | null): KitText {
  const { t } = textsFor(locale);
  const { organisation, contact, legal, publicUrl } = settings;
  const counted = countedIn(locale, figures);
  return {
    path: `${t("press:kit.file")}.txt`,
    text: written([
      underlined(organisation),
      [t("press:kit.about", { organisation }), t("home:meta", { organisation }), t("press:kit.how"), t("press:kit.actions")],
      ...(counted.length > 0 ? [[t("press:kit.figures", { day: today(locale) }), ...counted.map((line) => `- ${line}`)]] : []),
      [t("press:contact.title"), ...withoutGaps(email, contact.phone), publicUrl, t("press:contact.text")],
      [t("press:note")],
      [[organisation, ...withoutGaps(legal.form, legal.registrationNumber)].join(", ")],
    ]),
  };
}

function countedIn(locale: Locale, figures: Figures): string[] {
  const { t } = textsFor(locale);
  const { sectors, cities, volunteers, shops, articles, euroCents, kits, kilograms, hours } = figures;
  return [
    sectors > 0 && t("press:kit.sectors", { count: sectors, cities: cities.join(", ") }),
    kits > 0 && t("press:kit.kits", { count: kits }),
    kilograms > 0 && t("press:kit.kilograms", { count: kilograms }),
    hours > 0 && t("press:kit.hours", { count: hours }),
    volunteers > 0 && t("press:kit.volunteers", { count: volunteers }),
    shops > 0 && t("press:kit.shops", { count: shops }),
    articles > 0 && t("press:kit.articles", { count: articles }),
    euroCents > 0 && t("press:kit.euro", { amount: formatEuros(locale, euroCents) }),
  ].filter((line) => line !== false);
}

/** The terms of use of the logos, the drawings and the texts. */
function termsIn(locale: Locale, { organisation, productName }: Settings, email: string | null): string {
  const { t } = textsFor(locale);
  return written([
    underlined(t("press:kit.terms")),
    [t("press:kit.logos", { productName, organisation })],
    [t("press:kit.drawings", { organisation })],
    [t("press:kit.words")],
    [email ? t("press:kit.other", { email }) : t("press:kit.otherByForm")],
  ]);
}

const withoutGaps = (...facts: (string | null)[]) => facts.filter((fact) => fact !== null);
const today = (locale: Locale) => writtenDay(locale, franceDay(new Date()));
const underlined = (title: string) => [title, "=".repeat(title.length)];
const written = (blocks: string[][]) => `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
