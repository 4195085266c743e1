import { useTranslation } from "react-i18next";
import type { PrivacyRow } from "#contract/law/privacy";
import { Form, Submit } from "~/forms/form";
import { useMessage } from "~/forms/message";
import { RetainedAfterErasure } from "~/subjects/privacy/retained-after-erasure";
import { Panel } from "~/ui/panel";

/** The possible answers to a request. An erasure needs a confirmation, because it cannot be undone. */
export function AnswerForms({ request, error }: { request: PrivacyRow; error: string | undefined }) {
  const { t } = useTranslation("privacy");
  const message = useMessage();
  const mayErase = request.kind === "erase" && request.userId;
  return (
    <Panel title={t("answer.title")}>
      <div className="grid max-w-2xl gap-6">
        {mayErase && (
          <Form className="grid gap-3">
            <p>{t("answer.eraseText")}</p>
            <RetainedAfterErasure />
            <label className="choice">
              <input type="checkbox" className="tick" required />
              <span>{t("answer.eraseSure")}</span>
            </label>
            <p className="actions">
              <Submit name="outcome" value="erased" variant="danger-full">
                {t("answer.erase")}
              </Submit>
            </p>
          </Form>
        )}
        <Form className="grid gap-3">
          <p>{t("answer.answeredText")}</p>
          <p className="actions">
            <Submit name="outcome" value="answered" variant="line">
              {t("answer.answered")}
            </Submit>
          </p>
        </Form>
        <Form className="grid gap-3">
          <div className="field">
            <label htmlFor="reason">{t("answer.reason")}</label>
            <p className="hint" id="reason-hint">
              {t("answer.reasonHint")}
            </p>
            <textarea
              id="reason"
              name="reason"
              className="control"
              rows={3}
              maxLength={500}
              required
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? "reason-hint reason-error" : "reason-hint"}
            />
            {error && (
              <p className="field-error" id="reason-error" role="alert">
                {message(error)}
              </p>
            )}
          </div>
          <p className="actions">
            <Submit name="outcome" value="refused" variant="danger">
              {t("answer.refuse")}
            </Submit>
          </p>
        </Form>
      </div>
    </Panel>
  );
}
