import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { accountApi } from "#contract/accounts/account";
import { criteriaApi, criteriaForm } from "#contract/accounts/criteria";
import { chatApi } from "#contract/accounts/verification-chats";
import { gate } from "~/access/gate.server";
import { pendingPerson } from "~/access/pending.server";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { pageMeta } from "~/layouts/page-meta";
import { ChatPanel } from "./chat-panel";
import { DocumentsPanel } from "./documents-panel";
import { PendingPage } from "./pending-page";
import { QuestionFields } from "./question-fields";

export const handle = { i18n: ["pending"] } as const;

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
    rules: rulesOf({ criteria: criteriaForm(file.version.questions) }),
    title: t("titles:/account/pending/criteria"),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, "/account/pending/criteria");
  const { api, t } = args.context;
  const { questions } = await api.call(criteriaApi.current);
  return submit(args, criteriaForm(questions), async (body) => {
    await api.call(criteriaApi.answer, { body });
    return { to: "/account/pending/criteria", toast: { title: t("pending:criteria.answersSaved") } };
  });
}

export default function PendingCriteria() {
  const { name, role, file, messages, reason } = useLoaderData<typeof loader>();
  const { t } = useTranslation("pending");
  const schema = () => import("#contract/accounts/criteria").then(({ criteriaForm }) => criteriaForm(file.version.questions));
  const [form, fields] = usePageForm(schema, {
    id: "criteria",
    answer: useActionData<typeof action>(),
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
          <div>
            <Submit look="line">{t("criteria.saveAnswers")}</Submit>
          </div>
        </Form>
      </section>
      <section className="rounded-2xl bg-sun p-7">
        <Form action="/account/pending/sending" className="grid justify-items-start gap-3">
          <Submit>{t("criteria.send")}</Submit>
          <p>{t("criteria.sendHint")}</p>
        </Form>
      </section>
      <ChatPanel messages={messages} />
    </PendingPage>
  );
}
