import { useTranslation } from "react-i18next";
import type { ComingEvent } from "#contract/charity/event-registrations";
import { Form, Submit } from "~/forms/form";
import { useNow } from "~/ui/now";

type Props = { event: Pick<ComingEvent, "id" | "startsAt" | "endsAt" | "cancelled" | "mine"> };

/** Gives one's kit or fitting to somebody else in one tap; after the limit of the event, or once the kit is on its way, notes that nobody will be there. */
export function AwayButton({ event: { id, startsAt, endsAt, cancelled, mine } }: Props) {
  const { t } = useTranslation("kits");
  const now = useNow().toISOString();
  if (!mine?.kit || mine.status !== "confirmed" || mine.away || cancelled || (mine.endsAt ?? endsAt) <= now) return null;
  const isLate = mine.kit.status === "collected" || mine.cancelUntil <= now || (mine.startsAt ?? startsAt) <= now;
  return (
    <Form>
      <input type="hidden" name="event" value={id} />
      <Submit name="intent" value={isLate ? "away" : "cancel"} variant="line">
        {t(`away.${mine.kit.kind}`)}
      </Submit>
    </Form>
  );
}
