import { useTranslation } from "react-i18next";
import type { ArticleRecord } from "#contract/publishing/articles";
import { useRootData } from "~/layouts/root-data";

/** A preview of the saved article as a search engine's result. */
export function SearchPreview({ article }: { article: ArticleRecord }) {
  const { t } = useTranslation("articles");
  const host = new URL(useRootData()?.settings.publicUrl ?? "https://localhost").host;
  return (
    <section className="panel grid gap-3" aria-labelledby="search-preview">
      <h2 id="search-preview" className="panel-title">
        {t("form.search")}
      </h2>
      <div className="rounded-lg border border-line px-4 py-3 leading-[1.4]" lang="fr">
        <small className="muted">
          {host} › news › {article.slug.fr}
        </small>
        <b className="block text-lg text-info">{article.title.fr}</b>
        <span className="muted">{article.lead.fr}</span>
      </div>
    </section>
  );
}
