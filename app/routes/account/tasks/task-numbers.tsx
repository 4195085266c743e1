import { useTranslation } from "react-i18next";
import { isUnderWay } from "#contract/accounts/tasks";
import { minutesTaken, type ShownTask } from "~/subjects/tasks/shown-task";
import { useNow } from "~/ui/now";
import { formatNumber } from "~/ui/number";
import { usePage } from "~/ui/page-context";

/** The numbers of a task, which add up to its total, and how long it took. */
export function TaskNumbers({ task }: { task: ShownTask }) {
  const { t } = useTranslation("tasks");
  const { locale } = usePage();
  const { total, done, exceptions, handled, startedAt } = task;
  const minutes = minutesTaken(task, useNow());
  const goesOn = isUnderWay(task);
  const numbers = [
    { name: "done" as const, number: done },
    { name: "exceptions" as const, number: exceptions },
    goesOn || handled < total ? { name: "rest" as const, number: total - handled } : { name: "total" as const, number: total },
  ];
  return (
    <dl className="task-tiles">
      {numbers.map(({ name, number }) => (
        <div key={name}>
          <dt>{t(`number.${name}`)}</dt>
          <dd>{goesOn && total === 0 ? "–" : formatNumber(locale, number)}</dd>
        </div>
      ))}
      <div>
        <dt>{t(goesOn ? "number.since" : "number.took")}</dt>
        <dd>
          {startedAt ? (minutes === 0 ? "< 1" : formatNumber(locale, minutes)) : "–"}
          {startedAt && <small> {t("minutes", { count: minutes })}</small>}
        </dd>
      </div>
    </dl>
  );
}
