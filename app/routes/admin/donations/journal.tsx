import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Download } from "lucide";
import { useTranslation } from "react-i18next";
import { writtenDay } from "#contract/formats/france-time";
import { readIn } from "#contract/formats/localized-text";
import { expenseAccounts, giftAccounts, journalApi } from "#contract/giving/journal";
import { formatEuros } from "#contract/giving/money";
import { gate } from "~/access/gate.server";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Icon } from "~/ui/icon";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { Pills } from "~/ui/pills";
import { SumTable } from "~/ui/sum-table";

const path = "/dashboard/admin/donations/journal";

export const handle = {
  i18n: ["payments", "donate"],
  crumb: { label: "payments:payment.crumb", to: "/dashboard/admin/donations" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const year = new URL(args.request.url).searchParams.get("year") ?? undefined;
  const journal = await api.call(journalApi.sums, { query: { year } });
  const thisYear = Math.max(journal.year, journal.thisYear);
  const years = Array.from({ length: thisYear - journal.firstYear + 1 }, (_, back) => thisYear - back);
  return { ...journal, years, title: t(`titles:${path}`) };
}

/** What came in a year by account and fund, and the files for the accountant. */
export default function Journal() {
  const { year, from, to, years, sums, expenses, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("payments");
  const donate = useTranslation("donate").t;
  const { locale } = usePage();
  const fundOf = ({ gift, project, allocation }: (typeof sums)[number]) => {
    if (gift === giftAccounts.member) return t("dues");
    return project ? readIn(locale, project).text : donate(`allocation.${allocation}`);
  };
  const total = sums.reduce((sum, { cents }) => sum + cents, 0);
  return (
    <>
      <h1 className="office-title">{title}</h1>
      <Pills
        label={t("journal.years")}
        links={years.map((one) => ({ to: `${path}?year=${one}`, label: String(one), current: one === year }))}
      />
      <Panel title={t("journal.of", { year })}>
        <p className="hint mb-4 max-w-prose">
          {t("journal.period", { from: writtenDay(locale, from), to: writtenDay(locale, to) })} {t("journal.about")}
        </p>
        {sums.length === 0 ? (
          <p>{t("journal.none", { year })}</p>
        ) : (
          <>
            <p className="actions mb-4">
              <a className="btn btn-line" href={`${pathIn(locale, `${path}/export.csv`)}?year=${year}`} download>
                <Icon of={Download} />
                {t("journal.csv")}
              </a>
              {/* Always in French, as the law has it. */}
              <a className="btn btn-line" href={`${path}/export.txt?year=${year}`} download>
                <Icon of={Download} />
                {t("journal.fec")}
              </a>
            </p>
            <SumTable
              caption={t("journal.of", { year })}
              columns={[{ label: t("journal.fund") }, { label: t("journal.accounts") }, { label: t("column.amount"), amount: true }]}
              rows={sums.map((sum) => ({
                key: JSON.stringify(sum),
                cells: [
                  fundOf(sum),
                  <>
                    {sum.money} {t(`journal.account.${sum.money}`)}
                    <span className="block">
                      {sum.gift} {t(`journal.account.${sum.gift}`)}
                    </span>
                  </>,
                  formatEuros(locale, sum.cents),
                ],
                detail: t("journal.count", { count: sum.payments }),
              }))}
              total={{ label: t("cheques.total"), cells: [formatEuros(locale, total)] }}
            />
          </>
        )}
      </Panel>
      {expenses.claims > 0 && (
        <Panel title={t("journal.expenses")} link={{ to: expensesOf(from, to), label: t("journal.expensesLink") }}>
          <p className="font-semibold">
            {t("journal.expensesCount", { count: expenses.claims, amount: formatEuros(locale, expenses.cents) })}
          </p>
          <p className="hint max-w-prose">{t("journal.expensesAbout", expenseAccounts)}</p>
        </Panel>
      )}
    </>
  );
}

/** The accepted claims of a year in their list. */
const expensesOf = (from: string, to: string): `/${string}` =>
  `/dashboard/admin/expense-claims?status=accepted&spentOnFrom=${from}&spentOnTo=${to}`;

export const ErrorBoundary = OfficeError;
