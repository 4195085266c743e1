import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { Quota } from "#contract/charity/event-participants";
import type { EventQuestion } from "#contract/charity/event-questions";
import { readIn } from "#contract/formats/localized-text";
import { ErrorSummary } from "~/forms/error-summary";
import { SelectField, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { QuestionFields, questionLabels } from "~/subjects/event-registrations/question-fields";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

const schema = () => import("#contract/charity/event-participants").then(({ ParticipantDraft }) => ParticipantDraft);

type Props = { quotas: Quota[]; questions: EventQuestion[]; answer: FormAnswer | undefined; submission: string };

/** Staff who answer for somebody may leave a required question for later. */
export const forLater = (question: EventQuestion): EventQuestion => ({ ...question, required: false });

/** Registers a person by their address, or a guest by name. */
export function AddParticipantForm({ quotas, questions, answer, submission }: Props) {
  const { t } = useTranslation("events");
  const { locale } = usePage();
  const [form, fields] = usePageForm(schema, { id: "participant", answer, defaultValue: { partySize: 1, quotaId: quotas[0]?.id } });
  return (
    <Panel title={t("addPerson.title")}>
      <Form submission={submission} {...getFormProps(form)} className="grid gap-4">
        <ErrorSummary form={form} labels={questionLabels(locale, questions)} />
        <TextField field={fields.email} type="email" label={t("addPerson.email")} hint={t("addPerson.emailHint")} />
        <TextField field={fields.guestName} label={t("addPerson.guest")} hint={t("addPerson.guestHint")} />
        <SelectField
          field={fields.quotaId}
          label={t("addPerson.quota")}
          choices={quotas.map(({ id, label }) => ({ value: id, label: readIn(locale, label).text }))}
        />
        <TextField field={fields.partySize} type="number" label={t("register.party")} />
        {questions.length > 0 && (
          <>
            <p className="muted">{t("addPerson.answersHint")}</p>
            <QuestionFields field={fields.answers} questions={questions.map(forLater)} />
          </>
        )}
        <p>
          <Submit name="intent" value="add">
            {t("addPerson.submit")}
          </Submit>
        </p>
      </Form>
    </Panel>
  );
}
