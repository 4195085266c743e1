import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { registrationLinksApi } from "#contract/accounts/registration-links";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { linkColumns } from "./columns";

export const handle = { i18n: ["links", "lists"] } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, "/dashboard/admin/registration-links", registrationLinksApi.list);
  return { list, title: list.title };
}

export default function RegistrationLinks() {
  const { list } = useLoaderData<typeof loader>();
  const { t } = useTranslation("links");
  const roles = list.choices.role.map((value) => ({ value, label: t(`role.${value}`) }));
  return (
    <ListPage
      list={list}
      title={t("title")}
      count={t("count", { count: list.page.total })}
      searchLabel={t("search")}
      empty={t("empty")}
      columns={linkColumns}
      filters={[{ name: "role", label: t("column.role"), value: list.query.role, choices: roles }]}
      create={t("create")}
      drawing="door"
    />
  );
}

export const ErrorBoundary = OfficeError;
