import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Check, X } from "lucide";
import { useTranslation } from "react-i18next";
import { hoursAdminApi } from "#contract/charity/volunteer-hours-admin";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { HoursTabs } from "./hours-tabs";
import { hoursColumns, useHoursFilters } from "./list-parts";

export const handle = { i18n: ["hours", "lists"], ownTabs: true } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, "/dashboard/admin/volunteer-hours", hoursAdminApi.list);
  const user = await args.context.session.user();
  const sectors = "sectors" in list.page ? (list.page.sectors as { id: string; name: string }[]) : [];
  return { list, sectors, isAdmin: user?.role === "ADMIN", title: list.title };
}

/** Hours: what waits for a decision first. */
export default function StaffHours() {
  const { list, sectors, isAdmin } = useLoaderData<typeof loader>();
  const { t } = useTranslation("hours");
  const [first] = list.page.items;
  return (
    <>
      <HoursTabs isAdmin={isAdmin} />
      <ListPage
        list={list}
        texts={isAdmin || sectors.length > 0 ? "hours:list." : "hours:nobody."}
        columns={hoursColumns}
        filters={useHoursFilters(list, sectors, first)}
        create
        exports={isAdmin}
        imports={isAdmin}
        bulk={[
          { name: "validate", label: t("validate"), icon: Check, labelFor: (count) => t("validateMany", { count }) },
          { name: "reject", label: t("reject"), icon: X },
        ]}
        drawing="bike"
      />
    </>
  );
}

export const ErrorBoundary = OfficeError;
