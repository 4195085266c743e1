import { useTranslation } from "react-i18next";
import { isUnderWay } from "#contract/accounts/tasks";
import type { ShownTask } from "~/subjects/tasks/shown-task";
import { formatNumber } from "~/ui/number";
import { usePage } from "~/ui/page-context";

/** The numbers of a task, which add up to its total. */
export function TaskNumbers({ task }: { task: ShownTask }) {
  const { t } = useTranslation("tasks");
  const { locale } = usePage();
  const { total, done, leftOut, failed, handled } = task;
  const whole = !isUnderWay(task) && handled === total;
  const numbers: { name: "done" | "leftOut" | "failed" | "rest" | "total"; number: number }[] = [
    { name: "done", number: done },
    { name: "leftOut", number: leftOut },
    ...(failed > 0 ? [{ name: "failed" as const, number: failed }] : []),
    whole ? { name: "total", number: total } : { name: "rest", number: total - handled },
  ];
  return (
    <dl className="panel grid grid-cols-2 gap-4 sm:grid-cols-4">
      {numbers.map(({ name, number }) => (
        <div key={name}>
          <dt className="font-semibold text-sm">{t(`number.${name}`)}</dt>
          <dd className="mt-1 font-bold text-3xl tabular-nums">{formatNumber(locale, number)}</dd>
        </div>
      ))}
    </dl>
  );
}
