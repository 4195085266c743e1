import { ArrowRight } from "lucide";
import { useTranslation } from "react-i18next";
import type { ArticleCard, ArticlePage } from "#contract/publishing/articles";
import { Facts } from "~/ui/facts";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { ShareLinks } from "~/ui/share-links";
import { Cover } from "./cover";

/** Breadcrumbs, title, standfirst and cover. */
export function ArticleHead({ article }: { article: ArticlePage }) {
  const { t } = useTranslation("news");
  const { locale } = usePage();
  return (
    <div className="wrap pt-[clamp(1.5rem,4vw,3.5rem)]">
      <p className="flex flex-wrap items-center gap-2">
        <Link className="more" to="/news">
          {t("back")}
        </Link>
        {article.tags.map((tag) => (
          <Link key={tag.slug} className="tag no-underline" to={`/news?tag=${tag.slug}`}>
            {tag.label}
          </Link>
        ))}
      </p>
      {article.locale !== locale && <p className="mt-4 rounded-lg bg-beige px-5 py-3 font-bold">{t("inFrenchNote")}</p>}
      <h1
        className="mt-4 max-w-[16em] text-[clamp(2.375rem,1.4rem+4.2vw,4.75rem)] leading-[1.02] tracking-[-0.035em]"
        lang={article.locale}
      >
        {article.title}
      </h1>
      <p className="mt-5 max-w-xl text-xl leading-[1.45] text-neutral-dark" lang={article.locale}>
        {article.lead}
      </p>
      <Cover cover={article.cover} className="mt-10 aspect-[16/10] w-full rounded-2xl sm:aspect-[21/9]" eager />
    </div>
  );
}

/** Author, date, reading time, and links to share. */
export function ArticleRail({ article, url }: { article: ArticlePage; url: string }) {
  const { t } = useTranslation("news");
  const facts = [
    { label: t("by"), value: article.team ? t("author", { name: article.author, team: article.team }) : article.author },
    { label: t("publishedLabel"), value: <LocalDate value={article.publishedAt} style="full" /> },
    { label: t("reading"), value: t("minutes", { count: article.readingMinutes }) },
  ];
  return (
    <div className="grid content-start gap-5 text-base lg:sticky lg:top-8">
      <Facts facts={facts} className="flex flex-wrap gap-x-8 gap-y-3 lg:grid" />
      <ShareLinks title={article.title} url={url} />
    </div>
  );
}

export function ReadNext({ articles }: { articles: ArticleCard[] }) {
  const { t } = useTranslation("news");
  if (articles.length === 0) return null;
  return (
    <section className="bg-beige py-section" aria-labelledby="next">
      <div className="wrap">
        <h2 id="next" className="title-section">
          {t("related")}
        </h2>
        <ul className="mt-6 grid gap-px">
          {articles.map((article) => (
            <li key={article.id}>
              <Link
                to={`/news/${article.slug}`}
                className="title-card flex items-center justify-between gap-4 border-t-2 border-beige-deep py-5 font-extrabold text-ink no-underline hover:text-primary"
                lang={article.locale}
              >
                {article.title}
                <Icon of={ArrowRight} />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
