import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArticleListQuery, articlesApi } from "#contract/articles";
import { dashboardApi } from "#contract/dashboard";
import { testimonialsApi } from "#contract/testimonials";
import { publicMeta } from "~/search/public-meta";
import { organisationData } from "~/search/structured-data";
import { Actions } from "./actions";
import { Figures } from "./figures";
import { Hero } from "./hero";
import { LatestNews } from "./latest-news";
import { MissingLink } from "./missing-link";
import { OurRule } from "./our-rule";
import { Testimonials } from "./testimonials";

export const handle = {
  i18n: ["home", "news"],
  header: { transparent: "white" },
  cache: { on: ["article", "team", "testimonial", "user", "day"] },
} as const;

export const meta = publicMeta;

export async function loader({ context }: LoaderFunctionArgs) {
  const { api, t, settings } = context;
  const [news, figures, testimonials] = await Promise.all([
    api.call(articlesApi.list, { query: ArticleListQuery.parse({ perPage: 4 }) }),
    api.call(dashboardApi.figures),
    api.call(testimonialsApi.list, { query: { limit: 3 } }),
  ]);
  const description = t("home:meta", { organisation: settings.organisation });
  return {
    news: news.items,
    figures,
    testimonials: testimonials.items,
    description,
    structuredData: organisationData(settings, description),
  };
}

export default function Home() {
  const { news, figures, testimonials } = useLoaderData<typeof loader>();
  return (
    <main id="content">
      <Hero />
      <Figures figures={figures} />
      <Actions />
      <OurRule />
      <Testimonials items={testimonials} />
      <LatestNews articles={news} />
      <MissingLink />
    </main>
  );
}
