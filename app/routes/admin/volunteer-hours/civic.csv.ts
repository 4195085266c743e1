import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { civicExport, exportsApi } from "#contract/accounts/exports";
import { civicAccount } from "#contract/charity/volunteer-hours";
import { hoursAdminApi } from "#contract/charity/volunteer-hours-admin";
import { decimalHours } from "#contract/formats/hours";
import { gate } from "~/access/gate.server";
import { download } from "~/lists/export.server";
import { csvOf } from "~/lists/table-files.server";

/** Whose hours of a year the charity confirms for the civic commitment account, with what each of them lacks here. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, civicExport);
  const { api, t } = args.context;
  const year = Number(new URL(args.request.url).searchParams.get("year"));
  if (!Number.isInteger(year) || year < 2000 || year > 2200) throw data(null, { status: 404 });
  const { items } = await api.call(hoursAdminApi.civic, { query: { year } });
  const rows = [
    [t("hours:column.person"), t("hours:civic.label", { year }), t("hours:civic.remark")],
    ...items.map(({ name, minutes }) => [
      name,
      decimalHours(minutes),
      minutes < civicAccount.hours * 60 ? t("hours:civic.needsMore") : t("hours:civic.enough"),
    ]),
  ];
  async function* slices() {
    yield rows;
  }
  const file = await csvOf(slices());
  await api.call(exportsApi.record, { body: { list: civicExport, query: `year=${year}`, rows: items.length } });
  return download(file, "text/csv; charset=utf-8", `cec-${year}.csv`);
}
