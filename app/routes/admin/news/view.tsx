import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { isLocale } from "#contract/formats/locale";
import { SendBack } from "#contract/publishing/article-publication";
import { articleRecordsApi } from "#contract/publishing/articles";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Cover } from "~/subjects/articles/cover";
import { renderMarkdown } from "~/subjects/articles/markdown.server";
import { DrawingSymbols } from "~/ui/drawing";
import { Link } from "~/ui/link";
import { RenderedText } from "~/ui/rendered-text";
import { PublicationPanel } from "./publication-panel";

export const handle = { i18n: ["articles"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/news/{id}/view");
  const { api, t, locale } = args.context;
  const { searchParams } = new URL(args.request.url);
  const article = await api.call(articleRecordsApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  const requested = searchParams.get("in");
  const complete = article.english === "reviewed" || article.english === "outdated";
  const wanted = isLocale(requested) ? requested : locale;
  const language = wanted === "en" && complete ? ("en" as const) : ("fr" as const);
  const html = renderMarkdown(article.body[language] ?? "", {
    textLocale: language,
    pageLocale: locale,
    pictures: article.pictures,
    office: true,
  });
  const phone = searchParams.get("width") === "phone";
  return {
    ...{ article, language, wanted, html, phone },
    rules: rulesOf({ sendBack: SendBack }),
    title: t("titles:/dashboard/admin/news/{id}/view"),
  };
}

export default function ViewArticle() {
  const { article, language, wanted, html, phone } = useLoaderData<typeof loader>();
  const { t } = useTranslation("articles");
  const choice = (name: string, to: string, current: boolean) => (
    <Link key={to} to={to} aria-current={current ? "page" : undefined} preventScrollReset>
      {name}
    </Link>
  );
  const width = phone ? "phone" : "wide";
  return (
    <>
      <PublicationPanel article={article} />
      <div className="flex flex-wrap gap-4">
        <nav className="views" aria-label={t("view.language")}>
          {choice(t("view.french"), `?in=fr&width=${width}`, wanted === "fr")}
          {choice(t("view.english"), `?in=en&width=${width}`, wanted === "en")}
        </nav>
        <nav className="views" aria-label={t("view.width")}>
          {choice(t("view.wide"), `?in=${wanted}&width=wide`, !phone)}
          {choice(t("view.phone"), `?in=${wanted}&width=phone`, phone)}
        </nav>
      </div>
      {wanted !== language && <p className="panel">{t("view.noEnglish")}</p>}
      <article className={`panel grid gap-4 ${phone ? "w-full max-w-[23.5rem]" : ""}`} lang={language}>
        <DrawingSymbols names={[article.cover.object]} />
        <h2 className="text-[length:var(--text-3xl)] leading-[1.05] tracking-[-0.03em]">{article.title[language]}</h2>
        <p className="text-lg text-neutral-dark">{article.lead[language]}</p>
        <Cover
          cover={{ ...article.cover, alt: article.cover.alt[language] ?? article.cover.alt.fr }}
          className="aspect-[21/9] w-full rounded-xl"
        />
        <p className="muted text-sm">{t("view.by", { name: article.author })}</p>
        <RenderedText html={html} lang={language} />
      </article>
    </>
  );
}

export const ErrorBoundary = OfficeError;
