import { ArrowRight } from "lucide";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/ui/button";
import { Drawing, DrawingSymbols } from "~/ui/drawing";
import { Icon } from "~/ui/icon";
import { useAge } from "~/ui/waiting-age";
import type { Pressing } from "./pressing-queue";
import { listOfQueue } from "./queue-lists";

/** The queue to work on first, large. */
export function QueueBand({ name, queue }: Pressing) {
  const { t } = useTranslation("dashboard");
  const { count, oldest, late } = queue;
  const age = useAge(oldest);
  const label = t(`work.queue.${name}`);
  return (
    <section className="next-action on-colour on-dark">
      <DrawingSymbols names={["door"]} />
      <h2>{late > 0 ? t("work.band.late", { queue: label, count: late }) : t("work.band.waits", { queue: label, count })}</h2>
      <p className="max-w-2xl">{t("work.band.oldest", { age })}</p>
      <p className="actions">
        <ButtonLink variant="white" to={listOfQueue(name, queue)}>
          {t("work.band.open")}
          <Icon of={ArrowRight} />
        </ButtonLink>
      </p>
      <Drawing name="door" className="next-action-drawing" />
    </section>
  );
}
