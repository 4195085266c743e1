import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { sentTestimonialsApi } from "#contract/publishing/sent-testimonials";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { TestimonialTabs } from "~/subjects/testimonials/testimonial-tabs";
import { waitingTestimonials } from "~/subjects/testimonials/waiting";
import { columns } from "./columns";

export const handle = { i18n: ["sent-testimonials", "content", "lists"] } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, "/dashboard/admin/testimonials/sent", sentTestimonialsApi.list);
  return { list, waiting: await waitingTestimonials(args.context), title: list.title };
}

export default function SentTestimonials() {
  const { list, waiting } = useLoaderData<typeof loader>();
  const { t } = useTranslation("sent-testimonials");
  const choices = list.choices.status.map((value) => ({ value, label: t(`status.${value}`) }));
  return (
    <>
      <TestimonialTabs data={waiting} />
      <ListPage
        list={list}
        title={t("title")}
        count={t("count", { count: list.page.total })}
        searchLabel={t("search")}
        empty={t("empty")}
        columns={columns}
        filters={[{ name: "status", label: t("column.status"), value: list.query.status, choices }]}
        drawing="letter"
      />
    </>
  );
}

export const ErrorBoundary = OfficeError;
