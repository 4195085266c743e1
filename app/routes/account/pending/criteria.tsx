import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { accountApi } from "#contract/accounts/account";
import { type CriteriaAnswers, criteriaApi, criteriaForm } from "#contract/accounts/criteria";
import { pendingPerson } from "~/access/pending.server";
import { Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { ChatInForm } from "./chat-panel";
import { DocumentsPanel } from "./documents-panel";
import { readOwnChat } from "./own-chat.server";
import { pendingForm } from "./pending-form.server";
import { PendingPage } from "./pending-page";
import { usePartAnswer } from "./pending-parts";
import { QuestionFields } from "./question-fields";
import { WholeForm } from "./whole-form";

const path = "/account/pending/criteria";

export const handle = { i18n: ["pending", "threads"], files: true } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { id: person, firstName, role } = await pendingPerson(args, path);
  const { api, t } = args.context;
  const [file, conversation, { reason }] = await Promise.all([
    api.call(criteriaApi.own),
    readOwnChat(args, path),
    api.call(accountApi.standing),
  ]);
  return {
    name: firstName,
    role,
    person,
    file,
    conversation,
    reason,
    submission: crypto.randomUUID(),
    rules: { ...rulesOf({ criteria: criteriaForm(file.version.questions) }), document: [], chat: [] },
    title: t("titles:/account/pending/criteria"),
  };
}

/** Saves the answers, and with `intent=send` hands the file to the team: what was typed is never left behind. */
export const action = pendingForm(path, async ({ context: { api, t } }) => {
  const { questions } = await api.call(criteriaApi.current);
  return {
    schema: criteriaForm(questions),
    isStored: true,
    keep: async (body) => {
      await api.call(criteriaApi.keepAnswers, { body: body as CriteriaAnswers });
    },
    finish: async (body, form) => {
      await api.call(criteriaApi.answer, { body: body as CriteriaAnswers });
      if (form.get("intent") !== "send") return { title: t("pending:criteria.answersSaved"), isSent: false };
      await api.call(criteriaApi.send);
      return { title: t("pending:criteria.sent"), isSent: true };
    },
  };
});

export default function PendingCriteria() {
  const { name, role, person, file, conversation, reason, submission } = useLoaderData<typeof loader>();
  const { t } = useTranslation("pending");
  const schema = () => import("#contract/accounts/criteria").then(({ criteriaForm }) => criteriaForm(file.version.questions));
  const [form, fields] = usePageForm(schema, {
    id: "criteria",
    answer: usePartAnswer(),
    defaultValue: file.answers as Record<string, string>,
  });
  return (
    <PendingPage title={t("criteria.h1", { name })} lead={t("criteria.lead")} step="criteria" role={role} person={person}>
      {reason && <p className="rounded-2xl bg-sun p-7 font-bold">{t("criteria.request", { reason })}</p>}
      <WholeForm form={form} submission={submission}>
        <DocumentsPanel documents={file.documents} />
        <section className="rounded-2xl border-2 border-line p-7" aria-labelledby="answers">
          <h2 id="answers" className="title-card">
            {t("criteria.questions")}
          </h2>
          <div className="mt-4 grid gap-5">
            <QuestionFields form={form} fields={fields} questions={file.version.questions} />
          </div>
        </section>
        <ChatInForm {...conversation} takesFile={false} />
        <section className="grid justify-items-start gap-3 rounded-2xl bg-sun p-7" aria-label={t("criteria.send")}>
          <div className="actions">
            <Submit name="intent" value="send">
              {t("criteria.send")}
            </Submit>
            <Submit name="intent" value="save" variant="line" formNoValidate>
              {t("criteria.saveAnswers")}
            </Submit>
          </div>
          <p>{t("criteria.sendHint")}</p>
        </section>
      </WholeForm>
    </PendingPage>
  );
}
