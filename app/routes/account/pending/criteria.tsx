import { getFormProps } from "@conform-to/react";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { accountApi } from "#contract/accounts/account";
import { criteriaApi, criteriaForm, NewFileDocument } from "#contract/accounts/criteria";
import { ChatDraft, chatApi } from "#contract/accounts/verification-chats";
import { pendingPerson } from "~/access/pending.server";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { ChatPanel } from "./chat-panel";
import { DocumentsPanel } from "./documents-panel";
import { pendingAction } from "./pending-action.server";
import { PendingPage } from "./pending-page";
import { usePartAnswer } from "./pending-parts";
import { QuestionFields } from "./question-fields";

export const handle = { i18n: ["pending"], files: true } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { firstName, role } = await pendingPerson(args, "/account/pending/criteria");
  const { api, t } = args.context;
  const [file, chat, { reason }] = await Promise.all([api.call(criteriaApi.own), api.call(chatApi.own), api.call(accountApi.standing)]);
  return {
    name: firstName,
    role,
    file,
    messages: chat.messages,
    reason,
    submission: crypto.randomUUID(),
    rules: rulesOf({ criteria: criteriaForm(file.version.questions), document: NewFileDocument, chat: ChatDraft }),
    title: t("titles:/account/pending/criteria"),
  };
}

/** Saves the answers, and with `intent=send` hands the file to the team: what was typed is never left behind. */
export const action = pendingAction("/account/pending/criteria", async (args, form) => {
  const { api, t } = args.context;
  const { questions } = await api.call(criteriaApi.current);
  return submit(args, criteriaForm(questions), async (body) => {
    await api.call(criteriaApi.answer, { body });
    const to = "/account/pending/criteria";
    if (form.get("intent") !== "send") return { to, toast: { title: t("pending:criteria.answersSaved") } };
    await api.call(criteriaApi.send);
    return { to, toast: { title: t("pending:criteria.sent") }, newDocument: true };
  });
});

export default function PendingCriteria() {
  const { name, role, file, messages, reason, submission } = useLoaderData<typeof loader>();
  const { t } = useTranslation("pending");
  const schema = () => import("#contract/accounts/criteria").then(({ criteriaForm }) => criteriaForm(file.version.questions));
  const [form, fields] = usePageForm(schema, {
    id: "criteria",
    answer: usePartAnswer(),
    defaultValue: file.answers as Record<string, string>,
  });
  return (
    <PendingPage title={t("criteria.h1", { name })} lead={t("criteria.lead")} step="criteria" role={role}>
      {reason && <p className="rounded-2xl bg-sun p-7 font-bold">{t("criteria.request", { reason })}</p>}
      <DocumentsPanel documents={file.documents} />
      <section className="rounded-2xl border-2 border-line p-7" aria-labelledby="answers">
        <h2 id="answers" className="title-card">
          {t("criteria.questions")}
        </h2>
        <Form className="mt-4 grid gap-5" {...getFormProps(form)}>
          <QuestionFields form={form} fields={fields} questions={file.version.questions} />
          <div className="-mx-7 -mb-7 grid justify-items-start gap-3 rounded-b-2xl bg-sun p-7">
            <div className="actions">
              <Submit name="intent" value="send">
                {t("criteria.send")}
              </Submit>
              <Submit name="intent" value="save" variant="line">
                {t("criteria.saveAnswers")}
              </Submit>
            </div>
            <p>{t("criteria.sendHint")}</p>
          </div>
        </Form>
      </section>
      <ChatPanel messages={messages} submission={submission} />
    </PendingPage>
  );
}
