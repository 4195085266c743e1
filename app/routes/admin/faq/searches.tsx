import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { unansweredSearchesApi } from "#contract/publishing/unanswered-searches";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { choiceFilter } from "~/lists/filter";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { FaqTabs } from "~/subjects/faq/faq-tabs";
import { columns } from "./search-columns";

const path = "/dashboard/admin/faq/searches";

export const handle = { i18n: ["unanswered-searches", "content", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, path, unansweredSearchesApi.list);
  return { list, title: list.title };
}

/** Removes a search from the list. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { context, request } = args;
  const { data: body } = unansweredSearchesApi.dismiss.body?.safeParse(Object.fromEntries(await request.formData())) ?? {};
  if (body) {
    await context.api.call(unansweredSearchesApi.dismiss, { body }).catch(orNotFound);
    flashToast(context, { title: context.t("unanswered-searches:dismissed") });
  }
  return redirect(path + new URL(request.url).search, 303);
}

export default function UnansweredSearches() {
  const { list } = useLoaderData<typeof loader>();
  const { t } = useTranslation("unanswered-searches");
  const { query, choices } = list;
  return (
    <>
      <FaqTabs />
      <ListPage
        list={list}
        texts="unanswered-searches:"
        columns={columns}
        note={<p className="muted max-w-prose">{t("lead")}</p>}
        filters={[choiceFilter("locale", t("column.locale"), query, choices.locale, (value) => t(`language.${value}`))]}
      />
    </>
  );
}

export const ErrorBoundary = OfficeError;
