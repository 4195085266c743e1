import { getFormProps } from "@conform-to/react";
import { Plus } from "lucide";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { mostStoredQuestions, type StoredQuestion } from "#contract/charity/event-questions";
import { ErrorSummary } from "~/forms/error-summary";
import { FieldErrors } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { useLeaveGuard } from "~/forms/leave-guard";
import { SaveBar } from "~/forms/save-bar";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { QuestionRow } from "./question-row";

const schema = () => import("#contract/charity/event-questions").then(({ QuestionsDraft }) => QuestionsDraft);

type Props = { version: number; questions: StoredQuestion[]; answer: FormAnswer | undefined; submission: string };

/** The questions that an event asks who registers. Each button sends the form, so that it works without script. */
export function QuestionsForm({ version, questions, answer, submission }: Props) {
  const { t } = useTranslation("event-questions");
  const element = useRef<HTMLFormElement>(null);
  const unsaved = useLeaveGuard(element);
  const [form, fields] = usePageForm(schema, { id: "questions", answer, defaultValue: valuesOf(questions) as never });
  const list = fields.eventQuestions.getFieldList();
  const stored = new Map(questions.map((question) => [question.id, question]));
  const storedOf = (field: (typeof list)[number]) => stored.get(String(field.getFieldset().id.initialValue ?? ""));
  return (
    <Form ref={element} submission={submission} {...getFormProps(form)} className="grid gap-5">
      {/* Enter in a field presses the first button of a form. */}
      <button type="submit" name="intent" value="save" className="sr-only" tabIndex={-1} aria-hidden="true" />
      <ErrorSummary form={form} />
      <p className="max-w-2xl">{t("form.lead")}</p>
      <FieldErrors field={fields.eventQuestions} />
      <input type="hidden" name="version" value={String(answer?.result.initialValue?.version ?? version)} />
      <ol className="grid gap-5">
        {list.map((question, at) => (
          <QuestionRow
            key={question.key}
            form={form}
            list={{ name: fields.eventQuestions.name, at, last: at === list.length - 1 }}
            field={question}
            answered={storedOf(question)?.answered ?? 0}
            archived={storedOf(question)?.archived ?? false}
          />
        ))}
      </ol>
      {list.length < mostStoredQuestions && (
        <p>
          <Button
            {...form.insert.getButtonProps({ name: fields.eventQuestions.name, defaultValue: { kind: "text" } as never })}
            variant="line"
          >
            <Icon of={Plus} />
            {t("form.add")}
          </Button>
        </p>
      )}
      <SaveBar changed={unsaved || !!answer}>
        <Submit name="intent" value="save">
          {t("form.save")}
        </Submit>
      </SaveBar>
    </Form>
  );
}

/** What the form begins with: choices one on a line. */
function valuesOf(questions: StoredQuestion[]) {
  return {
    eventQuestions: questions.map(({ id, kind, label, choices, required, archived }) => ({
      ...{ id, kind, label, required, archived },
      choices: {
        fr: choices.map(({ fr }) => fr).join("\n"),
        en: choices.some(({ en }) => en) ? choices.map(({ fr, en }) => en ?? fr).join("\n") : "",
      },
    })),
  };
}
