import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Clock } from "lucide";
import { useTranslation } from "react-i18next";
import { EventRecord, eventsApi } from "#contract/charity/events";
import { projectsApi } from "#contract/charity/projects";
import { sectorsApi } from "#contract/charity/sectors";
import { instantInFrance } from "#contract/formats/france-time";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { timeText } from "~/subjects/events/event-times";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { EnglishBadge } from "~/ui/english-badge";
import { Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { LocalizedText } from "~/ui/localized-text";
import { StatusBadge } from "~/ui/status-badge";
import { EventTabs } from "./event-tabs";

const path = "/dashboard/admin/events/{id}";
const list = "/dashboard/admin/events";

export const handle = { i18n: ["events", "content"] } as const satisfies PageHandle;

export const meta = pageMeta;

const instant = (wallTime: string) => (instantInFrance(wallTime) ?? new Date(0)).toISOString();

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t, locale } = args.context;
  const [record, sectors, projects] = await Promise.all([
    api.call(eventsApi.admin.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound),
    api.call(sectorsApi.admin.choices),
    api.call(projectsApi.admin.choices),
  ]);
  const event = EventRecord.parse(record);
  const times = { startsAt: instant(event.startsAt), endsAt: instant(event.endsAt) };
  const sector = sectors.items.find(({ id }) => id === event.sectorId)?.label;
  const project = projects.items.find(({ id }) => id === event.projectId);
  const title = `${readIn(locale, event.title).text} - ${t(`titles:${path}`)}`;
  return {
    event,
    sector,
    project,
    when: timeText(locale, t, times, "whole"),
    over: times.endsAt <= new Date().toISOString(),
    title,
    crumb: crumb(t),
  };
}

const crumb = (t: LoaderFunctionArgs["context"]["t"]) => ({ label: t("content:events.list"), to: list });

export default function Event() {
  const { event, sector, project, when, over } = useLoaderData<typeof loader>();
  const { t } = useTranslation("events");
  const { t: content } = useTranslation("content");
  const { title, summary, accessNotes, type, placeName, placeAddress, status, visibility, english, id } = event;
  const facts = [
    { label: t("office.when"), value: when },
    { label: t("office.type"), value: content(`events.choice.type.${type}`) },
    { label: t("office.team"), value: sector ?? "–" },
    ...(project
      ? [{ label: t("office.project"), value: <Link to={`/dashboard/admin/projects/${project.id}/edit`}>{project.label}</Link> }]
      : []),
    { label: t("office.place"), value: `${placeName}, ${placeAddress}` },
    ...(accessNotes.fr ? [{ label: t("office.access"), value: <LocalizedText of={accessNotes} mark /> }] : []),
  ];
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="office-title">
          <LocalizedText of={title} mark />
        </h1>
        <p className="actions">
          {status === "published" && visibility === "public" && (
            <ButtonLink variant="line" to={`/events/${id}`}>
              {content("seeOnSite")}
            </ButtonLink>
          )}
          {status !== "draft" && !over && (
            <ButtonLink variant="line" to={`/dashboard/admin/events/scan?event=${id}`}>
              {t("openDoor")}
            </ButtonLink>
          )}
          <ButtonLink variant="line" to={`${list}/${id}/edit`}>
            {t("office.edit")}
          </ButtonLink>
        </p>
      </div>
      <EventTabs id={id} />
      <section className="panel grid gap-5" aria-label={t("office.about")}>
        <p className="flex flex-wrap items-center gap-2">
          <StatusBadge status={status} />
          <EnglishBadge state={english} />
          {over && (
            <Badge meaning="plain" icon={Clock}>
              {t("office.over")}
            </Badge>
          )}
        </p>
        {summary.fr && (
          <p className="max-w-2xl text-lg">
            <LocalizedText of={summary} mark />
          </p>
        )}
        <Facts facts={facts} className="grid gap-x-8 gap-y-4 sm:grid-cols-2" />
      </section>
    </>
  );
}

export const ErrorBoundary = OfficeError;
