import { useTranslation } from "react-i18next";
import type { Consent } from "#contract/law/privacy";
import { Form, Submit } from "~/forms/form";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";

/** The person's consents, with the day of the last choice. */
export function ConsentsPanel({ consents }: { consents: Consent[] }) {
  const { t } = useTranslation("account");
  return (
    <Panel title={t("consents.title")}>
      <p className="muted">{t("consents.lead")}</p>
      <Form className="mt-3 grid gap-3">
        {consents.map(({ purpose, given, at }) => (
          <label key={purpose} className="choice font-normal">
            <input type="checkbox" className="tick" name="given" value={purpose} defaultChecked={given} />
            <span>
              {t(`consents.purposes.${purpose}`)}
              {at && (
                <small className="muted block">
                  {t(given ? "consents.givenOn" : "consents.refusedOn")} <LocalDate value={at} style="full" />
                </small>
              )}
            </span>
          </label>
        ))}
        <p className="actions">
          <Submit>{t("save")}</Submit>
        </p>
      </Form>
    </Panel>
  );
}
