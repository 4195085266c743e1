import { useTranslation } from "react-i18next";
import { Form, Submit } from "~/forms/form";
import { useMessage } from "~/forms/message";

type Props = {
  id: string;
  /** The version of the article that was read. */
  version: number;
  error?: string;
  value?: string;
};

/** The day and local time in France at which the article is published. */
export function ScheduleForm({ id, version, error, value }: Props) {
  const { t } = useTranslation("articles");
  const message = useMessage();
  return (
    <Form action={`/dashboard/admin/news/${id}/publication`} className="flex flex-wrap items-end gap-2">
      <input type="hidden" name="version" value={version} />
      <div className="field">
        <label htmlFor="at">{t("publication.scheduleAt")}</label>
        <p className="hint" id="at-hint">
          {t("publication.scheduleHint")}
        </p>
        <input
          id="at"
          name="at"
          type="datetime-local"
          className="control"
          required
          defaultValue={value}
          aria-describedby={error ? "at-hint at-error" : "at-hint"}
          aria-invalid={error ? true : undefined}
        />
        {error && (
          <p className="field-error" id="at-error" role="alert">
            {message(error)}
          </p>
        )}
      </div>
      <Submit name="intent" value="schedule" variant="line">
        {t("publication.schedule")}
      </Submit>
    </Form>
  );
}
