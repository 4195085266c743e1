import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { registrationLinksApi } from "#contract/accounts/registration-links";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { choiceFilter } from "~/lists/filter";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { linkColumns } from "./columns";

export const handle = { i18n: ["registration-links", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, "/dashboard/admin/registration-links", registrationLinksApi.list);
  return { list, title: list.title };
}

export default function RegistrationLinks() {
  const { list } = useLoaderData<typeof loader>();
  const { t } = useTranslation("registration-links");
  return (
    <ListPage
      list={list}
      texts="registration-links:"
      columns={linkColumns}
      filters={[choiceFilter("role", t("column.role"), list.query, list.choices.role, (value) => t(`role.${value}`))]}
      create
      drawing="door"
    />
  );
}

export const ErrorBoundary = OfficeError;
