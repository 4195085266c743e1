import { useTranslation } from "react-i18next";
import { type ChosenPurpose, type Consent, chosenPurposes } from "#contract/law/privacy";
import { Form, Submit } from "~/forms/form";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";
import { WithdrawAllergies } from "./allergies-form";

/** The person's consents, with the day of the last choice. */
export function ConsentsPanel({ consents }: { consents: Consent[] }) {
  const { t } = useTranslation("account");
  const chosen = consents.flatMap(({ purpose, ...rest }) => (isChosen(purpose) ? [{ purpose, ...rest }] : []));
  const allergies = consents.find(({ purpose, given }) => purpose === "allergies" && given);
  return (
    <Panel title={t("consents.title")}>
      <p className="muted">{t("consents.lead")}</p>
      <Form className="mt-3 grid gap-3">
        {chosen.map(({ purpose, given, at }) => (
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
      {allergies?.at && (
        <section className="mt-5 border-t border-line pt-4">
          <p>
            {t("consents.allergies")}{" "}
            <small className="muted block">
              {t("consents.givenOn")} <LocalDate value={allergies.at} style="full" />
            </small>
          </p>
          <WithdrawAllergies />
        </section>
      )}
    </Panel>
  );
}

const isChosen = (purpose: string): purpose is ChosenPurpose => (chosenPurposes as readonly string[]).includes(purpose);
