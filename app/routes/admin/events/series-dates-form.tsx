import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { SeriesRule } from "#contract/charity/series-rule";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, ChoiceGroup } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { useTranslate } from "~/i18n/use-translate";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { ruleText } from "./series-words";

const schema = () => import("#contract/charity/event-series").then(({ SeriesDraft }) => SeriesDraft);

type Props = {
  rule: SeriesRule;
  /** The day of the event, and the days on which it would be repeated. */
  first: string;
  days: string[];
  /** Whether the event is published: its other dates may be, too. */
  published: boolean;
  answer: FormAnswer | undefined;
  submission: string;
};

/** The dates that a rule makes: those without a tick are left out. Saving makes the others. */
export function SeriesDatesForm({ rule, first, days, published, answer, submission }: Props) {
  const { t } = useTranslation("event-series");
  const translate = useTranslate();
  const { locale } = usePage();
  const [form, fields] = usePageForm(schema, { id: "dates", answer, defaultValue: { days } as never });
  const hidden = Object.entries({ ...rule, weekdays: undefined }).filter(([, value]) => value !== null && value !== undefined);
  return (
    <Panel title={t("dates.title", { count: days.length })}>
      <Form submission={submission} {...getFormProps(form)} className="grid gap-5">
        <ErrorSummary form={form} />
        <p>{ruleText(locale, translate, rule, first)}</p>
        {hidden.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={String(value)} />
        ))}
        {rule.weekdays.map((value) => (
          <input key={value} type="hidden" name="weekdays" value={value} />
        ))}
        <ChoiceGroup
          field={fields.days}
          label={t("dates.label")}
          hint={t("dates.hint")}
          several
          cards
          choices={days.map((day) => ({ value: day, label: formatDate(locale, `${day}T12:00:00Z`, "whole") }))}
        />
        {published && <Checkbox field={fields.publish} label={t("dates.publish")} hint={t("dates.publishHint")} />}
        <p>
          <Submit>{t("dates.submit")}</Submit>
        </p>
      </Form>
    </Panel>
  );
}
