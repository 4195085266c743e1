import MarkdownIt from "markdown-it";
import sanitizeHtml from "sanitize-html";
import { frenchSpaces } from "#contract/formats/french-spaces";
import type { Locale } from "#contract/formats/locale";
import { addressToFollow } from "#contract/formats/urls";
import { pathIn } from "~/i18n/locale-of-path";
import { textElements } from "~/trusted-types/markup-rules";
import type { SafeHtml } from "~/ui/rendered-text";

const markdown = new MarkdownIt({ html: false, linkify: false, breaks: false });

/** The page's own title is the h1: headings of a text start below it. */
markdown.core.ruler.push("headings_below_title", ({ tokens }) => {
  for (const token of tokens) {
    if (token.type === "heading_open" || token.type === "heading_close")
      token.tag = `h${Math.min(Number(token.tag[1]) + 1 - Number(token.tag !== "h1"), 4)}`;
  }
});

/** On a phone the cells of a row stand one under the other, each under its column's name; the first names the row. */
markdown.core.ruler.push("cells_with_column", ({ tokens }) => {
  let columns: string[] = [];
  let at = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type === "table_open") columns = [];
    if (token.type === "th_open") columns.push(tokens[index + 1]?.content ?? "");
    if (token.type === "tr_open") at = 0;
    if (token.type === "td_open") {
      const column = columns[at];
      if (at > 0 && column) token.attrSet("data-column", column);
      at += 1;
    }
  }
});

/**
 * The allowed elements of a text. Raw HTML in the text is escaped, and the result is filtered by this list all the same:
 * two protections, each by its own library.
 */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: textElements,
  allowedAttributes: { a: ["href", "rel", "target"], td: ["data-column"] },
  allowedSchemes: ["https", "mailto", "tel"],
  allowProtocolRelative: false,
};

const cached = 200;
const rendered = new Map<string, SafeHtml>();

/** Markdown written by staff as safe HTML. Links inside the site stay in the reader's language; others open in a new tab. */
export function renderMarkdown(text: string, { textLocale, pageLocale }: { textLocale: Locale; pageLocale: Locale }): SafeHtml {
  const key = `${textLocale} ${pageLocale} ${text}`;
  const known = rendered.get(key);
  if (known !== undefined) return known;
  const html = sanitizeHtml(markdown.render(textLocale === "fr" ? frenchSpaces(text) : text), {
    ...allowed,
    transformTags: { a: (_, attributes) => ({ tagName: "a", attribs: linkOf(attributes.href ?? "", pageLocale) }) },
  }) as SafeHtml;
  rendered.set(key, html);
  const [oldest] = rendered.keys();
  if (rendered.size > cached && oldest !== undefined) rendered.delete(oldest);
  return html;
}

function linkOf(href: string, locale: Locale): Record<string, string> {
  const address = addressToFollow(href, { outside: href.startsWith("https:") });
  if (!address) return /^(mailto|tel):/.test(href) ? { href } : {};
  return address.startsWith("/")
    ? { href: pathIn(locale, address) }
    : { href: address, rel: "noopener noreferrer nofollow", target: "_blank" };
}
