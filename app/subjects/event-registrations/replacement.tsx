import { useTranslation } from "react-i18next";
import type { EventForPerson } from "#contract/charity/event-registrations";
import { Form, Submit } from "~/forms/form";
import { useTranslate } from "~/i18n/use-translate";
import { timeText } from "~/subjects/events/event-times";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** Looks for somebody who takes one's own place over, or stops to. */
export function ReplacementForm({ replacement }: Pick<EventForPerson, "replacement">) {
  const { t } = useTranslation("events");
  if (!replacement) return null;
  const { wanted } = replacement;
  return (
    <Form className="mt-4 grid gap-2">
      <p className={wanted ? "font-semibold" : "muted"}>{t(wanted ? "replacement.wanted" : "replacement.hint")}</p>
      <p>
        <Submit name="intent" value={wanted ? "stay" : "seek"} variant="line">
          {t(wanted ? "replacement.stay" : "replacement.seek")}
        </Submit>
      </p>
    </Form>
  );
}

/** Places whose people look for a replacement: the first who accepts takes one. */
export function OfferedPlaces({ places }: { places: EventForPerson["offeredPlaces"] }) {
  const { t } = useTranslation("events");
  const translate = useTranslate();
  const { locale } = usePage();
  if (places.length === 0) return null;
  return (
    <Panel title={t("replacement.title")}>
      <p className="muted">{t("replacement.about")}</p>
      <ul className="rows">
        {places.map(({ registrationId, quota, startsAt, endsAt, refused }) => (
          <li key={registrationId} className="flex-wrap">
            <p className="min-w-0 flex-1">
              <strong>
                <LocalizedText of={quota} />
              </strong>
              {startsAt && endsAt && <small className="muted block">{timeText(locale, translate, { startsAt, endsAt })}</small>}
              {refused && <small className="block">{t(`refused.${refused}`)}</small>}
            </p>
            {!refused && (
              <Form>
                <input type="hidden" name="registration" value={registrationId} />
                <Submit name="intent" value="takeOver" variant="ink">
                  {t("replacement.takeOver")}
                </Submit>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
