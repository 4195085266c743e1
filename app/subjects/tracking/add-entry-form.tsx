import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { StaffMember } from "#contract/accounts/tracking";
import { ErrorSummary } from "~/forms/error-summary";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { ActionFields, EntryFields } from "./entry-fields";

const schema = () => import("#contract/accounts/tracking").then(({ TrackingDraft }) => TrackingDraft);

type Props = {
  personId: string;
  mayRestrict: boolean;
  staff: StaffMember[];
  /** The hour of clocks in France when the page was asked for. */
  at: string;
  answer: FormAnswer | undefined;
  submission: string;
};

/** Adds an entry about a person, with the next action where there is one. */
export function AddEntryForm({ personId, mayRestrict, staff, at, answer, submission }: Props) {
  const { t } = useTranslation("tracking");
  const defaultValue = { subjectId: personId, kind: "note", occurredAt: at, visibility: "staff" } as const;
  const [form, fields] = usePageForm(schema, { id: "entry", answer, defaultValue });
  return (
    <Form className="grid gap-5" submission={submission} {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <input type="hidden" name="subjectId" value={personId} />
      <EntryFields fields={fields} mayRestrict={mayRestrict} />
      <ActionFields fields={fields} staff={staff} hint={mayRestrict ? t("form.restrictedNames") : undefined} />
      <p className="muted">{t("form.help")}</p>
      <p className="actions">
        <Submit>{t("form.submit")}</Submit>
      </p>
    </Form>
  );
}
