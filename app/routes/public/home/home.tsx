import type { LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { dashboardApi } from "#contract/charity/dashboard";
import { eventsApi } from "#contract/charity/events";
import { type Partner, partnersApi } from "#contract/charity/partners";
import { ArticleListQuery, articlesApi } from "#contract/publishing/articles";
import { testimonialsApi } from "#contract/publishing/testimonials";
import { check, readPageTexts } from "~/content/page-texts/page-texts.server";
import { PageTexts } from "~/content/page-texts/use-page-text";
import type { PageHandle } from "~/layouts/handle";
import { publicMeta } from "~/search/public-meta";
import { organisationData } from "~/search/structured-data";
import { formatDate } from "~/ui/local-date";
import { Actions } from "./actions";
import { Figures } from "./figures";
import { Hero } from "./hero";
import { LatestNews } from "./latest-news";
import { MissingLink } from "./missing-link";
import { UpcomingEvents } from "./next-dates";
import { type PartnerMark, Partners } from "./partners";
import { Testimonials } from "./testimonials";

export const handle = {
  i18n: ["home", "news", "events"],
  header: { transparent: "white" },
  cache: { on: ["article", "team", "tag", "testimonial", "user", "monthly_record", "event", "partner", "page_texts", "day"] },
  dated: ["article", "testimonial", "event", "partner", "monthly_record", "page_texts"],
} as const satisfies PageHandle;

export const meta = publicMeta;

export async function loader({ context }: LoaderFunctionArgs) {
  const { api, t, locale, settings } = context;
  const [news, figures, testimonials, dates, partners, texts] = await Promise.all([
    api.call(articlesApi.list, { query: ArticleListQuery.parse({ perPage: 3 }) }),
    api.call(dashboardApi.figures),
    api.call(testimonialsApi.list, { query: { limit: 1 } }),
    api.call(eventsApi.coming),
    api.call(partnersApi.list, { query: {} }),
    readPageTexts(context, "home"),
  ]);
  const description = t("home:meta", { organisation: settings.organisation });
  return {
    texts,
    news: news.items,
    figures,
    today: formatDate(locale, new Date(), "full"),
    testimonials: testimonials.items,
    dates: dates.items,
    partners: fewPartners(partners.items),
    description,
    structuredData: organisationData(settings, description),
  };
}

export const action = check("home");

export default function Home() {
  const { texts, news, figures, today, testimonials, dates, partners } = useLoaderData<typeof loader>();
  return (
    <PageTexts texts={texts} tried={useActionData<typeof action>()}>
      <main id="content">
        <Hero />
        <Figures figures={figures} today={today} />
        <Actions />
        <Testimonials items={testimonials} />
        <Partners partners={partners} />
        <UpcomingEvents events={dates} />
        <LatestNews articles={news} />
        <MissingLink />
      </main>
    </PageTexts>
  );
}

/** A partner of each of three kinds, one with a mark where there is one. */
function fewPartners(partners: Partner[]): PartnerMark[] {
  const kinds = [...Map.groupBy(partners, ({ kind }) => kind).values()].slice(0, 3);
  return kinds.flatMap((ofKind) => {
    const chosen = ofKind.find(({ logoId }) => logoId) ?? ofKind[0];
    return chosen ? [{ id: chosen.id, name: chosen.name, logoId: chosen.logoId, logoAlt: chosen.logoAlt }] : [];
  });
}
