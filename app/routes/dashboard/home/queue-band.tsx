import { ArrowRight } from "lucide";
import { useTranslation } from "react-i18next";
import type { Role } from "#contract/accounts/roles";
import { listsOfQueue } from "#contract/charity/queue-lists";
import { ButtonLink } from "~/ui/button";
import { Drawing, DrawingSymbols } from "~/ui/drawing";
import { Icon } from "~/ui/icon";
import { useAge } from "~/ui/waiting-age";
import type { Pressing } from "./pressing-queue";

/** The queue to work on first, large. */
export function QueueBand({ name, queue, role }: Pressing & { role: Role }) {
  const { t } = useTranslation("dashboard");
  const { count, oldest, late } = queue;
  const age = useAge(oldest);
  const { waiting, late: overdue } = listsOfQueue(name, role);
  const lateList = late > 0 ? overdue : undefined;
  const label = t(`work.queue.${name}`);
  return (
    <section className="next-action on-colour on-dark">
      <DrawingSymbols names={["door"]} />
      <h2>{late > 0 ? t("work.band.late", { queue: label, count: late }) : t("work.band.waits", { queue: label, count })}</h2>
      <p className="max-w-2xl">{t("work.band.oldest", { age })}</p>
      <p className="actions">
        <ButtonLink variant="white" to={lateList ?? waiting}>
          {t("work.band.open")}
          <Icon of={ArrowRight} />
        </ButtonLink>
        {lateList && count > late && (
          <ButtonLink variant="hollow" to={waiting}>
            {t("work.band.all", { count })}
          </ButtonLink>
        )}
      </p>
      <Drawing name="door" className="next-action-drawing" />
    </section>
  );
}
