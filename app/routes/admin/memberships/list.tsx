import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Layers, Upload, Vote } from "lucide";
import { useTranslation } from "react-i18next";
import { membershipsApi } from "#contract/charity/memberships";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { membershipColumns, useMembershipFilters } from "./list-parts";
import { namedPlans } from "./plans.server";

export const handle = { i18n: ["memberships", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, "/dashboard/admin/memberships", membershipsApi.list);
  const plans = (await namedPlans(args.context)).map(({ family, label }) => ({ family, label }));
  return { list, plans, title: list.title };
}

/** Memberships, the one that ends last first. */
export default function Memberships() {
  const { list, plans } = useLoaderData<typeof loader>();
  const { t } = useTranslation("memberships");
  return (
    <ListPage
      list={list}
      texts="memberships:list."
      columns={membershipColumns}
      filters={useMembershipFilters(list, plans)}
      create
      exports
      imports
      menu={
        <>
          <li>
            <Link className="menu-item" to="/dashboard/admin/memberships/plans">
              <Icon of={Layers} />
              {t("list.plans")}
            </Link>
          </li>
          <li>
            <Link className="menu-item" to="/dashboard/admin/memberships/assembly">
              <Icon of={Vote} />
              {t("list.assembly")}
            </Link>
          </li>
          <li>
            <Link className="menu-item" to="/dashboard/admin/memberships/helloasso/import">
              <Icon of={Upload} />
              {t("list.importHelloasso")}
            </Link>
          </li>
        </>
      }
      drawing="coin"
    />
  );
}

export const ErrorBoundary = OfficeError;
