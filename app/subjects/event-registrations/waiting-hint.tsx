import { useTranslation } from "react-i18next";
import type { OwnRegistration } from "#contract/charity/event-registrations";

/** What somebody on the waiting list can expect, and why they have none of the places that are free. */
export function WaitingHint({ mine: { tooFew, partySize } }: { mine: Pick<OwnRegistration, "tooFew" | "partySize"> }) {
  const { t } = useTranslation("events");
  return (
    <div className="mt-3 grid gap-2">
      <p>{t("mine.waitingHint")}</p>
      {tooFew !== null && <p>{t("mine.tooFew", { count: tooFew, party: partySize })}</p>}
    </div>
  );
}
