import { getFormProps } from "@conform-to/react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SavedViewDraft, savedViewsApi } from "#contract/api/saved-views";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { ViewList } from "./view-list";

const schema = () => import("#contract/api/saved-views").then(({ SavedViewDraft }) => SavedViewDraft);

const path = "/dashboard/views";

export const handle = { i18n: ["lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { role } = await gate(args, path);
  const { searchParams } = new URL(args.request.url);
  const list = listOf(searchParams.get("list"));
  const { items } = await args.context.api.call(savedViewsApi.list, { query: { list } });
  const others = role === "ADMIN" ? (await args.context.api.call(savedViewsApi.sharedByOthers, { query: { list } })).items : [];
  return {
    list,
    others,
    query: searchParams.get("query") ?? "",
    mine: items.filter((view) => view.mine),
    rules: rulesOf({ view: SavedViewDraft }),
    title: args.context.t(`titles:${path}`),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const { searchParams } = new URL(args.request.url);
  const removed = searchParams.get("remove");
  if (removed) {
    await api.call(savedViewsApi.remove, { params: { id: removed } }).catch(orNotFound);
    flashToast(args.context, { title: t("lists:view.removed") });
    return redirect(`${path}?list=${encodeURIComponent(listOf(searchParams.get("list")))}`, 303);
  }
  return submit(args, SavedViewDraft, async (body) => {
    const { query } = await api.call(savedViewsApi.create, { body }).catch(orNotFound);
    return { to: `${listOf(body.list)}?${new URLSearchParams(query)}`, toast: { title: t("lists:view.saved") } };
  });
}

export default function Views() {
  const { list, query, mine, others } = useLoaderData<typeof loader>();
  const { t } = useTranslation("lists");
  const [form, fields] = usePageForm(schema, { id: "view", answer: useActionData<typeof action>() });
  return (
    <>
      <div>
        <h1 className="office-title">{t("view.h1")}</h1>
        <p className="muted mt-1">{t("view.lead")}</p>
      </div>
      <Form className="panel grid max-w-2xl gap-4" {...getFormProps(form)}>
        <ErrorSummary form={form} labels={{ name: t("view.name"), shared: t("view.shared") }} />
        <input type="hidden" name="list" value={list} />
        <input type="hidden" name="query" value={query} />
        <TextField field={fields.name} label={t("view.name")} hint={t("view.nameHint")} />
        <Checkbox field={fields.shared} label={t("view.shared")} />
        <p className="actions">
          <Submit>{t("view.submit")}</Submit>
          <ButtonLink variant="line" to={`${list}?${query}`}>
            {t("view.cancel")}
          </ButtonLink>
        </p>
      </Form>
      <ViewList title={t("view.mine")} list={list} views={mine} />
      {others.length > 0 && <ViewList title={t("view.ofOthers")} list={list} views={others} />}
    </>
  );
}

export const ErrorBoundary = OfficeError;

/** The list a view belongs to: a page of the back-office, or the dashboard by default. */
function listOf(value: string | null): string {
  const { data } = SavedViewDraft.shape.list.safeParse(value);
  return data?.startsWith("/dashboard/") ? data : "/dashboard";
}
