import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Layers, Mail, Tags, Upload, Vote } from "lucide";
import { useTranslation } from "react-i18next";
import { membershipsApi } from "#contract/charity/memberships";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
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
  const { search } = useLocation();
  const { locale } = usePage();
  return (
    <ListPage
      list={list}
      texts="memberships:list."
      columns={membershipColumns}
      filters={useMembershipFilters(list, plans)}
      create
      exports
      bulk={[{ name: "remind", label: t("record.remind"), icon: Mail, labelFor: (count) => t("bulk.submit", { count }) }]}
      imports
      menu={
        <>
          <li>
            <a className="menu-item" href={pathIn(locale, "/dashboard/admin/memberships/labels.pdf") + search}>
              <Icon of={Tags} />
              {t("list.labels")}
            </a>
          </li>
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
