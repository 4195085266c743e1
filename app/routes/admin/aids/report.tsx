import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Download } from "lucide";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type AidReport, aidReportApi, longestReport, smallestGroup } from "#contract/charity/aid-report";
import { writtenDay } from "#contract/formats/france-time";
import { gate } from "~/access/gate.server";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { PrintButton } from "~/subjects/sectors/print-button";
import { Facts } from "~/ui/facts";
import { Icon } from "~/ui/icon";
import { formatDate } from "~/ui/local-date";
import { formatNumber } from "~/ui/number";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

const path = "/dashboard/admin/users/beneficiaries/report";

export const handle = { i18n: ["aids"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const query = Object.fromEntries(new URL(args.request.url).searchParams) as never;
  return {
    report: await api.call(aidReportApi.read, { query }),
    smallest: smallestGroup,
    longest: longestReport,
    crumb: { label: t("people:list.beneficiaries.title"), to: "/dashboard/admin/users/beneficiaries" },
    title: t(`titles:${path}`),
  };
}

/** What the State asks for, of what students received in a period: on screen, on paper and as a file. */
export default function AidReportPage() {
  const { report, smallest, longest, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("aids");
  const { locale } = usePage();
  const { search } = useLocation();
  const figure = useFigure();
  const facts = (["people", "newPeople", "households", "adults", "children", "withoutHousehold"] as const).map((name) => ({
    label: t(`report.${name}`),
    value: figure(report[name]),
  }));
  return (
    <>
      <h1 className="office-title">{title}</h1>
      <form method="get" action={pathIn(locale, path)} className="mb-2 flex flex-wrap items-end gap-3 print:hidden">
        <MonthField name="monthFrom" label={t("report.from")} day={report.from} />
        <MonthField name="monthTo" label={t("report.to")} day={report.to} />
        <button type="submit" className="btn btn-line">
          {t("report.show")}
        </button>
      </form>
      <Panel title={t("report.period", { from: writtenDay(locale, report.from), to: writtenDay(locale, report.to) })}>
        {report.adjusted && (
          <p role="status" className="mb-4 font-semibold">
            {t("report.adjusted", { count: longest })}
          </p>
        )}
        <Facts facts={facts} className="grid grid-cols-2 gap-x-8 gap-y-4 lg:grid-cols-3" />
        <p className="muted mt-4 max-w-prose text-sm">
          {t("report.small", { count: smallest, day: writtenDay(locale, report.erasedUntil) })}
        </p>
        <p className="actions mt-4 print:hidden">
          <a className="btn btn-line" href={pathIn(locale, `${path}.csv${search}`)} download>
            <Icon of={Download} />
            {t("report.file")}
          </a>
          <PrintButton>{t("report.print")}</PrintButton>
        </p>
      </Panel>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Groups name="byKind" rows={report.byKind.map((row) => ({ ...row, label: t(`kind.${row.kind}`) }))} />
        <Groups name="bySector" rows={report.bySector.map((row) => ({ ...row, label: row.name ?? t("report.noSector") }))} />
        <Groups name="byMonth" rows={report.byMonth.map((row) => ({ ...row, label: formatDate(locale, `${row.month}-15`, "month") }))} />
      </div>
    </>
  );
}

/** A figure, or that it is of too few people. */
function useFigure() {
  const { locale } = usePage();
  return (value: number | null) => (value === null ? "–" : formatNumber(locale, value));
}

function MonthField({ name, label, day }: { name: string; label: string; day: string }) {
  return (
    <label className="grid gap-1">
      <span className="font-semibold">{label}</span>
      <input type="month" name={name} defaultValue={day.slice(0, 7)} pattern="\d{4}-\d{2}" className="control" />
    </label>
  );
}

type Row = AidReport["byMonth"][number];

function Groups({ name, rows }: { name: "byKind" | "bySector" | "byMonth"; rows: (Pick<Row, "people" | "aids"> & { label: string })[] }) {
  const { t } = useTranslation("aids");
  const figure = useFigure();
  const cell = (content: ReactNode) => <td className="py-2 text-end whitespace-nowrap tabular-nums">{content}</td>;
  return (
    <Panel title={t(`report.${name}`)}>
      {rows.length === 0 ? (
        <p className="muted">{t("report.none")}</p>
      ) : (
        <table className="w-full">
          <caption className="sr-only">{t(`report.${name}`)}</caption>
          <thead>
            <tr className="border-b-2 border-line text-sm">
              <td />
              <th scope="col" className="py-2 text-end">
                {t("report.people")}
              </th>
              <th scope="col" className="py-2 ps-3 text-end">
                {t("report.aids")}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, people, aids }) => (
              <tr key={label} className="border-b border-line">
                <th scope="row" className="py-2 pe-3 text-start font-normal">
                  {label}
                </th>
                {cell(figure(people))}
                {cell(figure(aids))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

export const ErrorBoundary = OfficeError;
