import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { NotificationPauses, Pausable } from "#contract/accounts/notifications";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Panel } from "~/ui/panel";

const schema = () => import("#contract/accounts/notifications").then(({ NotificationPauses }) => NotificationPauses);

type Props = { topics: Exclude<Pausable, "all">[]; pauses: NotificationPauses; answer: FormAnswer | undefined };

/** Until when a person wants nothing of a topic, or of all that they choose, by mail or on a device. */
export function PausePanel({ topics, pauses, answer }: Props) {
  const { t } = useTranslation("account");
  const [form, fields] = usePageForm(schema, { id: "pauses", answer, defaultValue: pauses });
  return (
    <Panel title={t("pause.title")}>
      <p className="muted mb-4">{t("pause.lead")}</p>
      <Form className="grid gap-4" {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <div className="grid items-end gap-4 sm:grid-cols-2">
          {(["all", ...topics] as const).map((topic) => (
            <TextField key={topic} field={fields[topic]} type="date" label={t(`pause.until.${topic}`)} optional={false} />
          ))}
        </div>
        <p className="actions">
          <Submit name="intent" value="pause" variant="line">
            {t("pause.submit")}
          </Submit>
        </p>
      </Form>
    </Panel>
  );
}
