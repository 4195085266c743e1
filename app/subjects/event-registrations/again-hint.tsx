import { useTranslation } from "react-i18next";
import { type OwnRegistration, withoutPlaceStatuses } from "#contract/charity/event-registrations";
import type { RegistrationPhase } from "#contract/charity/registration-phase";

type Props = { mine: OwnRegistration; phase?: RegistrationPhase };

/** What became of somebody's last registration, where they got no place, and what they can still do. */
export function AgainHint({ mine, phase }: Props) {
  const { t } = useTranslation("events");
  const ended = withoutPlaceStatuses.find((status) => status === mine.status);
  if (!ended) return null;
  return (
    <p className="mt-1.5">
      {[t(`mine.ended.${ended}`), (phase === "open" || phase === "full") && t("mine.again")].filter(Boolean).join(" ")}
    </p>
  );
}
