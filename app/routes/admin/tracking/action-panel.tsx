import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { StaffMember, TrackingRecord } from "#contract/accounts/tracking";
import { ErrorSummary } from "~/forms/error-summary";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { ActionFields } from "~/subjects/tracking/entry-fields";
import { Panel } from "~/ui/panel";

const schema = () => import("#contract/accounts/tracking").then(({ TrackingAction }) => TrackingAction);

/** What is to be done next, by whom and by when; and that it is done. */
export function ActionPanel({ entry, staff, answer }: { entry: TrackingRecord; staff: StaffMember[]; answer: FormAnswer | undefined }) {
  const { t } = useTranslation("tracking");
  const { nextActionAt, nextActionUserId, doneAt, visibility } = entry;
  const defaultValue = { nextActionAt: nextActionAt ?? "", nextActionUserId: nextActionUserId ?? "" };
  const [form, fields] = usePageForm(schema, { id: "action", answer, defaultValue });
  return (
    <Panel title={t("entry.action")}>
      {!nextActionAt && <p className="muted mb-4">{t("entry.noAction")}</p>}
      <Form className="grid gap-5" {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <input type="hidden" name="intent" value="action" />
        <ActionFields
          fields={fields}
          staff={staff}
          restricted={visibility === "restricted"}
          hint={nextActionAt ? t("entry.removeHint") : undefined}
        />
        <p className="actions">
          <Submit variant="line">{t("entry.setAction")}</Submit>
        </p>
      </Form>
      {nextActionAt && (
        <Form className="actions mt-4">
          <Submit name="intent" value={doneAt ? "reopen" : "done"} variant={doneAt ? "line" : undefined}>
            {t(doneAt ? "entry.reopen" : "entry.done")}
          </Submit>
        </Form>
      )}
    </Panel>
  );
}
