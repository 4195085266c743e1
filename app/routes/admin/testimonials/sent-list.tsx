import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { sentTestimonialsApi } from "#contract/publishing/sent-testimonials";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { choiceFilter } from "~/lists/filter";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { TestimonialTabs } from "~/subjects/testimonials/testimonial-tabs";
import { waitingTestimonials } from "~/subjects/testimonials/waiting";
import { columns } from "./columns";

export const handle = { i18n: ["sent-testimonials", "content", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, "/dashboard/admin/testimonials/sent", sentTestimonialsApi.list);
  return { list, waiting: await waitingTestimonials(args.context), title: list.title };
}

export default function SentTestimonials() {
  const { list, waiting } = useLoaderData<typeof loader>();
  const { t } = useTranslation("sent-testimonials");
  return (
    <>
      <TestimonialTabs data={waiting} />
      <ListPage
        list={list}
        texts="sent-testimonials:"
        columns={columns}
        filters={[choiceFilter("status", t("column.status"), list.query, list.choices.status, (value) => t(`status.${value}`))]}
        drawing="letter"
      />
    </>
  );
}

export const ErrorBoundary = OfficeError;
