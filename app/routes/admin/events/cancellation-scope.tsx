import { useTranslation } from "react-i18next";
import type { SeriesDate } from "#contract/charity/event-series";
import { ChoiceGroup } from "~/forms/fields";
import { scopeChoices } from "~/subjects/events/scope-choices";

type Props = { id: string; dates: SeriesDate[]; initial: unknown };

/** Which dates of a series are cancelled; each choice says how many people it concerns, and the form sends these numbers. */
export function CancellationScope({ id, dates, initial }: Props) {
  const { t } = useTranslation("event-series");
  const { t: events } = useTranslation("events");
  const published = dates.map((date) => ({ ...date, open: date.open && date.status === "published" }));
  const choices = scopeChoices(published, id);
  const peopleIn = (scope: string) => choices.find((one) => one.scope === scope)?.people ?? 0;
  return (
    <>
      <ChoiceGroup
        field={{ name: "scope", key: "scope", required: false, errors: undefined, initialValue: initial ?? "this" }}
        label={t("cancel.title")}
        optional={false}
        cards
        choices={choices.map(({ scope, dates: count, people }) => ({
          value: scope,
          label: t(`cancel.${scope}`, { count }),
          hint: people > 0 ? events("cancel.people", { count: people }) : t("cancel.nobody"),
        }))}
      />
      {["this", "following", "all"].map((scope) => (
        <input key={scope} type="hidden" name={`people.${scope}`} value={peopleIn(scope)} />
      ))}
    </>
  );
}
