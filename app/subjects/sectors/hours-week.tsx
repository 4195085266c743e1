import { useTranslation } from "react-i18next";
import type { SectorHours } from "#contract/charity/sector-hours";
import { writtenTime, writtenWeekday } from "#contract/formats/weekday-names";
import { Form } from "~/forms/form";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** The openings of the week, each with a delete button. */
export function HoursWeek({ hours }: { hours: SectorHours[] }) {
  const { t } = useTranslation("sectors");
  const sectorTexts = useTranslation("team").t;
  const { locale } = usePage();
  if (hours.length === 0) return <EmptyState drawing="door" text={t("hours.empty")} />;
  return (
    <Panel title={t("hours.week")}>
      <ul className="rows">
        {hours.map(({ id, weekday, opensAt, closesAt, kind, note }) => {
          const span = sectorTexts("hours.span", { from: writtenTime(locale, opensAt), to: writtenTime(locale, closesAt) });
          const name = `${writtenWeekday(locale, weekday)}, ${span}, ${sectorTexts(`hours.kind.${kind}`)}`;
          return (
            <li key={id}>
              <span>
                <b>{name}</b>
                {note?.fr && (
                  <span className="muted block text-sm">
                    <LocalizedText of={note} mark />
                  </span>
                )}
              </span>
              <Form>
                <Button small variant="line" name="remove" value={id} aria-label={t("hours.removeOne", { name })}>
                  {t("hours.remove")}
                </Button>
              </Form>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
