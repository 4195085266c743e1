import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ownReceiptsApi } from "#contract/giving/fiscal-receipts";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { OwnReceiptRows } from "~/subjects/donations/own-receipts";
import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";

const path = "/dashboard/donator/fiscal-receipts";

export const handle = { i18n: ["receipts"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const { items } = await api.call(ownReceiptsApi.list);
  return { items, title: t(`titles:${path}`) };
}

/** One's own tax receipts, by the year in which their period ends. */
export default function OwnReceipts() {
  const { items, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("receipts");
  const years = [...Map.groupBy(items, ({ periodTo }) => periodTo.slice(0, 4))];
  return (
    <>
      <h1 className="office-title">{title}</h1>
      {years.map(([year, receipts]) => (
        <Panel key={year} title={year}>
          <OwnReceiptRows receipts={receipts} folder={path} />
        </Panel>
      ))}
      <section className="panel">
        {items.length === 0 && <p className="mb-3 font-semibold">{t("own.none")}</p>}
        <p className="max-w-3xl">{t("own.about")}</p>
        <p className="mt-3">
          <Link to="/contact">{t("own.wrong")}</Link>
        </p>
      </section>
    </>
  );
}

export const ErrorBoundary = OfficeError;
