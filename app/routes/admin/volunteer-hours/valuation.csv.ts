import type { LoaderFunctionArgs } from "@remix-run/node";
import { hoursAdminApi, valuationAccounts } from "#contract/charity/volunteer-hours-admin";
import { decimalHours } from "#contract/formats/hours";
import { gate } from "~/access/gate.server";
import { download } from "~/lists/export.server";
import { csvOf } from "~/lists/table-files.server";

/** The value of a year's hours for the accounts: a line for each level and rate, and the two entries. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/volunteer-hours/valuation.csv");
  const { api, t } = args.context;
  const requested = new URL(args.request.url).searchParams.get("year") ?? undefined;
  const { year, lines, cents } = await api.call(hoursAdminApi.valuation, { query: { year: requested } });
  const euros = (amount: number) => amount / 100;
  const rows = [
    [t("hours:rates.level"), t("hours:column.value"), t("hours:column.hours"), t("hours:valuation.value")],
    ...lines.map((line) => [
      t(`hours:level.${line.level}`),
      line.rateCents === null ? null : euros(line.rateCents),
      decimalHours(line.minutes),
      euros(line.cents),
    ]),
    ...(["debit", "credit"] as const).map((side) => [
      t(`hours:valuation.${side}`, { account: valuationAccounts[side] }),
      null,
      null,
      euros(cents),
    ]),
  ];
  async function* slices() {
    yield rows;
  }
  return download(await csvOf(slices()), "text/csv; charset=utf-8", `volunteer-hours-${year}.csv`);
}
