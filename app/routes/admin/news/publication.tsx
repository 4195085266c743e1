import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { instantInFrance } from "#contract/formats/france-time";
import { articleRecordsApi } from "#contract/publishing/articles";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ArchivePage } from "./archive-question";
import { ScheduleForm } from "./schedule-form";

const path = "/dashboard/admin/news/{id}/publication";

const intents = ["submit", "sendBack", "publish", "schedule", "unpublish", "archive", "reopen"] as const;
export type PublicationIntent = (typeof intents)[number];

export const handle = { i18n: ["articles"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { searchParams } = new URL(args.request.url);
  return { asks: searchParams.get("ask"), title: args.context.t(`titles:${path}`) };
}

/** Makes a transition of the article: the buttons of its panel post here. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { context, params, request } = args;
  const form = await request.formData();
  const intent = intents.find((one) => one === form.get("intent"));
  if (!intent) throw data(null, { status: 400 });
  const at = String(form.get("at") ?? "");
  const instant = intent === "schedule" ? instantInFrance(at) : undefined;
  if (instant === null) return data({ at, error: "articles:publication.form" }, { status: 400 });
  if (instant && instant <= new Date()) return data({ at, error: "articles:publication.past" }, { status: 400 });
  const id = params.id ?? "";
  try {
    const endpoint = articleRecordsApi[intent === "schedule" ? "publish" : intent];
    await context.api.call(endpoint, { params: { id }, body: { at: instant?.toISOString() } } as never).catch(orNotFound);
  } catch (error) {
    if (!(error instanceof ApiError) || ![409, 422].includes(error.status)) throw error;
    const reason = error.body.fieldErrors?.["body.fr"]?.[0];
    flashToast(context, {
      title: reason ? context.t("articles:body.required") : (error.body.title ?? context.t("common:forms.failed")),
      color: "danger",
      icon: "problem",
    });
    return redirect(`/dashboard/admin/news/${id}/edit`, 303);
  }
  flashToast(context, { title: context.t(`articles:publication.done.${intent}`) });
  return redirect(`/dashboard/admin/news/${id}/edit`, 303);
}

/** The confirmations of the article's dialogs, as separate pages. */
export default function PublicationStep() {
  const { id = "" } = useParams();
  const { asks } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (asks === "archive") return <ArchivePage id={id} />;
  return (
    <section className="panel">
      <ScheduleForm id={id} error={answer?.error} value={answer?.at} />
    </section>
  );
}

export const ErrorBoundary = OfficeError;
