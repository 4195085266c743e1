type End = { name: string; value: string | undefined };

/** A filter between two days or two numbers, both included. */
export type RangeFilter = { label: string; kind: "day" | "number"; from: End; to: End };

/** A filter with a few values, or a range; `value` is the current one. */
export type Filter = ChoiceFilter | RangeFilter;
export type ChoiceFilter = {
  name: string;
  label: string;
  value: string | undefined;
  choices: readonly { value: string; label: string }[];
};

/** The query parameter of a filter. */
export const parametersOf = (filter: Filter): string[] => ("choices" in filter ? [filter.name] : [filter.from.name, filter.to.name]);

export const isActive = (filter: Filter): boolean =>
  ("choices" in filter ? [filter.value] : [filter.from.value, filter.to.value]).some((value) => value !== undefined && value !== "");

/** A filter with a few values, each with its label, for a query parameter with that name. */
export function choiceFilter<Value extends string>(
  name: string,
  label: string,
  query: Record<string, unknown>,
  values: readonly Value[],
  labelOf: (value: Value) => string,
): ChoiceFilter {
  const active = query[name];
  const choices = values.map((value) => ({ value, label: labelOf(value) }));
  return { name, label, value: typeof active === "string" ? active : undefined, choices };
}

/** A range filter, for the query parameters of `daysBetween` and `numbersBetween`. */
export function rangeFilter(kind: RangeFilter["kind"], name: string, label: string, query: Record<string, unknown>): RangeFilter {
  const end = (which: "From" | "To") => ({
    name: name + which,
    value: query[name + which] === undefined ? undefined : String(query[name + which]),
  });
  return { label, kind, from: end("From"), to: end("To") };
}
