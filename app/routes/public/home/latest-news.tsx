import { ArrowRight } from "lucide";
import type { ArticleCard } from "#contract/publishing/articles";
import { usePageText } from "~/content/page-texts/use-page-text";
import { ArticleFacts } from "~/subjects/articles/cards";
import { Cover } from "~/subjects/articles/cover";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";

/** The newest article with its cover, then the others by their titles. */
export function LatestNews({ articles: [first, ...others] }: { articles: ArticleCard[] }) {
  const t = usePageText("home");
  if (!first) return null;
  return (
    <section className="wrap grid gap-x-12 gap-y-8 py-section lg:grid-cols-[1.35fr_1fr]" aria-labelledby="news">
      <h2 id="news" className="title-section lg:col-span-2">
        {t("news.title")}
      </h2>
      <Link className="group text-ink no-underline" to={`/news/${first.slug}`}>
        <Cover cover={first.cover} className="mb-5 aspect-video w-full rounded-2xl" later />
        <Headline article={first} />
      </Link>
      <div>
        {others.length > 0 && (
          <ul className="grid gap-5">
            {others.map((article) => (
              <li key={article.id} className="divided">
                <Link className="group text-ink no-underline" to={`/news/${article.slug}`}>
                  <Headline article={article} />
                </Link>
              </li>
            ))}
          </ul>
        )}
        <Link className="more mt-5" to="/news">
          {t("news.all")}
          <Icon of={ArrowRight} />
        </Link>
      </div>
    </section>
  );
}

function Headline({ article }: { article: ArticleCard }) {
  const { locale } = usePage();
  return (
    <>
      <ArticleFacts article={article} />
      <h3 className="title-card group-hover:underline" lang={article.locale === locale ? undefined : article.locale}>
        {article.title}
      </h3>
    </>
  );
}
