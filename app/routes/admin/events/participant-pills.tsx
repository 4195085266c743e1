import { useTranslation } from "react-i18next";
import type { ParticipantsQuery } from "#contract/charity/event-participants";
import { registrationStatuses } from "#contract/charity/event-registrations";
import { Pills } from "~/ui/pills";

type Props = {
  /** Registrations by state. */
  counts: Record<string, number>;
  query: ParticipantsQuery;
  to: (change: Record<string, string | null>) => string;
};

/** Registrations of one state. */
export function ParticipantPills({ counts, query, to }: Props) {
  const { t } = useTranslation("events");
  const present = registrationStatuses.filter((status) => counts[status]);
  return (
    <Pills
      label={t("participants.filter")}
      links={[
        { to: to({ status: null }), label: t("participants.all"), current: !query.status },
        ...present.map((status) => ({
          to: to({ status }),
          label: `${t(`status.${status}`)} (${counts[status]})`,
          current: query.status === status,
        })),
      ]}
    />
  );
}
