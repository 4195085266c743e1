import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BookOpen, Upload } from "lucide";
import { useTranslation } from "react-i18next";
import { writtenDay } from "#contract/formats/france-time";
import { formatEuros } from "#contract/giving/money";
import { paymentsApi } from "#contract/giving/payments";
import { statementsApi } from "#contract/giving/statements";
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

export const handle = { i18n: ["payments", "donate", "lists", "statements"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, "/dashboard/admin/donations", paymentsApi.list);
  // Who searches looks for a payment, not for what waits.
  const isSearched = list.query.q !== "";
  const [projects, waiting] = await Promise.all([
    projectsFor(args.context),
    isSearched ? { lines: 0, since: null } : args.context.api.call(statementsApi.waiting),
  ]);
  const totalCents = "totalCents" in list.page && list.page.totalCents !== null ? Number(list.page.totalCents) : null;
  const donor = "donor" in list.page && typeof list.page.donor === "string" ? list.page.donor : undefined;
  return { list, projects, waiting, totalCents, donor, title: list.title };
}

/** Money that came, with the sum of the rows that match unless they are too many. */
export default function Payments() {
  const { list, projects, waiting, totalCents, donor } = useLoaderData<typeof loader>();
  const { t } = useTranslation("payments");
  const statements = useTranslation("statements").t;
  const { locale } = usePage();
  return (
    <ListPage
      list={list}
      texts="payments:list."
      columns={paymentColumns}
      filters={usePaymentFilters(list, projects, donor)}
      create
      exports
      imports
      menu={
        <>
          <li>
            <Link className="menu-item" to="/dashboard/admin/donations/journal">
              <Icon of={BookOpen} />
              {t("journal.link")}
            </Link>
          </li>
          <li>
            <Link className="menu-item" to="/dashboard/admin/donations/donors/import">
              <Icon of={Upload} />
              {t("list.importDonors")}
            </Link>
          </li>
        </>
      }
      drawing="coin"
      note={
        <p>
          {totalCents === null ? (
            t("list.noTotal")
          ) : (
            <>
              {t("list.total")} <strong className="tabular-nums">{formatEuros(locale, totalCents)}</strong>
            </>
          )}{" "}
          {waiting.since && (
            <Link to="/dashboard/admin/donations/statements" className="block font-semibold">
              {statements("waits", { count: waiting.lines, day: writtenDay(locale, waiting.since) })}
            </Link>
          )}
        </p>
      }
    />
  );
}

export const ErrorBoundary = OfficeError;
