import { useTranslation } from "react-i18next";
import type { OAuthClientRecord } from "#contract/accounts/oauth-clients";
import { Form, Submit } from "~/forms/form";
import { Facts } from "~/ui/facts";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";
import { ClientBadge } from "./client-badge";

/** Whether an application is enabled, its last use, and the rotation of its secret. */
export function ClientState({ application, submission }: { application: OAuthClientRecord; submission: string }) {
  const { t } = useTranslation("oauth-clients");
  const { clientId, status, type, lastUsedAt, consents, previousSecretUntil } = application;
  return (
    <Panel title={t("state")}>
      <Facts
        facts={[
          { label: t("column.status"), value: <ClientBadge status={status} /> },
          { label: t("clientId"), value: <code className="break-all">{clientId}</code> },
          { label: t("column.type"), value: t(`typeShort.${type}`) },
          { label: t("column.lastUsedAt"), value: lastUsedAt ? <LocalDate value={lastUsedAt} style="time" /> : t("never") },
          { label: t("consents"), value: consents },
          ...(previousSecretUntil ? [{ label: t("previousSecret"), value: <LocalDate value={previousSecretUntil} style="time" /> }] : []),
        ]}
      />
      <Form className="actions mt-5" submission={submission}>
        {type === "confidential" && (
          <Submit name="intent" value="rotate" variant="line">
            {t("secret.rotate")}
          </Submit>
        )}
        {status === "active" ? (
          <Submit name="intent" value="disabled" variant="danger">
            {t("disable")}
          </Submit>
        ) : (
          <Submit name="intent" value="active">
            {t("enable")}
          </Submit>
        )}
      </Form>
      <p className="muted mt-3">{t(type === "confidential" ? "secret.overlap" : "secret.public")}</p>
    </Panel>
  );
}
