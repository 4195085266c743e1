import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SearchQuery, searchApi } from "#contract/publishing/search";
import { SearchForm } from "~/forms/search-form";
import { pageMeta } from "~/layouts/page-meta";
import { withinPages } from "~/lists/list-loader.server";
import { readList } from "~/lists/list-request";
import { PageLinks } from "~/lists/page-links";
import { FoundList } from "~/search/found-list";
import { countUnanswered } from "~/search/unanswered.server";
import { ButtonLink } from "~/ui/button";
import { KindLinks } from "./kind-links";

export const handle = { i18n: ["search"] } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const query = readList(request, SearchQuery);
  const page = withinPages(request, await context.api.call(searchApi.find, { query }));
  if (query.q && !query.kind && page.total === 0) await countUnanswered(args, query.q);
  return { query, page, title: query.q ? `${query.q} - ${context.t("titles:/search")}` : context.t("titles:/search") };
}

export default function SearchPage() {
  const { query, page } = useLoaderData<typeof loader>();
  const { t } = useTranslation("search");
  const words = { words: query.q, count: page.total };
  return (
    <main id="content" className="wrap max-w-4xl pb-section">
      <h1 className="title-hero pt-[clamp(2rem,5vw,4rem)] pb-6">{t("h1")}</h1>
      <SearchForm id="q" label={t("label")} button={t("button")} value={query.q}>
        {query.kind && <input type="hidden" name="kind" value={query.kind} />}
      </SearchForm>
      {query.q ? <KindLinks words={query.q} current={query.kind} /> : <p className="muted pt-4">{t("hint")}</p>}
      <p role="status" className="pt-8 font-semibold wrap-anywhere">
        {query.q && (page.total > 0 ? t("count", words) : t("empty", words))}
      </p>
      <FoundList items={page.items} />
      {query.q && page.total === 0 && (
        <>
          <p className="pt-2 pb-6">{t("emptyHint")}</p>
          <p className="actions">
            <ButtonLink to="/contact">{t("contact")}</ButtonLink>
            <ButtonLink look="line" to="/news">
              {t("news")}
            </ButtonLink>
          </p>
        </>
      )}
      <PageLinks page={page} className="pages" />
    </main>
  );
}
