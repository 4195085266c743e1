import { useTranslation } from "react-i18next";
import type { ComingEvent } from "#contract/charity/event-registrations";
import { Form, Submit } from "~/forms/form";
import { useNow } from "~/ui/now";

/** Gives one's kit or fitting to somebody else in one tap, until the limit of the event. */
export function AwayButton({ event: { id, startsAt, mine } }: { event: Pick<ComingEvent, "id" | "startsAt" | "mine"> }) {
  const { t } = useTranslation("kits");
  const now = useNow().toISOString();
  if (!mine?.kit || mine.status !== "confirmed" || mine.cancelUntil <= now || startsAt <= now) return null;
  return (
    <Form>
      <input type="hidden" name="event" value={id} />
      <Submit name="intent" value="cancel" variant="line">
        {t(`away.${mine.kit.kind}`)}
      </Submit>
    </Form>
  );
}
