import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ownNeedsApi } from "#contract/accounts/own-needs";
import type { StoredShop } from "#contract/accounts/shop";
import { type OwnReceipt, ownReceiptsApi } from "#contract/giving/fiscal-receipts";
import { formatEuros } from "#contract/giving/money";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { OwnReceiptRows } from "~/subjects/donations/own-receipts";
import { Facts } from "~/ui/facts";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

const path = "/dashboard/donator/fiscal-receipts";

export const handle = { i18n: ["receipts", "register"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t, session } = args.context;
  const isShop = (await session.user())?.role === "DONATOR_MERCHANT";
  const [{ items }, shop] = await Promise.all([api.call(ownReceiptsApi.list), isShop ? api.call(ownNeedsApi.shop) : null]);
  return { items, shop, title: t(`titles:${path}`) };
}

/** What the receipts of a year certify that may be used: neither cancelled nor to be replaced. */
const sumOf = (receipts: OwnReceipt[]) =>
  receipts.reduce((sum, { amountCents, isCancelled, isToReplace }) => (isCancelled || isToReplace ? sum : sum + amountCents), 0);

/** One's own tax receipts, by the year in which their period ends. */
export default function OwnReceipts() {
  const { items, shop, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("receipts");
  const { locale } = usePage();
  const years = [...Map.groupBy(items, ({ periodTo }) => periodTo.slice(0, 4))];
  return (
    <>
      <h1 className="office-title">{title}</h1>
      {years.map(([year, receipts]) => (
        <Panel key={year} title={year}>
          <OwnReceiptRows receipts={receipts} folder={path} />
          <p className="mt-3">
            {t("own.sum")} <strong className="tabular-nums">{formatEuros(locale, sumOf(receipts))}</strong>
          </p>
        </Panel>
      ))}
      <section className="panel">
        {items.length === 0 && <p className="mb-3 font-semibold">{t("own.none")}</p>}
        <p className="max-w-3xl">{t("own.about")}</p>
      </section>
      {shop && <ShopFacts shop={shop} />}
    </>
  );
}

/** What the next receipts of a shop bear, for it to check. */
function ShopFacts({ shop }: { shop: Pick<StoredShop, "companyName" | "siret" | "legalForm" | "fiscalYearEnd"> }) {
  const { t } = useTranslation("receipts");
  const register = useTranslation("register").t;
  const { companyName, siret, legalForm, fiscalYearEnd } = shop;
  const facts = [
    { label: register("field.companyName"), value: companyName },
    { label: t("receipt.siren"), value: siret.replaceAll(/\s/g, "").slice(0, 9) },
    { label: register("field.legalForm"), value: legalForm },
    { label: register("field.fiscalYearEnd"), value: fiscalYearEnd },
  ];
  return (
    <Panel title={t("own.shop")} link={{ to: "/account/settings/shop", label: t("own.shopLink") }}>
      <p className="mb-3">{t("own.shopText")}</p>
      <Facts facts={facts.map(({ label, value }) => ({ label, value: value || t("own.missing") }))} />
    </Panel>
  );
}

export const ErrorBoundary = OfficeError;
