import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BookOpen } from "lucide";
import { useTranslation } from "react-i18next";
import { formatEuros } from "#contract/giving/money";
import { paymentsApi } from "#contract/giving/payments";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { paymentColumns, usePaymentFilters } from "./list-parts";
import { projectsFor } from "./projects.server";

export const handle = { i18n: ["payments", "donate", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, "/dashboard/admin/donations", paymentsApi.list);
  const projects = await projectsFor(args.context);
  const totalCents = "totalCents" in list.page ? Number(list.page.totalCents) : 0;
  return { list, projects, totalCents, title: list.title };
}

/** Money that came, with the sum of the rows that match. */
export default function Payments() {
  const { list, projects, totalCents } = useLoaderData<typeof loader>();
  const { t } = useTranslation("payments");
  const { locale } = usePage();
  return (
    <ListPage
      list={list}
      texts="payments:list."
      columns={paymentColumns}
      filters={usePaymentFilters(list, projects)}
      create
      exports
      menu={
        <li>
          <Link className="menu-item" to="/dashboard/admin/donations/journal">
            <Icon of={BookOpen} />
            {t("journal.link")}
          </Link>
        </li>
      }
      drawing="coin"
      note={
        <p>
          {t("list.total")} <strong className="tabular-nums">{formatEuros(locale, totalCents)}</strong>
        </p>
      }
    />
  );
}

export const ErrorBoundary = OfficeError;
