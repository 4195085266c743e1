import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { subscribersApi } from "#contract/accounts/newsletter";
import { hasPermission } from "#contract/accounts/roles";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { choiceFilter } from "~/lists/filter";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { subscriberColumns } from "./columns";

const path = "/dashboard/admin/notifications/subscribers";

export const handle = {
  i18n: ["subscribers", "lists"],
  crumb: { label: "subscribers:campaigns", to: "/dashboard/admin/notifications" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const user = await gate(args, path);
  const list = await loadList(args, path, subscribersApi.list);
  return { list, exports: !!user && hasPermission(user, "EXPORT_PERSONAL_DATA"), title: list.title };
}

export default function Subscribers() {
  const { list, exports } = useLoaderData<typeof loader>();
  const { t } = useTranslation("subscribers");
  return (
    <ListPage
      list={list}
      texts="subscribers:"
      columns={subscriberColumns}
      filters={[
        choiceFilter("state", t("column.state"), list.query, list.choices.state, (value) => t(`state.${value}`)),
        choiceFilter("locale", t("column.locale"), list.query, list.choices.locale, (value) => t(`locale.${value}`)),
      ]}
      exports={exports}
      drawing="letter"
    />
  );
}

export const ErrorBoundary = OfficeError;
