import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArticleListQuery, articlesApi } from "#contract/articles";
import { dashboardApi } from "#contract/dashboard";
import { pageMeta } from "~/i18n/page-meta";
import { objectsOf } from "~/news/cover";
import { DrawingSymbols } from "~/ui/drawing";
import { Actions } from "./actions";
import { Figures } from "./figures";
import { Hero } from "./hero";
import { LatestNews } from "./latest-news";
import { MissingLink } from "./missing-link";
import { OurRule } from "./our-rule";

export const handle = { i18n: ["home", "news"], header: { transparent: "white" } } as const;

export const meta = pageMeta;

export async function loader({ context }: LoaderFunctionArgs) {
  const { api, t, settings } = context;
  const [news, figures] = await Promise.all([
    api.call(articlesApi.list, { query: ArticleListQuery.parse({ perPage: 4 }) }),
    api.call(dashboardApi.figures),
  ]);
  return { news: news.items, figures, description: t("home:meta", { organisation: settings.organisation }) };
}

export default function Home() {
  const { news, figures } = useLoaderData<typeof loader>();
  return (
    <main id="content">
      <DrawingSymbols names={["crate", "bike", "door", "kit", "coat", "coin", ...objectsOf(news.slice(0, 1))]} />
      <Hero />
      <Figures figures={figures} />
      <Actions />
      <OurRule />
      <LatestNews articles={news} />
      <MissingLink />
    </main>
  );
}
