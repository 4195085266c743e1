import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { MailCheck, Smartphone } from "lucide";
import { useTranslation } from "react-i18next";
import { campaignsApi } from "#contract/accounts/campaigns";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { choiceFilter } from "~/lists/filter";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { campaignColumns } from "./columns";

export const handle = { i18n: ["campaigns", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const user = await gate(args, "/dashboard/admin/notifications");
  const list = await loadList(args, "/dashboard/admin/notifications", campaignsApi.list);
  return { list, isAdmin: user?.role === "ADMIN", push: args.context.settings.push, title: list.title };
}

export default function Campaigns() {
  const { list, isAdmin, push } = useLoaderData<typeof loader>();
  const { t } = useTranslation("campaigns");
  return (
    <ListPage
      list={list}
      texts="campaigns:"
      columns={campaignColumns}
      filters={[
        choiceFilter("state", t("column.state"), list.query, list.choices.state, (value) => t(`state.${value}`)),
        choiceFilter("topic", t("column.topic"), list.query, list.choices.topic, (value) => t(`topic.${value}`)),
      ]}
      create
      exports
      menu={
        isAdmin && (
          <>
            <li>
              <Link className="menu-item" to={`${list.path}/subscribers`}>
                <Icon of={MailCheck} />
                {t("view.subscribers")}
              </Link>
            </li>
            {push && (
              <li>
                <Link className="menu-item" to={`${list.path}/devices`}>
                  <Icon of={Smartphone} />
                  {t("view.devices")}
                </Link>
              </li>
            )}
          </>
        )
      }
      drawing="letter"
    />
  );
}

export const ErrorBoundary = OfficeError;
