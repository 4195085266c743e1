import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { eventSeriesApi, SeriesDraft } from "#contract/charity/event-series";
import { SeriesRule } from "#contract/charity/series-rule";
import { franceDay } from "#contract/formats/france-time";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { LocalizedText } from "~/ui/localized-text";
import { Panel } from "~/ui/panel";
import { EventTabs } from "./event-tabs";
import { SeriesDatesForm } from "./series-dates-form";
import { SeriesList } from "./series-list";
import { planOf } from "./series-plan.server";
import { SeriesRuleForm } from "./series-rule-form";

const path = "/dashboard/admin/events/{id}/series";
const list = "/dashboard/admin/events";

export const handle = { i18n: ["events", "event-series", "content"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t, locale } = args.context;
  const found = await api.call(eventSeriesApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  const first = franceDay(new Date(found.event.startsAt));
  return {
    ...found,
    first,
    plan: planOf(new URL(args.request.url).searchParams, first),
    submission: crypto.randomUUID(),
    rules: rulesOf({ rule: SeriesRule, dates: SeriesDraft }),
    crumb: { label: t("content:events.list"), to: list },
    title: `${readIn(locale, found.event.title).text} - ${t(`titles:${path}`)}`,
  };
}

/** Makes the dates that were shown. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  return submit(args, SeriesDraft, async (body) => {
    const { dates } = await api.call(eventSeriesApi.create, { params, body }).catch(orNotFound);
    return { to: `${list}/${params.id}/series`, toast: { title: t("event-series:done", { count: dates }) } };
  });
}

export default function Series() {
  const { event, series, dates, first, plan, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("event-series");
  const open = dates.some(({ id, open: isOpen }) => id === event.id && isOpen);
  return (
    <div className="grid gap-5">
      <h1 className="office-title">
        <LocalizedText of={event.title} mark />
      </h1>
      <EventTabs event={event} />
      {series && <SeriesList event={event} series={series} dates={dates} />}
      {!series && !open && <p className="panel">{t("closed")}</p>}
      {!series && open && (
        <Panel title={t("form.title")}>
          <p className="mb-4 max-w-2xl">{t("form.lead")}</p>
          <SeriesRuleForm key={JSON.stringify(plan.rule)} first={first} plan={plan} />
        </Panel>
      )}
      {!series && open && plan.rule && (
        <SeriesDatesForm
          key={plan.days.join()}
          rule={plan.rule}
          first={first}
          days={plan.days}
          published={event.status === "published"}
          answer={answer ?? undefined}
          submission={submission}
        />
      )}
    </div>
  );
}

export const ErrorBoundary = OfficeError;
