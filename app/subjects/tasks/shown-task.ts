import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { isUnderWay, listOfTask, type Task, type TaskException, type TaskItem } from "#contract/accounts/tasks";
import type { Translate } from "~/i18n/translate";

/** A task in words of the reader's language: its texts are in the namespaces of the subjects that it is about. */
export type ShownTask = ReturnType<typeof shownTask>;

export function shownTask(t: Translate, task: Task) {
  return {
    ...task,
    title: textOf(t, task.title, task.total),
    result: textOf(t, task.result, task.done),
    reason: task.reason && textOf(t, task.reason),
    list: task.list && { to: task.list, label: textOf(t, `titles:${listOfTask(task.list)}`) },
    handled: task.done + task.leftOut + task.failed,
    exceptions: task.leftOut + task.failed,
  };
}

export function shownException(t: Translate, exception: TaskException) {
  return { ...exception, reason: textOf(t, exception.reason) };
}

/** What became of an item, in words. */
export function shownOutcome(t: Translate, { outcome, reason }: Pick<TaskItem, "outcome" | "reason">): [string, string] {
  return [t(`tasks:outcome.${outcome ?? "open"}`), reason ? textOf(t, reason) : ""];
}

const textOf = (t: Translate, key: string, count?: number): string => t(key as never, { count } as never) as unknown as string;

const minute = 60_000;

/** Minutes that a task under way may still take, estimated by what was done until now; null before anything was. */
export function minutesLeft({ total, handled, startedAt }: ShownTask, now: Date): number | null {
  if (!startedAt || handled === 0) return null;
  const each = (now.getTime() - Date.parse(startedAt)) / handled;
  return Math.max(1, Math.ceil((each * (total - handled)) / minute));
}

/** Whole minutes from its start to its end, or to now. */
export function minutesTaken({ startedAt, finishedAt }: ShownTask, now: Date): number {
  if (!startedAt) return 0;
  return Math.max(0, Math.floor(((finishedAt ? Date.parse(finishedAt) : now.getTime()) - Date.parse(startedAt)) / minute));
}

const withScript = 2_000;
const withoutScript = 10;

/** For the loader: the refresh interval in seconds of a page without script, while a task is under way. */
export const refreshFor = (tasks: Task[]) => (tasks.some(isUnderWay) ? withoutScript : undefined);

/** With script, the page reloads its data every two seconds while a task is under way. */
export function useRefreshFor(tasks: Pick<Task, "state">[]) {
  const underWay = tasks.some(isUnderWay);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = underWay ? setInterval(revalidate, withScript) : undefined;
    return () => clearInterval(timer);
  }, [underWay, revalidate]);
}
