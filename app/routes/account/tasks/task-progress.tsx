import { useTranslation } from "react-i18next";
import { Form, Submit } from "~/forms/form";
import { minutesLeft, type ShownTask } from "~/subjects/tasks/shown-task";
import { ButtonLink } from "~/ui/button";
import { useNow } from "~/ui/now";
import { formatNumber } from "~/ui/number";
import { usePage } from "~/ui/page-context";

const links = Array.from({ length: 20 }, (_, at) => at);

/** How far a task is, how long it may still take, and the button that stops it. */
export function TaskProgress({ task }: { task: ShownTask }) {
  const { t } = useTranslation("tasks");
  const { locale } = usePage();
  const { id, total, handled, state } = task;
  const minutes = minutesLeft(task, useNow());
  const isCounted = total > 0;
  const uncounted = t(state === "waiting" ? "state.waiting" : "counting");
  const closed = total > 0 ? Math.floor((handled / total) * links.length) : 0;
  const stateOf = (at: number) => (at < closed ? "on" : at === closed && state === "running" ? "now" : undefined);
  return (
    <section className="task-live on-colour" aria-label={t("progress")}>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <p className="task-figure">
          {isCounted ? (
            <>
              {formatNumber(locale, handled)}
              <small> / {formatNumber(locale, total)}</small>
            </>
          ) : (
            <small>{uncounted}</small>
          )}
        </p>
        <div className="actions">
          <Form>
            <Submit variant="hollow">{t("stop")}</Submit>
          </Form>
          <ButtonLink to={`/account/tasks/${id}`} variant="hollow" className="task-refresh">
            {t("refresh")}
          </ButtonLink>
        </div>
      </div>
      <div
        className="task-chain"
        role="progressbar"
        aria-label={t("progress")}
        aria-valuemin={0}
        aria-valuemax={total || 1}
        aria-valuenow={handled}
        aria-valuetext={isCounted ? t("handledOf", { count: handled, total }) : uncounted}
      >
        {links.map((at) => (
          <i key={at} data-link={stateOf(at)} />
        ))}
      </div>
      <p className="max-w-prose">
        <strong>{minutes === null ? t("soon") : t("minutesLeft", { count: minutes })}</strong> {t("mayClose")}
      </p>
    </section>
  );
}
