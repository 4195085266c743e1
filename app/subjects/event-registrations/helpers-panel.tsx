import { useTranslation } from "react-i18next";
import { type Helpers, mostHelpers } from "#contract/charity/event-day";
import { Form, Submit } from "~/forms/form";
import { Panel } from "~/ui/panel";

/** Volunteers of the team who have time then and no place yet, with the button that notifies them. */
export function HelpersPanel({ helpers: { people, names, notified }, submission }: { helpers: Helpers; submission: string }) {
  const { t } = useTranslation("events");
  const others = people - names.length;
  return (
    <Panel title={t("helpers.title")}>
      <div className="grid gap-3">
        <p>{people === 0 ? t("helpers.nobody") : t(people === mostHelpers ? "helpers.atMost" : "helpers.found", { count: people })}</p>
        {names.length > 0 && (
          <p className="muted text-sm">
            {names.join(", ")}
            {others > 0 && ` +${others}`}
          </p>
        )}
        {notified > 0 && <p className="muted text-sm">{t("helpers.already", { count: notified })}</p>}
        {people > 0 && (
          <>
            <p className="muted text-sm">{t("helpers.hint")}</p>
            <Form submission={submission}>
              <input type="hidden" name="people" value={people} />
              <Submit name="intent" value="helpers" variant="ink">
                {t("helpers.submit", { count: people })}
              </Submit>
            </Form>
          </>
        )}
      </div>
    </Panel>
  );
}
