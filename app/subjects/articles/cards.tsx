import { useTranslation } from "react-i18next";
import type { ArticleCard } from "#contract/publishing/articles";
import { cachedFragment } from "~/ui/cached-fragment";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Cover } from "./cover";

/** The first article of a list, large. */
export const LeadArticle = cachedFragment("lead article", ({ article }: { article: ArticleCard }) => {
  return (
    <article className="sm:col-span-full">
      <Link
        to={`/news/${article.slug}`}
        className="group grid gap-4 text-ink no-underline lg:grid-cols-[1.55fr_1fr] lg:items-center lg:gap-12"
      >
        <Cover cover={article.cover} className="aspect-[16/10] w-full rounded-2xl" eager />
        <div>
          <ArticleFacts article={article} />
          <h2 className="title-page group-hover:underline" lang={article.locale}>
            {article.title}
          </h2>
          <p className="mt-3 text-neutral-dark" lang={article.locale}>
            {article.lead}
          </p>
        </div>
      </Link>
    </article>
  );
});

export const ArticleTile = cachedFragment("article tile", ({ article }: { article: ArticleCard }) => {
  return (
    <article>
      <Link to={`/news/${article.slug}`} className="group block text-ink no-underline">
        <Cover cover={article.cover} className="mb-4 aspect-[16/10] w-full rounded-xl" />
        <ArticleFacts article={article} />
        <h2 className="title-card group-hover:underline" lang={article.locale}>
          {article.title}
        </h2>
      </Link>
    </article>
  );
});

/** Theme, team, date, and a badge for a text in French only. */
export function ArticleFacts({ article }: { article: ArticleCard }) {
  const { t } = useTranslation("news");
  const { locale } = usePage();
  return (
    <p className="muted mb-2 text-sm">
      {article.tags[0] && <span className="tag">{article.tags[0].label}</span>} {article.team ?? t("national")},{" "}
      <LocalDate value={article.publishedAt} />
      {article.locale !== locale && <span className="tag ml-2">{t("inFrench")}</span>}
    </p>
  );
}
