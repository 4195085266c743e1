import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { type HoursActivity, hoursLimits, volunteerHoursApi } from "#contract/charity/volunteer-hours";
import { minutesOfText } from "#contract/formats/hours";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { setIdempotencyKey } from "~/forms/submission.server";
import { weekActivities, weekDays } from "./week";

/** What a week's form answers when it is refused: its values, and the messages of its cells. */
export type WeekAnswer = { values: Record<string, string>; errors: Record<string, string> };

/** Sends the filled cells of a week, all or none. */
export async function sendWeek(args: ActionFunctionArgs, form: FormData) {
  const { api, t } = args.context;
  const monday = String(form.get("week"));
  const cells = weekDays(monday).flatMap((date) => weekActivities.map((activity) => ({ date, activity, key: `${date}.${activity}` })));
  const values = Object.fromEntries(cells.flatMap(({ key }) => (form.get(key) ? [[key, String(form.get(key)).slice(0, 20)]] : [])));
  const errors: Record<string, string> = {};
  const lines: { date: string; activity: HoursActivity; minutes: number }[] = [];
  for (const { date, activity, key } of cells) {
    if (values[key] === undefined) continue;
    const minutes = minutesOfText(values[key]);
    if (minutes === null || minutes < hoursLimits.least || minutes > hoursLimits.most) errors[key] = "hours:error.minutes";
    else lines.push({ date, activity, minutes });
  }
  if (cells.length === 0 || Object.keys(values).length === 0) errors.week = "hours:error.nothing";
  if (Object.keys(errors).length > 0) return data({ values, errors } satisfies WeekAnswer, { status: 400 });
  setIdempotencyKey(args.context, form);
  try {
    const { count } = await api.call(volunteerHoursApi.week, { body: { monday, lines } });
    flashToast(args.context, { title: t("hours:week.sent", { count }) });
    return redirect(`/dashboard/volunteer-hours?week=${monday}`, 303);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    const named = Object.entries(error.body.fieldErrors ?? {}).map(([key, [text = "hours:error.minutes"]]) => [key, text]);
    return data({ values, errors: Object.fromEntries(named) } satisfies WeekAnswer, { status: 422 });
  }
}
