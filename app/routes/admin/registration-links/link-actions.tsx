import { useTranslation } from "react-i18next";
import type { LinkStatus } from "#contract/accounts/registration-links";
import { Form, Submit } from "~/forms/form";

/** The actions on an invitation in its state; a revoked one cannot be reactivated. */
export function LinkActions({ status }: { status: LinkStatus }) {
  const { t } = useTranslation("registration-links");
  if (status === "revoked") return null;
  const other = status === "paused" ? "active" : "paused";
  return (
    <Form className="actions mb-6">
      <Submit variant="line" name="to" value={other}>
        {t(other === "active" ? "resume" : "pause")}
      </Submit>
      <Submit variant="danger" name="to" value="revoked">
        {t("revoke")}
      </Submit>
    </Form>
  );
}
