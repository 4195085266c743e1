import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { campaignsApi } from "#contract/accounts/campaigns";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { EmptyState } from "~/ui/empty-state";
import { formatNumber } from "~/ui/number";
import { usePage } from "~/ui/page-context";

const path = "/dashboard/admin/notifications/devices";
const numbers = ["people", "month", "quarter", "older", "unused"] as const;

export const handle = {
  i18n: ["campaigns"],
  crumb: { label: "campaigns:crumb", to: "/dashboard/admin/notifications" },
} as const satisfies PageHandle;

export const meta = pageMeta;

/** Without push there is no such page. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { offered, items } = await args.context.api.call(campaignsApi.devices);
  if (!offered) throw data(null, { status: 404 });
  return { items, title: args.context.t(`titles:${path}`) };
}

export default function Devices() {
  const { items } = useLoaderData<typeof loader>();
  const { t } = useTranslation("campaigns");
  const { locale } = usePage();
  return (
    <div className="grid gap-5">
      <div>
        <h1 className="office-title">{t("devices.title")}</h1>
        <p className="muted mt-1">{t("devices.lead")}</p>
      </div>
      {items.length === 0 ? (
        <EmptyState drawing="letter" text={t("devices.empty")} />
      ) : (
        <div className="panel">
          <table className="list-table">
            <caption className="sr-only">{t("devices.caption")}</caption>
            <thead>
              <tr>
                <th scope="col">{t("devices.label")}</th>
                {numbers.map((name) => (
                  <th key={name} scope="col" className="text-right">
                    {t(`devices.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr key={item.label ?? ""}>
                  <th scope="row">{item.label ?? t("devices.unknown")}</th>
                  {numbers.map((name) => (
                    <td key={name} className="text-right tabular-nums" data-label={t(`devices.${name}`)}>
                      {formatNumber(locale, item[name])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

export const ErrorBoundary = OfficeError;
