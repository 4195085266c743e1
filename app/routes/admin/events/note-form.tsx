import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { Participant } from "#contract/charity/event-participants";
import { ErrorSummary } from "~/forms/error-summary";
import { TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { ButtonLink } from "~/ui/button";
import { Panel } from "~/ui/panel";

const schema = () => import("#contract/charity/event-participants").then(({ NoteDraft }) => NoteDraft);

type Props = { person: Participant; answer: FormAnswer | undefined; submission: string; close: string };

/** What the team notes about a registration. */
export function NoteForm({ person: { id, name, version, note }, answer, submission, close }: Props) {
  const { t } = useTranslation("events");
  const [form, fields] = usePageForm(schema, { id: "note", answer, defaultValue: { version, note } });
  return (
    <Panel title={t("note.title", { name })}>
      <Form submission={submission} {...getFormProps(form)} className="grid gap-4">
        <ErrorSummary form={form} labels={{ note: t("note.label") }} />
        <input type="hidden" name="registrationId" value={id} />
        <input type="hidden" name={fields.version.name} value={version} />
        <TextArea field={fields.note} label={t("note.label")} hint={t("note.hint")} rows={3} />
        <p className="actions">
          <Submit name="intent" value="note">
            {t("note.submit")}
          </Submit>
          <ButtonLink variant="line" to={close}>
            {t("move.close")}
          </ButtonLink>
        </p>
      </Form>
    </Panel>
  );
}
