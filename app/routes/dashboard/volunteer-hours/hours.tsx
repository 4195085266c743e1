import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Plus } from "lucide";
import { useTranslation } from "react-i18next";
import { certificatesApi } from "#contract/charity/volunteer-certificates";
import { volunteerHoursApi } from "#contract/charity/volunteer-hours";
import { hoursText } from "#contract/formats/hours";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { fieldsOf } from "~/forms/submission.server";
import { useTranslate } from "~/i18n/use-translate";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { missionOf } from "~/subjects/hours/activity-text";
import { isCorrectable } from "~/subjects/hours/correctable";
import { HoursBadge } from "~/subjects/hours/hours-badge";
import { ButtonLink } from "~/ui/button";
import { BarChart } from "~/ui/chart/bar-chart";
import { monthPoints } from "~/ui/chart/months";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { CertificatePanel, CivicPanel, HoursTiles, ProposedHours, RejectedHours } from "./own-panels";
import { sendWeek } from "./week.server";
import { WeekPanel } from "./week-panel";

const path = "/dashboard/volunteer-hours";

export const handle = { i18n: ["hours"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const { searchParams } = new URL(args.request.url);
  const query = { week: searchParams.get("week") ?? undefined, from: searchParams.get("from") ?? undefined };
  const [hours, certificates] = await Promise.all([api.call(volunteerHoursApi.mine, { query }), api.call(certificatesApi.mine)]);
  return { hours, certificates, isLater: !!query.from, submission: crypto.randomUUID(), title: t(`titles:${path}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const form = await fieldsOf(args.request);
  if (form.has("week")) return sendWeek(args, form);
  const confirm = form.get("confirm");
  const year = Number(form.get("certificate"));
  if (!confirm && !year) throw data(null, { status: 400 });
  try {
    if (confirm) {
      const body = { version: Number(form.get("version")) || 0 };
      const { remark } = await api.call(volunteerHoursApi.confirm, { params: { id: String(confirm) }, body });
      flashToast(args.context, { title: t("hours:sent"), description: remark === "overlap" ? t("hours:sentTwice") : undefined });
    } else {
      await api.call(certificatesApi.issue, { body: { year } });
      flashToast(args.context, { title: t("hours:certificate.created") });
    }
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 404, 409, 422].includes(error.status)) throw error;
    const [first] = Object.values(error.body.fieldErrors ?? {}).flat();
    flashRefusal(args.context, t((first ?? "hours:overtaken") as "hours:overtaken"));
  }
  return redirect(path, 303);
}

/** A volunteer's own hours. */
export default function OwnHours() {
  const { hours, certificates, isLater, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("hours");
  const common = useTranslation().t;
  const { locale } = usePage();
  const { today, totals, proposed, rejected, latest, next, week, leads } = hours;
  const year = Number(today.slice(0, 4));
  const months = totals.months.map((minutes, at) => ({ month: `${year}-${String(at + 1).padStart(2, "0")}`, minutes }));
  const chart = {
    what: t("months.title", { year }),
    pointHeader: common("chart.month"),
    series: [t("months.series")],
    points: monthPoints(
      locale,
      months.filter(({ month }) => month <= today.slice(0, 7)),
      ({ minutes }) => [minutes],
    ),
    format: (minutes: number) => hoursText(locale, minutes),
  };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="office-title">{t("title")}</h1>
        <ButtonLink to={`${path}/create`}>
          <Icon of={Plus} />
          {t("add")}
        </ButtonLink>
      </div>
      <ProposedHours rows={proposed} />
      <HoursTiles totals={totals} year={year} />
      <RejectedHours rows={rejected} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-5">
          <WeekPanel monday={week.monday} today={today} rows={week.rows} submission={submission} answer={answer} />
          <Latest rows={latest} next={next} isLater={isLater} />
        </div>
        <div className="grid min-w-0 gap-5">
          <CertificatePanel {...certificates} />
          {months.some(({ minutes }) => minutes > 0) && (
            <Panel title={t("months.title", { year })}>
              <BarChart data={chart} />
            </Panel>
          )}
          {leads && <CivicPanel minutes={totals.validatedYear} year={year} />}
        </div>
      </div>
    </>
  );
}

type Rows = { rows: ReturnType<typeof useLoaderData<typeof loader>>["hours"]["latest"]; next: string | null; isLater: boolean };

function Latest({ rows, next, isLater }: Rows) {
  const { t } = useTranslation("hours");
  const translate = useTranslate();
  const { locale } = usePage();
  if (rows.length === 0) return <EmptyState drawing="bike" text={t("empty")} action={{ to: `${path}/create`, label: t("add") }} />;
  return (
    <Panel title={t("latest")}>
      <ul className="rows">
        {rows.map((row) => (
          <li key={row.id}>
            <span className="min-w-0 flex-[1_1_12rem]">
              {isCorrectable(row) ? (
                <Link to={`${path}/${row.id}`} className="font-semibold">
                  {missionOf(row, translate, locale)}
                </Link>
              ) : (
                <strong>{missionOf(row, translate, locale)}</strong>
              )}
              <small className="muted block">
                <LocalDate value={`${row.date}T12:00:00Z`} />, {row.isCorrection ? t("correction") : t(`source.${row.source}`)}
                {row.status === "rejected" && row.correctUntil === null && `, ${t("finallyRejected")}`}
              </small>
            </span>
            <span className="font-semibold tabular-nums">{hoursText(locale, row.minutes)}</span>
            <HoursBadge status={row.status} />
          </li>
        ))}
      </ul>
      <p className="mt-3 flex gap-6 font-semibold">
        {isLater && <Link to={path}>{t("newest")}</Link>}
        {next && <Link to={`${path}?from=${next}`}>{t("all")}</Link>}
      </p>
    </Panel>
  );
}

export const ErrorBoundary = OfficeError;
