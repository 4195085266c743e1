import MarkdownIt, { type Token } from "markdown-it";
import sanitizeHtml from "sanitize-html";
import { frenchSpaces } from "#contract/formats/french-spaces";
import type { Locale } from "#contract/formats/locale";
import type { Read } from "#contract/formats/localized-text";
import { urlToFollow } from "#contract/formats/urls";
import { colours } from "./colours.ts";

/** What the toolbar of the field writes: headings, lists, quotations, bold and italic text, links. Nothing else is a mark, and HTML is text. */
const markdown = new MarkdownIt("zero", { html: false, linkify: false }).enable([
  "newline",
  "escape",
  "emphasis",
  "link",
  "autolink",
  "list",
  "heading",
  "blockquote",
]);

const styles: Record<string, string> = {
  p: "margin:16px 0 0",
  ul: "margin:16px 0 0;padding-left:24px",
  ol: "margin:16px 0 0;padding-left:24px",
  li: "margin:4px 0 0",
  h2: "margin:24px 0 0;font-size:20px;line-height:1.25",
  blockquote: "margin:16px 0 0;padding-left:16px;border-left:4px solid #e3dcda",
};

type Where = { locale: Locale; publicUrl: string; primaryColour: keyof typeof colours };

type Written = { html: string; text: string };

/** The last texts, by what they were made of: a campaign sends the same one to thousands. */
const rendered = new Map<string, Written>();
const mostRendered = 4;

/** A text in Markdown in both forms of a mail. The last ones are cached. */
export function markdownMail(read: Read, where: Where): Written {
  const key = JSON.stringify([read.text, read.locale, where.locale, where.publicUrl, where.primaryColour]);
  const known = rendered.get(key);
  if (known) return known;
  const written = renderMarkdown(read, where);
  const [oldest] = rendered.keys();
  if (oldest !== undefined && rendered.size >= mostRendered) rendered.delete(oldest);
  rendered.set(key, written);
  return written;
}

/** Pages of ours are shown in the reader's language. The HTML is filtered after it was escaped. */
function renderMarkdown({ text, locale: written }: Read, where: Where): Written {
  const tokens = markdown.parse(written === "fr" ? frenchSpaces(text) : text, {});
  const html = sanitizeHtml(markdown.renderer.render(tokens, markdown.options, {}), {
    allowedTags: ["p", "ul", "ol", "li", "strong", "em", "a", "br", "h2", "blockquote"],
    allowedAttributes: { "*": ["style"], a: ["href"] },
    allowedSchemes: ["http", "https", "mailto"],
    transformTags: {
      "*": (tag, { href }) => {
        const tagName = /^h[1-6]$/.test(tag) ? "h2" : tag;
        return { tagName, attribs: attributesOf(tagName, href, where) };
      },
    },
  });
  return { html: written === where.locale ? html : `<div lang="${written}">${html}</div>`, text: plain(tokens, where) };
}

function attributesOf(tag: string, href: string | undefined, where: Where): Record<string, string> {
  const target = tag === "a" && href ? targetOf(href, where) : null;
  const style = tag === "a" ? `color:${colours[where.primaryColour]};text-decoration:underline` : styles[tag];
  return { ...(target && { href: target }), ...(style && { style }) };
}

/** The whole address of a link, or null for one that a mail must not have. */
function targetOf(href: string, { locale, publicUrl }: Where): string | null {
  if (/^mailto:[^\s?]+$/.test(href)) return href;
  const target = urlToFollow(href, { outside: true });
  return target?.startsWith("/") ? `${publicUrl}${locale === "en" ? "/en" : ""}${target}` : target;
}

/** A text that somebody typed, as words in Markdown: none of its signs is a mark. */
export const plainWords = (text: string) => text.replace(/\s+/g, " ").replace(/[\\*_[\]<>]/g, "\\$&");

/** The text without marks; the address of a link follows its words. */
function plain(tokens: Token[], where: Where): string {
  const blocks: string[] = [];
  let item = "";
  let number = 0;
  for (const { type, children } of tokens) {
    if (type === "ordered_list_open") number = 1;
    if (type === "ordered_list_close") number = 0;
    if (type === "list_item_open") item = number > 0 ? `${number++}. ` : "- ";
    if (type !== "inline") continue;
    blocks.push(item + inline(children ?? [], where));
    item = "";
  }
  return blocks.join("\n\n");
}

function inline(tokens: Token[], where: Where): string {
  let target: string | null = null;
  return tokens
    .map((token) => {
      if (token.type === "link_open") target = targetOf(String(token.attrGet("href")), where);
      if (token.type === "link_close") return target ? ` (${target.replace(/^mailto:/, "")})` : "";
      return /break$/.test(token.type) ? "\n" : token.content;
    })
    .join("");
}
