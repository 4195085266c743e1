import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { longestSearch } from "#contract/api/endpoint";
import { foundKinds } from "#contract/api/entity-types";
import { cut } from "#contract/formats/cut";
import { SearchQuery, searchApi } from "#contract/publishing/search";
import { SearchForm } from "~/forms/search-form";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { withinPages } from "~/lists/list-loader.server";
import { readList } from "~/lists/list-request";
import { PageLinks } from "~/lists/page-links";
import { FoundList } from "~/search/found-list";
import { countUnanswered } from "~/search/unanswered.server";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { KindLinks } from "./kind-links";
import { OftenVisited } from "./often-visited";

export const handle = { i18n: ["search"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const typed = new URL(request.url).searchParams.get("q")?.trim() ?? "";
  const isTooLong = typed.length > longestSearch;
  const query = { ...readList(request, SearchQuery), ...(isTooLong && { q: shortened(typed, longestSearch) }) };
  const results = withinPages(request, await context.api.call(searchApi.find, { query }));
  if (query.q && !query.kind && results.total === 0) await countUnanswered(args, query.q);
  return {
    query,
    results,
    // From the loader: the file of this list is shared with the first screen of the back-office, whose scripts have a budget.
    kinds: foundKinds,
    isTooLong,
    title: query.q ? `${quoted(query.q)} - ${context.t("titles:/search")}` : context.t("titles:/search"),
  };
}

/** The first words of a search that is too long. */
function shortened(typed: string, longest: number): string {
  const start = cut(typed, longest);
  return (start.match(/^.*(?=\s)/s)?.[0] ?? start).trim();
}

/** As much of a search as a sentence repeats. */
const longestQuote = 60;
const quoted = (words: string) => (words.length > longestQuote ? `${shortened(words, longestQuote)}…` : words);

export default function SearchPage() {
  const { query, results, kinds, isTooLong } = useLoaderData<typeof loader>();
  const { t } = useTranslation("search");
  const { q, kind } = query;
  const { total, corrected, suggestion } = results;
  return (
    <main id="content" className="wrap max-w-4xl pb-section">
      <h1 className="title-hero pt-[clamp(2rem,5vw,4rem)] pb-6">{t("h1")}</h1>
      <SearchForm id="q" label={t("label")} button={t("button")} value={q}>
        {kind && <input type="hidden" name="kind" value={kind} />}
      </SearchForm>
      {q ? <KindLinks kinds={kinds} words={q} current={kind} /> : <p className="muted pt-4">{t("hint")}</p>}
      <p role="status" className="pt-8 font-semibold wrap-anywhere">
        {q && (total > 0 ? t("count", { words: quoted(corrected ?? q), count: total }) : t("empty", { words: quoted(q) }))}
      </p>
      {isTooLong && <p className="muted pt-1">{t("tooLong", { most: longestSearch })}</p>}
      {corrected && <p className="muted pt-1 wrap-anywhere">{t("correctedFrom", { words: quoted(q ?? "") })}</p>}
      {suggestion && (
        <p className="pt-1 wrap-anywhere">
          {t("suggestion")}{" "}
          <Link to={`/search?${new URLSearchParams({ q: suggestion, ...(kind && { kind }) })}`}>{quoted(suggestion)}</Link>
        </p>
      )}
      <FoundList items={results.items} />
      {q && total === 0 && (
        <>
          <p className="pb-6">{t("emptyHint")}</p>
          <p className="actions">
            <ButtonLink to="/contact">{t("contact")}</ButtonLink>
            <ButtonLink variant="line" to="/further-support">
              {t("support")}
            </ButtonLink>
          </p>
        </>
      )}
      {total === 0 && <OftenVisited />}
      <PageLinks page={results} className="pages" />
    </main>
  );
}
