import { useTranslation } from "react-i18next";
import type { ParticipantsQuery, Quota } from "#contract/charity/event-participants";
import { readIn } from "#contract/formats/localized-text";
import type { Narrowed } from "~/lists/choices.server";
import { choiceFilter, type Filter } from "~/lists/filter";
import { usePage } from "~/ui/page-context";

type Props = Narrowed<ParticipantsQuery> & { quotas: Quota[] };

/** The filters of the participants of an event, beside that of their state; those of groups of places where there are several. */
export function useParticipantFilters({ query, choices, quotas }: Props): Filter[] {
  const { t } = useTranslation("events");
  const { locale } = usePage();
  const labelOf = (quotaId: string) => readIn(locale, quotas.find(({ id }) => id === quotaId)?.label ?? { fr: "" }).text;
  const ids = quotas.map(({ id }) => id);
  return [
    ...(ids.length > 1 ? [choiceFilter("quotaId", t("participants.filterQuota"), query, ids, labelOf)] : []),
    choiceFilter("mark", t("participants.filterMark"), query, choices.mark, (mark) => t(`participants.mark.${mark}`)),
    choiceFilter("begun", t("participants.filterBegun"), query, choices.begun, (begun) => t(`participants.begun.${begun}`)),
  ];
}
