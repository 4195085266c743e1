import { useTranslation } from "react-i18next";
import type { RegistrationPause } from "#contract/charity/registration-pauses";
import { writtenDay } from "#contract/formats/france-time";
import { Form, Submit } from "~/forms/form";
import { PausedBy } from "~/subjects/event-registrations/paused-by";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** Until when a person takes no new place in events, and why; the button ends it. */
export function PausePanel({ id, pause }: { id: string; pause: RegistrationPause }) {
  const { t } = useTranslation("people");
  const { locale } = usePage();
  return (
    <Panel title={t("pause.title")}>
      <div className="grid gap-3">
        <p>{t("pause.until", { date: writtenDay(locale, pause.until) })}</p>
        <PausedBy absences={pause.absences} label={t("pause.why")} />
        <Form className="actions" action={`/dashboard/admin/users/${id}/account`}>
          <Submit name="liftPause" value="yes" variant="line">
            {t("pause.lift")}
          </Submit>
          <span className="muted">{t("pause.hint")}</span>
        </Form>
      </div>
    </Panel>
  );
}
