import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Download } from "lucide";
import { useTranslation } from "react-i18next";
import { ownTimelineApi, positionOf, type TimelineFact, TimelineQuery } from "#contract/accounts/own-timeline";
import { franceDay } from "#contract/formats/france-time";
import { gate } from "~/access/gate.server";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { FactList } from "~/subjects/tracking/fact-list";
import { ButtonLink, buttonClass } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Facts } from "~/ui/facts";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

const path = "/dashboard/my-tracking";

export const handle = { i18n: ["tracking"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const query = TimelineQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  const timeline = await args.context.api.call(ownTimelineApi.get, { query });
  return { timeline, later: query.before !== undefined, title: args.context.t(`titles:${path}`) };
}

/** What a person did here and what was done with them, the latest first, a page at a time. */
export default function MyTracking() {
  const { timeline, later, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("tracking");
  const { locale } = usePage();
  const { since, figures, coming, items, more } = timeline;
  const shown = figures.filter(({ count }) => count > 0);
  const last = items.at(-1);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="office-title">{title}</h1>
          <p className="muted mt-1">
            {t("own.lead")} <LocalDate value={since} style="full" />
          </p>
        </div>
        <a className={buttonClass("line")} href={pathIn(locale, `${path}/timeline.pdf`)} download>
          <Icon of={Download} />
          {t("own.pdf")}
        </a>
      </div>
      {shown.length > 0 && !later && (
        <section className="panel" aria-label={t("own.figures")}>
          <Facts facts={shown.map(({ count, label }) => ({ label, value: count }))} />
        </section>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-5">
          {coming.length > 0 && (
            <Panel title={t("own.coming")}>
              <FactList facts={coming} />
            </Panel>
          )}
          {yearsOf(items).map(({ year, facts }) => (
            <Panel key={year} title={year}>
              <FactList facts={facts} />
            </Panel>
          ))}
          {coming.length + items.length === 0 && <EmptyState drawing="letter" text={t("own.empty")} />}
          {(more || later) && (
            <p className="actions">
              {more && last && (
                <ButtonLink to={`${path}?before=${encodeURIComponent(positionOf(last))}`} variant="line">
                  {t("own.older")}
                </ButtonLink>
              )}
              {later && <Link to={path}>{t("own.newest")}</Link>}
            </p>
          )}
        </div>
        <div className="grid gap-5">
          <Panel title={t("own.who")}>
            <p>{t("own.whoText")}</p>
            <p className="mt-3">
              {t("own.notes")} <Link to="/account/settings/privacy">{t("own.askCopy")}</Link>
            </p>
          </Panel>
          <Panel title={t("own.wrong")}>
            <p>{t("own.wrongText")}</p>
            <p className="actions mt-4">
              <ButtonLink to="/account/chat" variant="line">
                {t("own.write")}
              </ButtonLink>
            </p>
          </Panel>
        </div>
      </div>
    </>
  );
}

export const ErrorBoundary = OfficeError;

/** The facts of each year in France, in their order. */
function yearsOf(facts: TimelineFact[]) {
  const yearOf = ({ at }: TimelineFact) => franceDay(new Date(at)).slice(0, 4);
  return [...new Set(facts.map(yearOf))].map((year) => ({ year, facts: facts.filter((fact) => yearOf(fact) === year) }));
}
