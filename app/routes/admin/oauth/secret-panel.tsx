import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/ui/button";

/** The identifier and the secret of an application, on the one page that ever shows the secret. */
export function SecretPanel({ id, clientId, secret }: { id: string; clientId: string; secret: string | null }) {
  const { t } = useTranslation("oauth-clients");
  return (
    <section className="panel grid max-w-3xl gap-4" role="status">
      <h1 className="office-title">{t(secret ? "secret.title" : "secret.none")}</h1>
      {secret && <p>{t("secret.once")}</p>}
      <dl className="grid gap-4">
        {[{ label: t("clientId"), value: clientId }, ...(secret ? [{ label: t("secret.label"), value: secret }] : [])].map(
          ({ label, value }) => (
            <div key={label}>
              <dt className="font-semibold">{label}</dt>
              <dd>
                <code className="mt-1 block select-all break-all rounded-lg bg-beige p-3">{value}</code>
              </dd>
            </div>
          ),
        )}
      </dl>
      <p className="actions">
        <ButtonLink to={`/dashboard/admin/oauth-clients/${id}`}>{t("secret.noted")}</ButtonLink>
      </p>
    </section>
  );
}
