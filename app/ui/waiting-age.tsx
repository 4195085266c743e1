import { Clock, TriangleAlert } from "lucide";
import { useTranslation } from "react-i18next";
import { answerDay, type ResponseDeadline } from "#contract/accounts/answer-days";
import { franceDay } from "#contract/formats/france-time";
import { Icon } from "./icon";
import { useNow } from "./now";

const aDay = 86_400_000;

/** Whole days in France from an instant to now. */
function waitingDays(since: string, now: Date): number {
  return Math.round((Date.parse(franceDay(now)) - Date.parse(franceDay(new Date(since)))) / aDay);
}

/** A formatted waiting time: where people wait, the age matters and not the date. */
export function useAge(since: string | null): string {
  const { t } = useTranslation();
  const now = useNow();
  return t("age", { count: since ? waitingDays(since, now) : 0 });
}

type Lateness = "inTime" | "lastDay" | "late";

/** The state of a wait: in time, due today, or overdue. */
function lateness(since: string, promise: ResponseDeadline, now: Date): Lateness {
  const today = franceDay(now);
  const due = answerDay(franceDay(new Date(since)), promise);
  if (due < today) return "late";
  return due === today ? "lastDay" : "inTime";
}

const classes = { inTime: "", lastDay: "text-warning", late: "text-danger" } as const;

/** The waiting time, with an icon when it is due today or overdue. */
export function WaitingAge({ since, promise }: { since: string; promise: ResponseDeadline }) {
  const age = useAge(since);
  const level = lateness(since, promise, useNow());
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap font-semibold ${classes[level]}`}>
      {level !== "inTime" && <Icon of={level === "late" ? TriangleAlert : Clock} className="size-4" />}
      {age}
    </span>
  );
}
