import { LRUCache } from "lru-cache";
import MarkdownIt from "markdown-it";
import sanitizeHtml from "sanitize-html";
import { isOn } from "#contract/api/performance-layers";
import { frenchSpaces } from "#contract/formats/french-spaces";
import type { Locale } from "#contract/formats/locale";
import { decorative, pictureIdOf } from "#contract/formats/markdown-pictures";
import { urlToFollow } from "#contract/formats/urls";
import type { TextPicture } from "#contract/publishing/article-pictures";
import { pathIn } from "~/i18n/locale-of-path";
import { officePicture, textPicture } from "~/images/image-url";
import { isOwnPicture, textElements } from "~/trusted-types/markup-rules";
import type { SafeHtml } from "~/ui/rendered-text";

const markdown = new MarkdownIt({ html: false, linkify: false, breaks: false });

/** The page's own title is the h1: headings of a text start below it. */
markdown.core.ruler.push("headings_below_title", ({ tokens }) => {
  for (const token of tokens) {
    if (token.type === "heading_open" || token.type === "heading_close")
      token.tag = `h${Math.min(Number(token.tag[1]) + 1 - Number(token.tag !== "h1"), 4)}`;
  }
});

/** On a phone the cells of a row are stacked, each under its column's name; the first names the row. */
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

type Shown = { locale: Locale; pictures: readonly TextPicture[]; office: boolean };

/** One of the text's own pictures. One that is gone is its alternative text, one from elsewhere a link to it. */
markdown.renderer.rules.image = (tokens, at, options, env, self) => {
  const shown = env as Shown;
  const [token] = tokens.slice(at, at + 1);
  const from = String(token?.attrGet("src") ?? "");
  const alternative = token?.attrGet("title") === decorative ? "" : self.renderInlineAsText(token?.children ?? [], options, shown);
  const escaped = markdown.utils.escapeHtml;
  const id = pictureIdOf(from);
  if (!id) return `<a href="${escaped(from)}">${escaped(alternative || from)}</a>`;
  const picture = shown.pictures.find((one) => one.id === id);
  if (!picture) return escaped(alternative);
  const { width, height } = picture;
  const source = shown.office ? { src: pathIn(shown.locale, officePicture(id)) } : textPicture(id, width);
  const attributes = { ...source, alt: alternative, width, height, loading: "lazy", decoding: "async" };
  return `<img ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${escaped(String(value))}"`)
    .join(" ")}>`;
};

/**
 * The allowed elements of a text. Raw HTML in the text is escaped, and the result is filtered by this list all the same:
 * two protections, each by its own library.
 */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: textElements,
  allowedAttributes: {
    a: ["href", "rel", "target"],
    td: ["data-column"],
    img: ["src", "srcset", "sizes", "alt", "width", "height", "loading", "decoding"],
  },
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !isOwnPicture(attribs.src ?? ""),
  allowedSchemes: ["https", "mailto", "tel"],
  allowProtocolRelative: false,
};

const cached = 200;
const rendered = new LRUCache<string, SafeHtml>({ max: cached });

type Options = {
  textLocale: Locale;
  pageLocale: Locale;
  /** The pictures that the text may show; `office` shows them to staff, published or not. */
  pictures?: readonly TextPicture[];
  office?: boolean;
};

/** Markdown written by staff as safe HTML. Links inside the site stay in the reader's language; others open in a new tab. */
export function renderMarkdown(text: string, { textLocale, pageLocale, pictures = [], office = false }: Options): SafeHtml {
  const key = `${textLocale} ${pageLocale} ${office} ${pictures.map(({ id }) => id)} ${text}`;
  const known = isOn("markdown-cache") ? rendered.get(key) : undefined;
  if (known !== undefined) return known;
  const shown: Shown = { locale: pageLocale, pictures, office };
  const html = sanitizeHtml(markdown.render(textLocale === "fr" ? frenchSpaces(text) : text, shown), {
    ...allowed,
    transformTags: { a: (_, attributes) => ({ tagName: "a", attribs: linkOf(attributes.href ?? "", pageLocale) }) },
  }) as SafeHtml;
  rendered.set(key, html);
  return html;
}

function linkOf(href: string, locale: Locale): Record<string, string> {
  const target = urlToFollow(href, { outside: href.startsWith("https:") });
  if (!target) return /^(mailto|tel):/.test(href) ? { href } : {};
  return target.startsWith("/")
    ? { href: pathIn(locale, target) }
    : { href: target, rel: "noopener noreferrer nofollow", target: "_blank" };
}
