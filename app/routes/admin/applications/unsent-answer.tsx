import { useTranslation } from "react-i18next";
import type { Application } from "#contract/applications";
import { TextArea } from "~/forms/fields";

/** An answer that someone else's overtook: it did not leave, and stays to be read and copied. */
export function UnsentAnswer({ application: { email, locale }, text }: { application: Application; text: string }) {
  const { t } = useTranslation("applications");
  const field = { name: "unsent", key: undefined, errors: undefined, required: true, maxLength: undefined, initialValue: text };
  return (
    <section className="panel grid gap-4 border-warning">
      <p role="alert">{t("unsent.text")}</p>
      <TextArea field={field} label={t("unsent.label")} rows={8} lang={locale} />
      <p>
        <a href={`mailto:${email}`}>{t("unsent.mail", { email })}</a>
      </p>
    </section>
  );
}
