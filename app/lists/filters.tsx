import { useLocation } from "@remix-run/react";
import { ListFilter, Search, SlidersHorizontal } from "lucide";
import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { columnsShown } from "./columns-shown";
import { type ChoiceFilter, type Filter, parametersOf, type RangeFilter } from "./filter";
import { FilterChips, useChips } from "./filter-chips";

type Props = { searchLabel: string; query: { q: string; sort: string; order: string }; filters: Filter[] };

/** Search and filters as a GET form: the sort stays, the page is reset. A phone shows the filters on request. */
export function ListFilters({ searchLabel, query, filters }: Props) {
  const { t } = useTranslation("lists");
  const { search } = useLocation();
  const chips = useChips(query, filters);
  const known = filters.flatMap(parametersOf);
  const inForce = chips.filter(({ name }) => known.includes(name)).length;
  return (
    <search>
      {/* Lists ignore invalid values; a browser that refuses a hidden field would show no message. */}
      <form className="list-filters" key={search} noValidate>
        <div className="relative flex-[1_1_14rem]">
          <Icon of={Search} className="absolute top-3 left-3" />
          <input
            className="control pl-11"
            type="search"
            name="q"
            defaultValue={query.q}
            aria-label={searchLabel}
            placeholder={searchLabel}
          />
        </div>
        <input type="hidden" name="sort" value={query.sort} />
        <input type="hidden" name="order" value={query.order} />
        {[...new URLSearchParams(search)]
          .filter(([name]) => name === columnsShown || name === "perPage")
          .map(([name, value]) => (
            <input key={name + value} type="hidden" name={name} value={value} />
          ))}
        {filters.length > 0 && (
          <details>
            <summary className="btn btn-line">
              <Icon of={SlidersHorizontal} />
              {t("filters")}
              {inForce > 0 && ` (${inForce})`}
            </summary>
            {filters.map((filter) =>
              "choices" in filter ? (
                <FilterSelect key={filter.name} filter={filter} />
              ) : (
                <FilterRange key={filter.from.name} filter={filter} />
              ),
            )}
          </details>
        )}
        <Button look="line">
          <Icon of={ListFilter} />
          {t("filter")}
        </Button>
        <FilterChips chips={chips} />
      </form>
    </search>
  );
}

function FilterSelect({ filter: { name, label, value, choices } }: { filter: ChoiceFilter }) {
  return (
    <select name={name} defaultValue={value ?? ""} aria-label={label} className="control">
      <option value="">{label}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}

function FilterRange({ filter: { label, kind, from, to } }: { filter: RangeFilter }) {
  const { t } = useTranslation("lists");
  const ends = [
    { ...from, text: t(`${kind}.from`) },
    { ...to, text: t(`${kind}.to`) },
  ];
  return (
    <fieldset>
      <legend>{label}</legend>
      {ends.map(({ name, value, text }) => (
        <label key={name}>
          <span>{text}</span>
          <input
            type={kind === "day" ? "date" : "number"}
            min={kind === "number" ? 0 : undefined}
            name={name}
            defaultValue={value}
            className="control"
          />
        </label>
      ))}
    </fieldset>
  );
}
