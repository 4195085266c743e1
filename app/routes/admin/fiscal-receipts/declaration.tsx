import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { fiscalReceiptsApi } from "#contract/giving/fiscal-receipts";
import { formatEuros } from "#contract/giving/money";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { usePage } from "~/ui/page-context";

const path = "/dashboard/admin/fiscal-receipts/declaration";
const list = "/dashboard/admin/fiscal-receipts";

export const handle = { i18n: ["receipts"], crumb: { label: "receipts:receipt.crumb", to: list } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const { items } = await api.call(fiscalReceiptsApi.declaration);
  return { items, title: t(`titles:${path}`) };
}

/** What is declared of each year, and whether the numbers of each series have no gap. */
export default function Declaration() {
  const { items, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("receipts");
  const { locale } = usePage();
  return (
    <>
      <h1 className="office-title">{title}</h1>
      <p className="max-w-3xl">{t("declaration.about")}</p>
      <section className="panel">
        {items.length === 0 && <p className="muted">{t("declaration.none")}</p>}
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
      </section>
    </>
  );
}

export const ErrorBoundary = OfficeError;
