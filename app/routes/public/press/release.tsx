import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { contactApi } from "#contract/charity/contact";
import { readIn } from "#contract/formats/localized-text";
import { pressApi } from "#contract/publishing/press";
import { orNotFound } from "~/errors/not-found.server";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { publicMeta } from "~/search/public-meta";
import { newsArticleData } from "~/search/structured-data";
import { renderMarkdown } from "~/subjects/articles/markdown.server";
import { RenderedText } from "~/ui/rendered-text";
import { ShareLinks } from "~/ui/share-links";
import { PressContact } from "./contact";
import { ReleaseFacts, ReleaseHead } from "./release-parts";
import { SavedFile } from "./saved-file";

export const handle = { i18n: ["press", "news"], header: "light", cache: { on: ["press"] } } as const satisfies PageHandle;

export const meta = publicMeta;

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { api, locale, settings, t } = context;
  const [release, { email }] = await Promise.all([
    api.call(pressApi.get, { params: { id: params.id ?? "" } }).catch(orNotFound),
    api.call(contactApi.press),
  ]);
  const title = readIn(locale, release.title).text;
  const lead = readIn(locale, release.quote).text;
  const body = readIn(locale, release.body);
  const times = { publishedAt: release.day, updatedAt: release.updatedAt };
  const image = pathIn(locale, "/share.png");
  const url = settings.publicUrl + pathIn(locale, `/press/${release.id}`);
  return {
    release,
    email,
    text: { title, url, html: renderMarkdown(body.text, { textLocale: body.locale, pageLocale: locale }), lang: body.locale },
    title: `${title} - ${t("titles:/press")}`,
    description: lead || undefined,
    sharing: { title, image, ...times },
    structuredData: newsArticleData(settings, { title, lead, locale: body.locale, ...times, url, image: settings.publicUrl + image }),
  };
}

export default function Release() {
  const { release, email, text } = useLoaderData<typeof loader>();
  return (
    <main id="content">
      <article className="wrap">
        <ReleaseHead release={release} />
        <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[17rem_1fr]">
          <div className="grid content-start gap-5 text-base lg:sticky lg:top-8">
            <ReleaseFacts release={release} />
            {release.file && <SavedFile id={release.id} file={release.file} />}
            <ShareLinks title={text.title} url={text.url} />
          </div>
          <RenderedText html={text.html} lang={text.lang} />
        </div>
      </article>
      <PressContact email={email} />
    </main>
  );
}
