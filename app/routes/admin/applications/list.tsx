import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { applicationsApi } from "#contract/charity/applications";
import { jobsApi } from "#contract/charity/jobs";
import { useTranslate } from "~/i18n/use-translate";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { choiceFilter, rangeFilter } from "~/lists/filter";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { dueFilter } from "~/subjects/threads/due";
import { applicationColumns } from "./columns";

export const handle = { i18n: ["applications", "lists", "threads"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, "/dashboard/admin/jobs/applications", applicationsApi.list);
  const { items } = await args.context.api.call(jobsApi.admin.choices);
  return { list, jobs: items.map(({ id, label }) => ({ value: id, label })), title: list.title };
}

export default function Applications() {
  const { list, jobs } = useLoaderData<typeof loader>();
  const { t } = useTranslation("applications");
  const translate = useTranslate();
  return (
    <ListPage
      list={list}
      texts="applications:"
      columns={applicationColumns}
      filters={[
        choiceFilter("status", t("column.status"), list.query, list.choices.status, (value) => t(`status.${value}`)),
        ...(jobs.length > 0 ? [{ name: "jobId", label: t("column.job"), value: list.query.jobId, choices: jobs }] : []),
        dueFilter(list.query.due, translate),
        rangeFilter("day", "receivedAt", t("column.receivedAt"), list.query),
      ]}
      exports
      drawing="pencil"
    />
  );
}

export const ErrorBoundary = OfficeError;
