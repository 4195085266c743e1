import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Check, Route, X } from "lucide";
import { useTranslation } from "react-i18next";
import { expenseClaimsApi } from "#contract/charity/expense-claims";
import { mileageRatesApi } from "#contract/charity/mileage-rates";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { claimColumns, claimsPath, useClaimFilters } from "./list-parts";

export const handle = { i18n: ["expenses", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, claimsPath, expenseClaimsApi.list);
  const { applyToday } = await args.context.api.call(mileageRatesApi.list);
  return { list, applyToday, title: list.title };
}

/** What volunteers spent and give up. */
export default function ExpenseClaims() {
  const { list, applyToday } = useLoaderData<typeof loader>();
  const { t } = useTranslation("expenses");
  return (
    <ListPage
      list={list}
      texts="expenses:list."
      columns={claimColumns}
      filters={useClaimFilters(list)}
      exports
      bulk={[
        { name: "accept", label: t("record.accept"), icon: Check, labelFor: (count) => t("bulk.acceptMany", { count }) },
        { name: "decline", label: t("record.decline"), icon: X },
      ]}
      menu={
        <li>
          <Link className="menu-item" to={`${claimsPath}/rates`}>
            <Icon of={Route} />
            {t("rates.link")}
          </Link>
        </li>
      }
      drawing="coin"
      note={
        !applyToday && (
          <p className="hint">
            {t("list.noRate")} <Link to={`${claimsPath}/rates`}>{t("rates.link")}</Link>
          </p>
        )
      }
    />
  );
}

export const ErrorBoundary = OfficeError;
