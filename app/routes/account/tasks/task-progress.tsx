import { useTranslation } from "react-i18next";
import { Form, Submit } from "~/forms/form";
import type { ShownTask } from "~/subjects/tasks/shown-task";
import { ButtonLink } from "~/ui/button";
import { useNow } from "~/ui/now";
import { Progress } from "~/ui/progress";

/** How far a task is, how long it may still take, and the button that stops it. */
export function TaskProgress({ task }: { task: ShownTask }) {
  const { t } = useTranslation("tasks");
  const { id, total, handled, startedAt } = task;
  const minutes = minutesLeft(task, useNow());
  return (
    <section className="panel grid gap-4" aria-label={t("progress")}>
      <Progress
        label={t("progress")}
        value={startedAt ? handled : undefined}
        max={total || 1}
        text={t("handledOf", { count: handled, total })}
      />
      <p>
        {minutes !== null && <strong>{t("minutesLeft", { count: minutes })} </strong>}
        {t("mayClose")}
      </p>
      <Form className="actions">
        <Submit variant="line">{t("stop")}</Submit>
        <ButtonLink to={`/account/tasks/${id}`} variant="line">
          {t("refresh")}
        </ButtonLink>
      </Form>
      <p className="muted text-sm">{t("stopMeans")}</p>
    </section>
  );
}

const minute = 60_000;

/** An estimate by what was done until now; null before anything was. */
function minutesLeft({ total, handled, startedAt }: ShownTask, now: Date): number | null {
  if (!startedAt || handled === 0) return null;
  const each = (now.getTime() - Date.parse(startedAt)) / handled;
  return Math.max(1, Math.ceil((each * (total - handled)) / minute));
}
