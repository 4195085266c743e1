import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useOutletContext } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { shownRecords } from "#contract/charity/person-records";
import { formatEuros } from "#contract/giving/money";
import { PaymentRowsQuery, paymentsApi } from "#contract/giving/payments";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { PaymentRows } from "~/subjects/donations/payment-rows";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import type { PersonContext } from "./person";

const path = "/dashboard/admin/users/{id}/gifts";

export const handle = { i18n: ["people", "payments"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const query = PaymentRowsQuery.parse({ donorId: args.params.id, kind: "gifts", perPage: shownRecords });
  const { items, total, totalCents } = await args.context.api.call(paymentsApi.list, { query });
  return { items, total, totalCents, title: args.context.t(`titles:${path}`) };
}

/** The latest gifts of money of a person, what all of them are, and how many they gave in kind. */
export default function PersonGifts() {
  const { id, email, inKind } = useOutletContext<PersonContext>();
  const { items, total, totalCents } = useLoaderData<typeof loader>();
  const { t } = useTranslation("people");
  const { locale } = usePage();
  const list = `/dashboard/admin/donations?donorId=${id}&kind=gifts`;
  return (
    <Panel title={t("gifts.title")} link={total > 0 ? { to: list, label: t("gifts.inList", { count: total }) } : undefined}>
      {items.length === 0 ? (
        <p className="muted">{t("gifts.none")}</p>
      ) : (
        totalCents !== null && <p>{t("gifts.total", { amount: formatEuros(locale, totalCents) })}</p>
      )}
      <PaymentRows payments={items} />
      {inKind > 0 && (
        <p>
          <Link to={`/dashboard/admin/donations/in-kind?q=${encodeURIComponent(email)}`} className="inline-block py-1 font-semibold">
            {t("gifts.inKind", { count: inKind })}
          </Link>
        </p>
      )}
    </Panel>
  );
}

export const ErrorBoundary = OfficeError;
