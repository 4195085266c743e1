import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { annualDeclarationsApi, DeclarationForm, type DeclaredYear } from "#contract/giving/annual-declarations";
import { formatEuros } from "#contract/giving/money";
import { gate } from "~/access/gate.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { DeclarationFields } from "./declaration-fields";
import { DeclaredYears } from "./declared-years";

const path = "/dashboard/admin/fiscal-receipts/declaration";
const list = "/dashboard/admin/fiscal-receipts";

export const handle = { i18n: ["receipts"], crumb: { label: "receipts:receipt.crumb", to: list } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const { items, years, financialYearEnd } = await api.call(annualDeclarationsApi.list);
  const requested = new URL(args.request.url).searchParams.get("year");
  return {
    ...{ items, years, financialYearEnd, toRecord: yearToRecord(years, requested) },
    ...{ rules: rulesOf({ declaration: DeclarationForm }), submission: crypto.randomUUID(), title: t(`titles:${path}`) },
  };
}

/** The year that was chosen, or else the oldest one to declare, the newest one to correct, or the newest that is over. */
function yearToRecord(years: DeclaredYear[], requested: string | null): DeclaredYear | undefined {
  const over = years.filter(({ state }) => state !== "running");
  return (
    over.find(({ year }) => String(year) === requested) ??
    over.findLast(({ state }) => state === "late" || state === "due") ??
    over.find(({ state }) => state === "changed") ??
    over.find(({ state }) => state === "filed")
  );
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  return submit(args, DeclarationForm, async ({ total, ...declared }) => {
    await api.call(annualDeclarationsApi.record, { body: { ...declared, cents: total } });
    return { to: path, toast: { title: t("receipts:declaration.recorded") } };
  });
}

/** What is declared of each year, what was filed, and whether the numbers of each series have no gap. */
export default function Declaration() {
  const { items, years, financialYearEnd, toRecord, submission, title } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("receipts");
  const { locale } = usePage();
  return (
    <>
      <h1 className="office-title">{title}</h1>
      <p className="max-w-3xl">{t("declaration.about")}</p>
      <Panel title={t("declaration.years")}>
        {items.length === 0 && <p className="muted">{t("declaration.none")}</p>}
        {financialYearEnd && <p className="max-w-3xl">{t("declaration.otherYear", { end: financialYearEnd })}</p>}
        <DeclaredYears years={years} />
      </Panel>
      {toRecord && (
        <Panel title={t("declaration.record", { year: toRecord.year })}>
          <DeclarationFields key={submission} {...{ submission, answer }} of={toRecord} isCalendar={financialYearEnd === null} />
        </Panel>
      )}
      {items.length > 0 && (
        <Panel title={t("declaration.numbers")}>
          <ul className="rows" aria-label={t("declaration.caption")}>
            {items.map(({ series, year, receipts, cents, cancelled, toReplace, last, isWhole }) => (
              <li key={`${series} ${year}`}>
                <span className="min-w-0 flex-[1_1_14rem]">
                  <strong>{year}</strong> {t(`series.${series}`)}
                  <small className={isWhole ? "muted block" : "block font-semibold text-danger"}>
                    {t(isWhole ? "declaration.whole" : "declaration.broken", { last })}
                  </small>
                </span>
                <span className="text-end tabular-nums">
                  <strong>{formatEuros(locale, cents)}</strong>
                  <small className="muted block">{t("declaration.receipts", { count: receipts })}</small>
                  {cancelled > 0 && <small className="muted block">{t("declaration.cancelled", { count: cancelled })}</small>}
                  {toReplace > 0 && (
                    <small className="block font-semibold text-danger">{t("declaration.toReplace", { count: toReplace })}</small>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

export const ErrorBoundary = OfficeError;
