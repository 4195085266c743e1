import { afterAll, beforeAll, expect, test } from "vitest";
import { articles } from "#backend/modules/articles/tables";
import { everywherePermissions } from "#contract/accounts/permissions";
import { type Locale, locales } from "#contract/formats/locale";
import { openGifts } from "#tests/support/gifts";
import { localeTexts } from "#tests/support/locale-texts";
import { openerOf, signIn } from "#tests/support/people";
import { addRecords, servedPages } from "#tests/support/served-pages";
import { type Site, startSite } from "#tests/support/site";
import { listedAsMissing, missingRows } from "#tests/support/specification";

let site: Site;
let cookie = "";
let donor = "";
let newsPath = "";
let urlOf: Awaited<ReturnType<typeof addRecords>>;
beforeAll(async () => {
  site = await startSite();
  const admin = await signIn(site.backend, { role: "ADMIN", permissions: everywherePermissions });
  cookie = admin.cookie;
  urlOf = await addRecords(site, { admin: cookie, authorId: admin.id });
  donor = await openGifts(site.backend, "lou@example.org");
  const published = { status: "published" as const, publishedAt: new Date("2026-11-01"), authorId: admin.id, updatedBy: admin.id };
  const texts = { title: { fr: "Une collecte", en: "A pick-up" }, lead: { fr: "" }, body: { fr: "Texte.", en: "Text." } };
  const [article] = await site.backend.services.db
    .insert(articles)
    .values({ ...texts, ...published })
    .returning();
  newsPath = `/news/${article?.id}`;
});
afterAll(() => site.backend.close());

/** Every text of a file by its key. */
function textsOf(tree: unknown, path: string[] = []): [string, string][] {
  if (typeof tree === "string") return [[path.join("."), tree]];
  return Object.entries(tree ?? {}).flatMap(([key, value]) => textsOf(value, [...path, key]));
}

const readTexts = (locale: Locale) => Object.values(localeTexts(locale)).flatMap((namespace) => textsOf(namespace));
const texts = { fr: readTexts("fr"), en: readTexts("en") };
const plain = (text: string) =>
  text
    .replace(/&#x27;|’/g, "'")
    .replaceAll("&amp;", "&")
    .replaceAll("&quot;", '"')
    .replace(/\s+/g, " ")
    .trim();

/** Keys as a page would show them when their text is missing. */
const keys = new Set(texts.fr.flatMap(([key]) => (key.includes(".") ? [key, key.replace(/_(one|many|other|zero)$/, "")] : [])));

/** Sentences that exist in one language only: three words and more, without placeholders. */
const only = (locale: Locale, other: Locale) => {
  const others = new Set(texts[other].map(([, text]) => plain(text)));
  const sentences = texts[locale].map(([, text]) => plain(text));
  return new Set(sentences.filter((text) => !text.includes("{{") && text.split(" ").length > 2 && !others.has(text)));
};
const foreign = { fr: only("en", "fr"), en: only("fr", "en") };

/** What stands beside the variables of one language's texts: four words and more that no text of the other has. */
const partsOf = (locale: Locale, other: Locale) => {
  const others = texts[other].map(([, text]) => plain(text)).join("\n");
  const withVariables = texts[locale].map(([, text]) => text).filter((text) => text.includes("{{"));
  const parts = withVariables.flatMap((text) => text.split(/\{\{[^}]*\}\}/)).map(plain);
  return [...new Set(parts.filter((part) => part.split(" ").length > 3 && !others.includes(part)))];
};
const foreignParts = { fr: partsOf("en", "fr"), en: partsOf("fr", "en") };

/** What a person reads of a page, piece by piece: its texts, and the names and hints in attributes. Words of somebody say their own language. */
function readIn(html: string): string[] {
  const page = html.replace(/<(script|style)\b.*?<\/\1>/gs, "").replace(/<(p|blockquote|textarea)\b[^>]* lang="\w+"[^>]*>.*?<\/\1>/gs, "");
  const attributes = [...page.matchAll(/ (?:aria-label|alt|title|placeholder|content)="([^"]*)"/g)].map(([, text = ""]) => text);
  return [...page.split(/<[^>]*>/), ...attributes].map(plain).filter(Boolean);
}

/** The log names what was done by its code where it has no words for it; the words of a page are edited in both languages side by side. */
const showsCodesOrBoth = ["/dashboard/admin/audit-log", "/dashboard/admin/pages/{id}"];

/** Pages that show nothing of their own: they lead elsewhere, or are there with push alone. */
const leadElsewhere: Record<string, number> = {
  "/login": 302,
  "/login/consent": 302,
  "/register/basic": 302,
  "/register/donator-form": 302,
  "/register/saved": 302,
  "/register/resume": 410,
  "/account/pending/documents": 302,
  "/dashboard/admin/notifications/devices": 404,
  "/dashboard/admin/news/{id}": 302,
  "/dashboard/admin/users/{id}": 302,
  "/dashboard/admin/users/{id}/account": 302,
  "/dashboard/admin/users/donators/{id}": 302,
};
/** Actions on rows that were chosen in a list: without any, they lead back to it. */
const ofChosenRows = /^\/dashboard\/admin\/.+\/(bulk|set|write)$/;

/** Who reads a page: the visitor who registers, the donor of a gift, whoever it is open to, or else an administrator. */
async function readerOf(path: string): Promise<string | undefined> {
  if (path.startsWith("/register")) return undefined;
  if (path === "/donations/manage/{id}") return donor;
  const person = openerOf(path);
  return person ? (await signIn(site.backend, person)).cookie : cookie;
}

/** A page, or the one that its address was changed to. */
async function readPage(path: string, locale: Locale) {
  const visit = { cookie: await readerOf(path), language: locale };
  const answer = await site.visit(
    path === "/news/{id}" ? `${locale === "en" ? "/en" : ""}${newsPath}` : urlOf(path, locale === "en" ? "/en" : ""),
    visit,
  );
  const moved = answer.status === 301 && answer.headers.get("location");
  return moved ? site.visit(new URL(moved, site.backend.services.settings.publicUrl).pathname, visit) : answer;
}

test.each(locales)(
  "S1-002 every row of routes.csv and every other page shows no key and no sentence of the other language (%s)",
  async (locale) => {
    const pages = servedPages(site.build).filter(({ path, hasPage }) => hasPage && !showsCodesOrBoth.includes(path));
    expect(missingRows(site.build)).toEqual(listedAsMissing());
    expect([pages.length > 60, foreign[locale].size > 500, foreignParts[locale].length > 100, keys.size > 500]).toEqual(
      Array(4).fill(true),
    );
    const unread: Record<string, number> = {};
    const found: string[] = [];
    for (const { path } of pages) {
      const answer = await readPage(path, locale);
      if (answer.status !== 200) unread[path] = answer.status;
      const pieces = readIn(await answer.text());
      const wrong = pieces.filter(
        (piece) =>
          keys.has(piece.replace(/^[\w-]+:/, "")) ||
          foreign[locale].has(piece) ||
          foreignParts[locale].some((part) => piece.includes(part)),
      );
      found.push(...wrong.map((piece) => `${path}: ${piece}`));
    }
    expect(found).toEqual([]);
    const chosen = pages.filter(({ path }) => ofChosenRows.test(path)).map(({ path }) => [path, 303]);
    expect(unread).toEqual({ ...leadElsewhere, ...Object.fromEntries(chosen) });
  },
);
