import { useTranslation } from "react-i18next";
import type { TextRecord } from "#contract/law/legal-editing";
import { Disclosure } from "~/ui/disclosure";

/** What someone else saved meanwhile; one's own text is still in the form. */
export function TextConflict({ theirs }: { theirs: TextRecord }) {
  const { t } = useTranslation("signing");
  return (
    <section className="panel grid gap-3" role="alert">
      <h2 className="panel-title">{t("conflict.title")}</h2>
      <p>{t("conflict.text")}</p>
      <Disclosure summary={t("conflict.theirs")}>
        <pre className="mt-3 whitespace-pre-wrap font-sans" lang="fr">
          {theirs.body.fr}
        </pre>
      </Disclosure>
    </section>
  );
}
