import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { instantInFrance } from "#contract/formats/france-time";
import { SendBack } from "#contract/publishing/article-publication";
import { articleRecordsApi } from "#contract/publishing/articles";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { ArchivePage } from "./archive-question";
import { ScheduleForm } from "./schedule-form";
import { SendBackForm } from "./send-back-form";

const path = "/dashboard/admin/news/{id}/publication";

const intents = ["submit", "sendBack", "publish", "schedule", "unpublish", "archive", "reopen", "remove", "undelete"] as const;
export type PublicationIntent = (typeof intents)[number];

export const handle = { i18n: ["articles"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { searchParams } = new URL(args.request.url);
  return { asks: searchParams.get("ask"), rules: rulesOf({ sendBack: SendBack }), title: args.context.t(`titles:${path}`) };
}

/** Makes a transition of the article: the buttons of its panel post here. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { context, params, request } = args;
  const form = await request.clone().formData();
  const intent = intents.find((one) => one === form.get("intent"));
  if (!intent) throw data(null, { status: 400 });
  if (intent === "sendBack" && form.has("reason")) return sendBack(args);
  const at = String(form.get("at") ?? "");
  const instant = intent === "schedule" ? instantInFrance(at) : undefined;
  const version = Number(form.get("version")) || 0;
  const refuse = (error: string) => data({ at, version, error }, { status: 400 });
  // Without a version nothing was read: the backend refuses it, whatever the day.
  if (version > 0 && instant === null) return refuse("articles:publication.form");
  if (version > 0 && instant && instant <= new Date()) return refuse("articles:publication.past");
  const id = params.id ?? "";
  try {
    const endpoint = articleRecordsApi[intent === "schedule" ? "publish" : intent];
    await context.api.call(endpoint, { params: { id }, body: { at: instant?.toISOString(), version } } as never).catch(orNotFound);
  } catch (error) {
    if (!(error instanceof ApiError) || ![409, 422, 429].includes(error.status)) throw error;
    const { fieldErrors } = error.body;
    flashToast(context, {
      title: fieldErrors?.["body.fr"] ? context.t("articles:body.required") : (error.body.title ?? context.t("common:forms.failed")),
      color: "danger",
      icon: "problem",
    });
    return redirect(`/dashboard/admin/news/${id}/edit`, 303);
  }
  const undo = { label: context.t("articles:publication.undelete"), to: `/dashboard/admin/news/${id}/publication` };
  flashToast(context, {
    title: context.t(`articles:publication.done.${intent}`),
    ...(intent === "remove" && { timeout: 30_000, actions: [{ ...undo, post: { name: "intent", value: "undelete" } }] }),
  });
  return redirect(`/dashboard/admin/news/${id}/edit`, 303);
}

/** Sends it back with a reason. An author who withdraws their own has no such field. */
function sendBack(args: ActionFunctionArgs) {
  const { api, t } = args.context;
  const id = args.params.id ?? "";
  return submit(args, SendBack, async (body) => {
    await api.call(articleRecordsApi.sendBack, { params: { id }, body }).catch(orNotFound);
    return { to: `/dashboard/admin/news/${id}/edit`, toast: { title: t("articles:publication.done.sendBack") } };
  });
}

/** The confirmations of the article's dialogs, as separate pages. */
export default function PublicationStep() {
  const { id = "" } = useParams();
  const { asks } = useLoaderData<typeof loader>();
  const { t } = useTranslation("articles");
  const answer = useActionData<typeof action>();
  if (asks === "archive") return <ArchivePage id={id} />;
  return (
    <section className="panel grid gap-4" aria-labelledby="publication">
      <h2 id="publication" className="panel-title">
        {t("publication.title")}
      </h2>
      {answer && "result" in answer && <SendBackForm id={id} answer={answer} />}
      {answer && "error" in answer && <ScheduleForm id={id} version={answer.version} error={answer.error} value={answer.at} />}
      <p className="actions">
        {/* What is published is what was read: the forms are below the text. */}
        <ButtonLink variant="line" to={`/dashboard/admin/news/${id}/view`}>
          {t("publication.read")}
        </ButtonLink>
      </p>
    </section>
  );
}

export const ErrorBoundary = OfficeError;
