import type { LoaderFunctionArgs } from "@remix-run/node";
import { aidReportApi } from "#contract/charity/aid-report";
import { gate } from "~/access/gate.server";
import { download } from "~/lists/export.server";
import { csvOf } from "~/lists/table-files.server";

/** The figures of the report on aids, a line for each: what it is about, the people and the aids. What is hidden is empty. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/users/beneficiaries/report.csv");
  const { api, t } = args.context;
  const query = Object.fromEntries(new URL(args.request.url).searchParams) as never;
  const report = await api.call(aidReportApi.read, { query });
  const whole = ["people", "newPeople", "households", "adults", "children", "withoutHousehold"] as const;
  const rows = [
    [t("aids:report.about"), t("aids:report.detail"), t("aids:report.people"), t("aids:report.aids")],
    ...whole.map((name) => [t(`aids:report.${name}`), `${report.from} / ${report.to}`, report[name], null]),
    ...report.byKind.map(({ kind, people, aids }) => [t("aids:report.byKind"), t(`aids:kind.${kind}`), people, aids]),
    ...report.bySector.map(({ name, people, aids }) => [t("aids:report.bySector"), name ?? t("aids:report.noSector"), people, aids]),
    ...report.byMonth.map(({ month, people, aids }) => [t("aids:report.byMonth"), month, people, aids]),
  ];
  async function* slices() {
    yield rows;
  }
  return download(await csvOf(slices()), "text/csv; charset=utf-8", `aids-${report.from}-${report.to}.csv`);
}
