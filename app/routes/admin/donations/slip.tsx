import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Download } from "lucide";
import { useTranslation } from "react-i18next";
import { writtenDay } from "#contract/formats/france-time";
import { formatEuros } from "#contract/giving/money";
import { depositsApi } from "#contract/giving/takings";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Facts } from "~/ui/facts";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { SumTable } from "~/ui/sum-table";

const path = "/dashboard/admin/donations/cheques/{id}";
const list = "/dashboard/admin/donations/cheques";

export const handle = { i18n: ["payments"], crumb: { label: "payments:cheques.crumb", to: list } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const deposit = await api.call(depositsApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return { deposit, title: `${deposit.number} - ${t(`titles:${path}`)}` };
}

/** A slip with its cheques, as the bank gets it. */
export default function Slip() {
  const { deposit } = useLoaderData<typeof loader>();
  const { t } = useTranslation("payments");
  const { locale } = usePage();
  const { id, number, depositedOn, items, totalCents, preparedBy } = deposit;
  const facts = [
    { label: t("cheques.day"), value: writtenDay(locale, depositedOn) },
    ...(preparedBy ? [{ label: t("cheques.preparedBy"), value: preparedBy }] : []),
    { label: t("cheques.total"), value: t("cheques.summary", { count: items.length, amount: formatEuros(locale, totalCents) }) },
  ];
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="office-title">{number}</h1>
        <a className="btn btn-line" href={pathIn(locale, `${list}/${id}/slip.pdf`)} download>
          <Icon of={Download} />
          {t("cheques.pdf")}
        </a>
      </div>
      <section className="panel grid gap-4">
        <Facts facts={facts} />
        <SumTable
          caption={t("cheques.caption")}
          columns={[{ label: t("cheques.who") }, { label: t("cheques.cheque") }, { label: t("cheques.amount"), amount: true }]}
          rows={items.map((item) => ({
            key: item.id,
            cells: [
              <Link key={item.id} to={`/dashboard/admin/donations/${item.id}`} className="font-semibold">
                {item.name}
              </Link>,
              item.number ?? "–",
              formatEuros(locale, item.amountCents),
            ],
            detail: [item.bank, item.reference].filter(Boolean).join(", "),
          }))}
          total={{ label: t("cheques.total"), cells: [formatEuros(locale, totalCents)] }}
        />
      </section>
    </>
  );
}

export const ErrorBoundary = OfficeError;
