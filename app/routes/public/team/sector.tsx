import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { publicSectorsApi } from "#contract/charity/sectors";
import { readIn } from "#contract/formats/localized-text";
import { portraitsApi } from "#contract/publishing/portraits";
import { orNotFound } from "~/errors/not-found.server";
import type { PageHandle } from "~/layouts/handle";
import { PageHead } from "~/layouts/site/page-head";
import { publicMeta } from "~/search/public-meta";
import { renderMarkdown } from "~/subjects/articles/markdown.server";
import { eventsData } from "~/subjects/events/events-data";
import { Link } from "~/ui/link";
import { formatDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { RenderedText } from "~/ui/rendered-text";
import { SectorImpactTotals } from "./impact-totals";
import { JoinSector } from "./join-sector";
import { SectorDates } from "./sector-dates";
import { sectorFacts } from "./sector-facts";
import { SectorHours } from "./sector-hours";
import { SectorActivities, SectorNews, SectorRail } from "./sector-parts";
import { SectorPeople } from "./sector-people";

export const handle = {
  i18n: ["team", "events"],
  cache: { on: ["team", "portrait", "article", "user", "monthly_record", "event", "day"] },
} as const satisfies PageHandle;

export const meta = publicMeta;

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { api, locale, t, settings } = context;
  const team = await api.call(publicSectorsApi.get, { params: { id: params.id ?? "" } }).catch(orNotFound);
  if (team.slug !== params.id) throw redirect(`/team/${team.slug}`, 301);
  const { items: portraits } = await api.call(portraitsApi.list, { query: { sectorId: team.id } });
  const text = readIn(locale, team.presentation);
  const html = text.text && renderMarkdown(text.text, { textLocale: text.locale, pageLocale: locale });
  const description = t("team:one.lead", { city: team.name });
  const structuredData = [...eventsData(settings, locale, team.events), sectorFacts(settings, locale, t, team)];
  const today = formatDate(locale, new Date(), "full");
  return {
    team,
    portraits,
    today,
    html,
    textLocale: text.locale,
    title: t("titles:/team/{id}"),
    description,
    structuredData,
  };
}

export default function SectorPage() {
  const { team, portraits, today, html, textLocale } = useLoaderData<typeof loader>();
  const { t } = useTranslation("team");
  return (
    <main id="content">
      <div className="wrap pb-section">
        <p className="pt-6">
          <Link className="more" to="/team">
            {t("one.back")}
          </Link>
        </p>
        <PageHead title={team.name} lead={team.slogan?.fr ? <LocalizedText of={team.slogan} mark /> : undefined} />
        <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[1fr_19rem] lg:grid-rows-[auto_1fr] lg:items-start">
          {html ? <RenderedText html={html} lang={textLocale} /> : <p className="max-w-xl text-lg">{t("one.lead", { city: team.name })}</p>}
          <SectorRail team={team} />
          <div className="grid gap-12">
            <SectorPeople portraits={portraits} />
            <SectorHours hours={team.hours} />
            <SectorDates events={team.events} slug={team.slug} />
            <SectorImpactTotals impactTotals={team.impactTotals} months={team.impactMonths} today={today} />
            <SectorActivities activities={team.activities} />
            <SectorNews news={team.news} />
          </div>
        </div>
      </div>
      <JoinSector name={team.name} slug={team.slug} />
    </main>
  );
}
