import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { cspReportsApi } from "#contract/api/csp-reports";
import { operationsApi } from "#contract/api/operations";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { cacheReport } from "~/server/cache/cache-report.server";
import { DataPanel, PagesPanel } from "./groups-panel";
import { HoursPanel } from "./hours-panel";
import { PolicyPanel } from "./policy-panel";
import { JobsPanel, ServicesPanel } from "./work-panels";

const path = "/dashboard/admin/cache-metrics";

export const handle = { i18n: ["cache"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, cache, answers, locale, settings, t } = args.context;
  const [health, { items: violations }] = await Promise.all([api.call(operationsApi.health), api.call(cspReportsApi.list)]);
  const services = { push: settings.push, reports: settings.sentryDsn !== null };
  const data = cacheReport(answers, locale);
  return {
    pages: cacheReport(cache, locale),
    data: { groups: data.groups, total: data.total },
    health,
    violations,
    services,
    title: t(`titles:${path}`),
  };
}

export default function CacheMetrics() {
  const { pages, data, health, violations, services } = useLoaderData<typeof loader>();
  const { t } = useTranslation("cache");
  return (
    <>
      <div>
        <h1 className="office-title">{t("h1")}</h1>
        <p className="muted mt-1 max-w-3xl">{t("lead")}</p>
      </div>
      <HoursPanel hours={pages.hours} />
      <PagesPanel report={pages} />
      <DataPanel report={data} />
      <div className="grid gap-5 lg:grid-cols-[1.6fr_1fr] lg:items-start">
        <JobsPanel jobs={health.jobs} />
        <ServicesPanel mails={health.mails} services={services} />
      </div>
      <PolicyPanel violations={violations} />
    </>
  );
}

export const ErrorBoundary = OfficeError;
