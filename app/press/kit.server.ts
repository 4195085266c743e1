import { createHash } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { strToU8, type Zippable, zipSync } from "fflate";
import type * as z from "zod";
import { dashboardApi, type PublicFigures } from "#contract/dashboard";
import { franceDay, writtenDay } from "#contract/france-time";
import { type Locale, locales } from "#contract/locale";
import { formatEuros } from "#contract/money";
import { DataCache } from "~/cache/data-cache.server";
import { oneHour } from "~/cache/rules";
import { textsFor } from "~/i18n/texts.server";

const logos = import.meta.glob<string>("./logos/*.svg", { eager: true, query: "?raw", import: "default" });
const named = Object.entries(logos).map(([path, svg]) => ({ name: path.replace(/^.*\/|\.svg$/g, ""), svg }));

const pictureWidth = 1600;
type Sheet = { path: string; text: string };
type Kit = { version: string; sheets: Sheet[] };

/** What the kit says today, in both languages, and a version that changes with any word or logo of it. */
export async function readKit({ api, settings }: AppLoadContext): Promise<Kit> {
  const figures = await api.call(dashboardApi.figures);
  const sheets = locales.map((locale) => sheetIn(locale, settings, figures));
  const version = createHash("sha256")
    .update(JSON.stringify([sheets, named]))
    .digest("base64url")
    .slice(0, 16);
  return { version, sheets };
}

/** Who the charity is, in a text to copy: what it does, figures that the database can vouch for, whom to call. */
function sheetIn(locale: Locale, settings: AppLoadContext["settings"], figures: z.infer<typeof PublicFigures>): Sheet {
  const { t } = textsFor(locale);
  const { organisation, productName, contact, legal, publicUrl } = settings;
  const { teams, cities, volunteers, shops, articles, euroCents, kits, kilograms, hours } = figures;
  const counted = [
    teams > 0 && t("press:kit.teams", { count: teams, cities: cities.join(", ") }),
    kits > 0 && t("press:kit.kits", { count: kits }),
    kilograms > 0 && t("press:kit.kilograms", { count: kilograms }),
    hours > 0 && t("press:kit.hours", { count: hours }),
    volunteers > 0 && t("press:kit.volunteers", { count: volunteers }),
    shops > 0 && t("press:kit.shops", { count: shops }),
    articles > 0 && t("press:kit.articles", { count: articles }),
    euroCents > 0 && t("press:kit.euro", { amount: formatEuros(locale, euroCents) }),
  ].filter((line) => line !== false);
  const blocks = [
    [organisation, "=".repeat(organisation.length)],
    [t("home:meta", { organisation }), t("press:kit.how"), t("press:kit.actions")],
    ...(counted.length > 0
      ? [[t("press:kit.figures", { day: writtenDay(locale, franceDay(new Date())) }), ...counted.map((line) => `- ${line}`)]]
      : []),
    [t("press:contact.title"), contact.email, contact.phone, publicUrl, t("press:contact.text")],
    [t("press:note")],
    [t("press:kit.logos", { productName }), `${organisation}, ${legal.form}, ${legal.registrationNumber}`],
  ];
  return { path: `${t("press:kit.file")}.txt`, text: `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n` };
}

/** Made once a version: drawing the pictures takes a while. */
const made = new DataCache<Buffer>({ maxAge: 24 * oneHour, staleFor: 0, limit: 4 * 1024 * 1024, weigh: ({ byteLength }) => byteLength });

/** The kit as an archive: the texts, and each logo as SVG and PNG. The same version has the same bytes. */
export async function kitArchive({ version, sheets }: Kit): Promise<Buffer> {
  const { value } = await made.get(version, async () => ({ value: await archive(sheets), keep: true }));
  return value;
}

async function archive(sheets: Sheet[]): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  const files: Zippable = {};
  for (const { path, text } of sheets) files[path] = strToU8(text);
  for (const { name, svg } of named) {
    files[`logos/${name}.svg`] = strToU8(svg);
    files[`logos/${name}.png`] = await sharp(Buffer.from(svg), { density: 300 }).resize({ width: pictureWidth }).png().toBuffer();
  }
  return Buffer.from(zipSync(files, { mtime: new Date(2020, 0, 1) }));
}
