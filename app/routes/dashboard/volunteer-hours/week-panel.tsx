import { ChevronLeft, ChevronRight, CircleAlert } from "lucide";
import { useTranslation } from "react-i18next";
import type { HoursRow } from "#contract/charity/volunteer-hours";
import { hoursText } from "#contract/formats/hours";
import { addDays } from "#contract/formats/weeks";
import { Form, Submit } from "~/forms/form";
import { useMessage } from "~/forms/message";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { dayOfWeek, weekActivities, weekDays } from "./week";
import type { WeekAnswer } from "./week.server";

type Props = { monday: string; today: string; rows: HoursRow[]; submission: string; answer?: WeekAnswer };

const counted = (rows: HoursRow[]) => rows.filter(({ status }) => status !== "rejected").reduce((sum, { minutes }) => sum + minutes, 0);
const noon = (day: string) => `${day}T12:00:00Z`;

/** A week in a table: a field for each day and mission, and what is already sent. */
export function WeekPanel({ monday, today, rows, submission, answer }: Props) {
  const { t } = useTranslation("hours");
  const message = useMessage();
  const { locale } = usePage();
  const days = weekDays(monday);
  const columnOf = ({ activity }: HoursRow) => weekActivities.find((one) => one === activity) ?? "other";
  const errors = Object.entries(answer?.errors ?? {});
  return (
    <section className="panel min-w-0" id="week" aria-labelledby="week-title">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="week-title" className="panel-title">
          {t("week.title")}
        </h2>
        <p className="flex items-center gap-2">
          <Link to={`/dashboard/volunteer-hours?week=${addDays(monday, -7)}#week`} aria-label={t("week.before")} className="p-2">
            <Icon of={ChevronLeft} />
          </Link>
          <strong>{t("week.of", { day: formatDate(locale, noon(monday), "short") })}</strong>
          {addDays(monday, 7) <= today && (
            <Link to={`/dashboard/volunteer-hours?week=${addDays(monday, 7)}#week`} aria-label={t("week.after")} className="p-2">
              <Icon of={ChevronRight} />
            </Link>
          )}
        </p>
      </div>
      <Form id="week-form" className="grid gap-3" submission={submission}>
        <input type="hidden" name="week" value={monday} />
        {errors.length > 0 && (
          <div className="field-error" role="alert">
            <Icon of={CircleAlert} />
            <span>
              {errors
                .map(([key, text]) => {
                  const day = key.slice(0, 10);
                  return days.includes(day) ? `${dayOfWeek(locale, day)} : ${message(text)}` : message(text);
                })
                .join(" ")}
            </span>
          </div>
        )}
        <div className="overflow-x-auto">
          <table className="w-full table-fixed text-center max-sm:min-w-[34rem]">
            <caption className="sr-only">{t("week.title")}</caption>
            <thead>
              <tr className="border-b-2 border-line text-sm">
                <th scope="col" className="w-24 py-2 text-start">
                  {t("column.day")}
                </th>
                {weekActivities.map((activity) => (
                  <th key={activity} scope="col" className="px-1 py-2">
                    {t(`activity.${activity}`)}
                  </th>
                ))}
                <th scope="col" className="w-20 py-2 text-end">
                  {t("week.total")}
                </th>
              </tr>
            </thead>
            <tbody>
              {days.map((day) => {
                const ofDay = rows.filter(({ date }) => date === day);
                const name = dayOfWeek(locale, day);
                return (
                  <tr key={day} className="border-b border-line">
                    <th scope="row" className="py-1 text-start font-semibold">
                      {name}
                    </th>
                    {weekActivities.map((activity) => {
                      const sent = counted(ofDay.filter((row) => columnOf(row) === activity));
                      const key = `${day}.${activity}`;
                      return (
                        <td key={activity} className="px-1 py-1">
                          {sent > 0 ? (
                            <span className="badge bg-success-soft text-success">{hoursText(locale, sent)}</span>
                          ) : day > today ? (
                            "–"
                          ) : (
                            <input
                              name={key}
                              key={answer?.values[key]}
                              defaultValue={answer?.values[key]}
                              className="control min-w-0 px-1 text-center"
                              inputMode="decimal"
                              autoComplete="off"
                              maxLength={20}
                              aria-label={t("week.cell", { activity: t(`activity.${activity}`), day: name })}
                              aria-invalid={answer?.errors[key] ? true : undefined}
                            />
                          )}
                        </td>
                      );
                    })}
                    <td className="py-1 text-end font-bold tabular-nums">{counted(ofDay) > 0 && hoursText(locale, counted(ofDay))}</td>
                  </tr>
                );
              })}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" className="py-2 text-start">
                  {t("week.sum")}
                </th>
                <td colSpan={weekActivities.length} />
                <td className="py-2 text-end font-extrabold tabular-nums">{hoursText(locale, counted(rows))}</td>
              </tr>
            </tfoot>
          </table>
        </div>
        <p className="hint">{t("week.hint")}</p>
        <p className="actions">
          <Submit name="intent" value="week">
            {t("week.send")}
          </Submit>
        </p>
      </Form>
    </section>
  );
}
