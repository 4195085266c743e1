import { useTranslation } from "react-i18next";
import { addressedStatuses } from "#contract/accounts/campaign-drafts";
import { campaignVariables, variableNames } from "#contract/accounts/campaign-variables";
import type { Locale } from "#contract/formats/locale";
import type { Localized } from "#contract/formats/localized";
import { readIn } from "#contract/formats/localized-text";
import { ChoiceGroup } from "~/forms/fields";
import { usePage } from "~/ui/page-context";
import type { Fields } from "./campaign-form";

/** What the form offers of an event: its groups of places, and the states of registrations with their numbers. */
export type EventChoices = { id: string; quotas: { id: string; label: Localized }[]; counts: Record<string, number> };

/** Which of those who are registered for an event; and what says which event it is. */
export function EventFields({ fields, event: { id, quotas, counts } }: { fields: Fields; event: EventChoices }) {
  const { t } = useTranslation("campaigns");
  const { locale } = usePage();
  return (
    <>
      <input type="hidden" name={fields.eventId.name} value={id} />
      <input type="hidden" name={fields.topic.name} value="event" />
      <ChoiceGroup
        field={fields.eventStatuses}
        label={t("form.statuses")}
        hint={t("form.statusesHint")}
        several
        cards
        choices={addressedStatuses.map((status) => ({
          value: status,
          label: t(`status.${status}`),
          hint: t("statusCount", { count: counts[status] ?? 0 }),
        }))}
      />
      {quotas.length > 1 && (
        <ChoiceGroup
          field={fields.quotaIds}
          label={t("form.groups")}
          hint={t("form.groupsHint")}
          several
          choices={quotas.map((quota) => ({ value: quota.id, label: readIn(locale, quota.label).text }))}
        />
      )}
    </>
  );
}

/** What the text may have in braces, by the names in its language. */
export const variablesIn = (locale: Locale) => campaignVariables.map((variable) => `{${variableNames[variable][locale]}}`).join(", ");
