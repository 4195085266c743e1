import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { contentActions } from "#contract/publishing/content";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { ConfirmPage, needsConfirmation } from "~/content/content-confirm";
import { ContentConflict } from "~/content/content-conflict";
import { ContentForm } from "~/content/content-form";
import { loadPanels, openSubject, publicPathOf, referenceChoices } from "~/content/content-pages.server";
import { saveUploads, submitContent } from "~/content/content-saving.server";
import { ContentHead, ContentState } from "~/content/content-state";
import { valueText } from "~/content/labels";
import { listBeforeRecord, withList } from "~/content/list-before";
import { Panels } from "~/content/panels";
import { contentSubjects } from "~/content/subjects";
import { undoOf } from "~/content/undo";
import { orNotFound } from "~/errors/not-found.server";
import { messageIn } from "~/forms/message";
import { rulesOf } from "~/forms/rules.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Link } from "~/ui/link";

export const handle = { i18n: ["content", "addresses", "markdown"], files: true } as const satisfies PageHandle;

export const meta = pageMeta;

/** Actions other than saving: a transition, the deletion, a link check. */
const intents = [...contentActions, "link"] as const;

export async function loader(args: LoaderFunctionArgs) {
  const { name, subject, subjectApi, texts, crumb, user } = await openSubject(args, "{id}/edit");
  const { api, t, locale } = args.context;
  const record = await api.call(subjectApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  const first = subject.fields.find((field) => field.name === subject.columns[0]);
  const title = first ? String(valueText(first, record[first.name], { texts: texts, t, locale, choices: {} }) ?? "") : "";
  const wanted = new URL(args.request.url).searchParams.get("ask");
  // Administrators alone delete records.
  const asks = wanted === "remove" && user.role !== "ADMIN" ? null : wanted;
  const [choices, panels, publicPage] = await Promise.all([
    referenceChoices(args.context, name),
    loadPanels(args, subject, ["overForm", "underForm", "besideForm"], record),
    publicPathOf(subject, record, args.context),
  ]);
  const rules = rulesOf({ record: subjectApi.Edit });
  return {
    name,
    record,
    linked: subjectApi.linked,
    crumb,
    title,
    asks,
    list: listBeforeRecord(args.request),
    rules,
    choices,
    panels,
    publicPage,
    submission: crypto.randomUUID(),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { subject, subjectApi, path } = await openSubject(args, "{id}/edit");
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const list = listBeforeRecord(args.request);
  const own = withList(`${path}/${params.id}/edit`, list);
  const posted = await saveUploads(args, subject);
  const intent = intents.find((one) => one === posted.form.get("intent"));
  if (!intent)
    return submitContent(
      args,
      posted,
      subjectApi.Edit,
      async (body) => {
        await api.call(subjectApi.update, { params, body: body as never }).catch(orNotFound);
        return { to: own, toast: { title: t("content:done.saved") } };
      },
      { record: subjectApi.Record },
    );
  if (intent === "link") {
    const { checkLink } = subjectApi;
    const { checked } = checkLink ? await api.call(checkLink, { params }).catch(orNotFound) : { checked: false };
    flashToast(args.context, { title: t(checked ? "content:done.link" : "content:link.slow") });
    return redirect(own, 303);
  }
  let batch: string | null = null;
  try {
    if (intent === "remove") ({ batch } = await api.call(subjectApi.remove, { params }));
    else await api.call(subjectApi.setStatus, { params, body: { status: intent } });
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 422)) return orNotFound(error);
    // An error of a field is shown with its own message.
    const [[lack] = []] = Object.values(error.body.fieldErrors ?? {});
    const title = lack ? messageIn(t, args.context.locale, lack) : error.body.title;
    flashRefusal(args.context, title);
    return redirect(own, 303);
  }
  flashToast(args.context, { title: t(`content:done.${intent}`), ...undoOf(t, path, batch, list) });
  return redirect(intent !== "remove" ? own : list ? `${path}?${list}` : path, 303);
}

export default function EditContent() {
  const { name, record, linked, choices, panels, publicPage, submission, title, asks, list } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("content");
  const subject = contentSubjects[name];
  const edit = withList(`/dashboard/admin/${name}/${record.id}/edit`, list);
  const theirs = answer?.current;
  if (needsConfirmation(asks, record))
    return (
      <>
        <h1 className="office-title">{title}</h1>
        <ConfirmPage intent={asks} edit={edit} record={record} />
      </>
    );
  return (
    <>
      <ContentHead title={title} record={record} translated={subject.fields.some(({ localized }) => localized)} publicPage={publicPage}>
        {subject.overview !== undefined && <Link to={`/dashboard/admin/${name}/${record.id}${subject.overview}`}>{t("sheet")}</Link>}
        {!subject.single && <Link to={`/dashboard/admin/${name}/create?from=${record.id}`}>{t("copy.make")}</Link>}
      </ContentHead>
      {theirs && <ContentConflict name={name} theirs={theirs} mine={answer?.result.initialValue ?? {}} choices={choices} />}
      <Panels subject={subject} at="overForm" data={panels} />
      <div className="record-page">
        <ContentForm
          key={`${name} ${record.version}`}
          name={name}
          record={theirs ?? record}
          choices={choices}
          answer={answer}
          submission={submission}
        />
        <div className="record-state grid gap-5">
          <ContentState record={record} edit={edit} linked={linked} />
          <Panels subject={subject} at="besideForm" data={panels} />
        </div>
      </div>
      <Panels subject={subject} at="underForm" data={panels} />
    </>
  );
}

export const ErrorBoundary = OfficeError;
