import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { isLastOfMonth, monthlyDays, ordinalOf, type SeriesRule, seriesFrequencies, weekdays } from "#contract/charity/series-rule";
import { ErrorSummary } from "~/forms/error-summary";
import { ChoiceGroup, TextField } from "~/forms/fields";
import { Form } from "~/forms/form";
import { usePageForm } from "~/forms/use-page-form";
import { useTranslate } from "~/i18n/use-translate";
import { Button } from "~/ui/button";
import { usePage } from "~/ui/page-context";
import type { SeriesPlan } from "./series-plan.server";
import { monthlyText, weekdayText } from "./series-words";

const schema = () => import("#contract/charity/series-rule").then(({ SeriesRule }) => SeriesRule);

/** How an event is repeated. It is sent in the address: the page then shows the dates, before anything is saved. */
export function SeriesRuleForm({ first, plan: { rule, answer } }: { first: string; plan: SeriesPlan }) {
  const { t } = useTranslation("event-series");
  const translate = useTranslate();
  const { locale } = usePage();
  const [form, fields] = usePageForm(schema, { id: "rule", answer, defaultValue: (rule ?? startOf(first)) as never });
  const monthly = monthlyDays.filter((by) => by === "day" || (by === "nth" ? ordinalOf(first) < 5 : isLastOfMonth(first)));
  return (
    <Form method="get" {...getFormProps(form)} className="group grid max-w-2xl gap-5">
      <ErrorSummary form={form} />
      <ChoiceGroup
        field={fields.frequency}
        label={t("form.frequency")}
        choices={seriesFrequencies.map((value) => ({ value, label: t(`form.${value}`) }))}
      />
      <TextField field={fields.interval} type="number" label={t("form.interval")} hint={t("form.intervalHint")} />
      <div className="hidden group-has-[[value=weekly]:checked]:block">
        <ChoiceGroup
          field={fields.weekdays}
          label={t("form.weekdays")}
          hint={t("form.weekdaysHint")}
          several
          columns
          choices={weekdays.map((value, at) => ({ value, label: weekdayText(locale, at) }))}
        />
      </div>
      <div className="hidden group-has-[[value=monthly]:checked]:block">
        <ChoiceGroup
          field={fields.monthly}
          label={t("form.monthlyDay")}
          choices={monthly.map((value) => ({ value, label: monthlyText(locale, translate, value, first) }))}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={fields.until} type="date" min={first} label={t("form.until")} hint={t("form.untilHint")} />
        <TextField field={fields.count} type="number" label={t("form.count")} hint={t("form.countHint")} />
      </div>
      <p>
        <Button variant="line">{t("form.show")}</Button>
      </p>
    </Form>
  );
}

/** Each week on the day of the event, at first. */
const startOf = (first: string): Partial<SeriesRule> => ({
  frequency: "weekly",
  interval: 1,
  weekdays: weekdays.filter((_, at) => (new Date(first).getUTCDay() + 6) % 7 === at),
  monthly: "day",
});
