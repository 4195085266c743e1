import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Locale } from "#contract/formats/locale";
import { legalDocumentsApi, type PublicLegalKey, type PublicLegalText } from "#contract/law/legal-documents";
import { orNotFound } from "~/errors/not-found.server";
import { renderMarkdown } from "~/subjects/articles/markdown.server";
import type { SafeHtml } from "~/ui/rendered-text";

/** Replaces placeholders of a text before it is rendered, such as a table from the settings. */
type Fill = (body: string) => string;

/** The data of a public text's page: the text in force, or the version in the query. */
export async function loadLegalPage({ context, request }: LoaderFunctionArgs, key: PublicLegalKey, fill: Fill = (body) => body) {
  const { api, t, locale, session } = context;
  const requested = /^\d{1,5}$/.exec(new URL(request.url).searchParams.get("version") ?? "")?.[0];
  const { text } = await api.call(legalDocumentsApi.read, { params: { key }, query: { version: requested } }).catch(orNotFound);
  const user = await session.user();
  return {
    key,
    /** Whether the person must accept this text before anything else. */
    toSign: user?.docToSign?.key === key,
    text: text && shown({ ...text, body: fill(text.body) }, locale),
    title: t(`titles:/${key}`),
    description: t(`legal:${key}.lead`),
  };
}
export type LegalPageData = Awaited<ReturnType<typeof loadLegalPage>>;

function shown(text: PublicLegalText, pageLocale: Locale) {
  return { ...text, ...withAnchors(renderMarkdown(text.body, { textLocale: text.locale, pageLocale })) };
}

/** Adds ids to the headings of a text, for its table of contents. */
function withAnchors(html: SafeHtml) {
  const parts: { id: string; title: string }[] = [];
  const [before = "", ...rest] = html.split("<h2>");
  const anchored = rest.map((part) => {
    const id = `part-${parts.length + 1}`;
    parts.push({ id, title: plain(part.slice(0, part.indexOf("</h2>"))) });
    return `<h2 id="${id}">${part}`;
  });
  return { html: (before + anchored.join("")) as SafeHtml, parts };
}

function plain(html: string): string {
  return html
    .replace(/<[^<>]*>/g, "")
    .replaceAll("&amp;", "&")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"');
}
