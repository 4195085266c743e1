import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { eventQuestionsApi, QuestionsDraft } from "#contract/charity/event-questions";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { LocalizedText } from "~/ui/localized-text";
import { EventTabs } from "./event-tabs";
import { QuestionsForm } from "./questions-form";

const path = "/dashboard/admin/events/{id}/questions";
const list = "/dashboard/admin/events";

export const handle = { i18n: ["events", "event-questions"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t, locale } = args.context;
  const found = await api.call(eventQuestionsApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return {
    ...found,
    submission: crypto.randomUUID(),
    rules: rulesOf({ questions: QuestionsDraft }),
    crumb: { label: t("content:events.list"), to: list },
    title: `${readIn(locale, found.event.title).text} - ${t(`titles:${path}`)}`,
  };
}

/** Adds, moves or removes a question of the form, or saves all of them. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const answer = await submit(args, QuestionsDraft, async (body) => {
    await api.call(eventQuestionsApi.save, { params, body }).catch(orNotFound);
    return { to: `${list}/${params.id}/questions`, toast: { title: t("common:toasts.saved") } };
  });
  // The page shows what a colleague has saved meanwhile: the questions of an older version would remove theirs.
  if ("data" in answer && answer.init?.status === 409) delete answer.data.result.initialValue;
  return answer;
}

export default function Questions() {
  const { event, questions, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <div className="grid gap-5">
      <h1 className="office-title">
        <LocalizedText of={event.title} mark />
      </h1>
      <EventTabs event={event} />
      <QuestionsForm
        key={event.version}
        version={event.version}
        questions={questions}
        answer={answer ?? undefined}
        submission={submission}
      />
    </div>
  );
}

export const ErrorBoundary = OfficeError;
