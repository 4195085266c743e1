import { ruleFault, SeriesRule, seriesDays } from "#contract/charity/series-rule";
import { isHarmlessName } from "~/forms/field-names";
import type { FormAnswer } from "~/forms/submission.server";
import { readForm } from "~/forms/submission.server";

export type SeriesPlan = {
  /** The rule that the query says; null where it says none, or one that makes no dates. */
  rule: SeriesRule | null;
  /** The days that follow the first one. */
  days: string[];
  answer: FormAnswer | undefined;
};

/** What the query of the page says of a repetition that begins on a day: the days that it makes, or what is wrong with it. */
export function planOf(query: URLSearchParams, first: string): SeriesPlan {
  const none = { rule: null, days: [], answer: undefined };
  if (!query.has("frequency")) return none;
  const form = new FormData();
  for (const [name, value] of query) if (isHarmlessName(name)) form.append(name, value.slice(0, 40));
  const read = readForm(form, SeriesRule);
  if (read.status !== "success") return { ...none, answer: { result: read.reply() } };
  const fault = ruleFault(read.value, first);
  if (fault) return { ...none, answer: { result: read.reply({ fieldErrors: { [fault.field]: [fault.message] } }) } };
  return { rule: read.value, days: seriesDays(read.value, first).slice(1), answer: undefined };
}
