import { useTranslation } from "react-i18next";
import type { RegistrationPause } from "#contract/charity/registration-pauses";
import { writtenDay } from "#contract/formats/france-time";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { PausedBy } from "./paused-by";

/** Until when the reader takes no new place, and why; nothing where they may. */
export function PauseNotice({ pause }: { pause: RegistrationPause | null }) {
  const { t } = useTranslation("events");
  const { locale } = usePage();
  if (!pause) return null;
  return (
    <Panel title={t("pause.title")}>
      <div className="grid max-w-prose gap-3">
        <p>{t("pause.until", { date: writtenDay(locale, pause.until) })}</p>
        <PausedBy absences={pause.absences} label={t("pause.why")} />
        <p>{t("pause.mistake")}</p>
      </div>
    </Panel>
  );
}
