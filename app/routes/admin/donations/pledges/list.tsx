import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Check, X } from "lucide";
import { useTranslation } from "react-i18next";
import { pledgesApi } from "#contract/giving/pledges";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { projectsFor } from "../projects.server";
import { pledgeColumns, usePledgeFilters } from "./list-parts";
import { MonthsPanel } from "./months-panel";

export const handle = { i18n: ["donate", "payments", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, "/dashboard/admin/donations/pledges", pledgesApi.list);
  const [projects, { items: months }] = await Promise.all([projectsFor(args.context), args.context.api.call(pledgesApi.months)]);
  return { list, projects, months, title: list.title };
}

export default function Pledges() {
  const { list, projects, months } = useLoaderData<typeof loader>();
  const { t } = useTranslation("donate");
  return (
    <ListPage
      list={list}
      texts="donate:pledges."
      columns={pledgeColumns}
      filters={usePledgeFilters(list, projects)}
      drawing="coin"
      exports
      bulk={[
        { name: "received", label: t("pledge.receive"), icon: Check, labelFor: (count) => t("pledges.bulk.received.submit", { count }) },
        { name: "cancelled", label: t("pledge.cancel"), icon: X },
      ]}
      note={<MonthsPanel months={months} />}
    />
  );
}

export const ErrorBoundary = OfficeError;
