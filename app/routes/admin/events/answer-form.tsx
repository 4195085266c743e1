import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { Participant } from "#contract/charity/event-participants";
import type { EventQuestion } from "#contract/charity/event-questions";
import { ErrorSummary } from "~/forms/error-summary";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { QuestionFields, questionLabels } from "~/subjects/event-registrations/question-fields";
import { ButtonLink } from "~/ui/button";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { forLater } from "./add-participant-form";

const schema = () => import("#contract/charity/event-participants").then(({ AnswersDraft }) => AnswersDraft);

type Props = { person: Participant; questions: EventQuestion[]; answer: FormAnswer | undefined; submission: string; close: string };

/** Answers for one person the questions that have no answer yet. */
export function AnswerForm({ person: { id, name, version }, questions, answer, submission, close }: Props) {
  const { t } = useTranslation("event-questions");
  const { locale } = usePage();
  const [form, fields] = usePageForm(schema, { id: "answers", answer, defaultValue: { version } });
  return (
    <Panel title={t("forSomebody.title", { name })}>
      <Form submission={submission} {...getFormProps(form)} className="grid gap-4">
        <ErrorSummary form={form} labels={questionLabels(locale, questions)} />
        <input type="hidden" name="registrationId" value={id} />
        <input type="hidden" name={fields.version.name} value={version} />
        <p>{t("forSomebody.text")}</p>
        <QuestionFields field={fields.answers} questions={questions.map(forLater)} />
        <p className="actions">
          <Submit name="intent" value="answer">
            {t("forSomebody.submit")}
          </Submit>
          <ButtonLink variant="line" to={close}>
            {t("erase.close")}
          </ButtonLink>
        </p>
      </Form>
    </Panel>
  );
}
