import { useLocation } from "@remix-run/react";
import { ListFilter, Search } from "lucide";
import { useTranslation } from "react-i18next";
import { BottomSheet } from "~/ui/bottom-sheet";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { columnsShown } from "./columns-shown";
import { type ChoiceFilter, type Filter, parametersOf, type RangeFilter } from "./filter";
import { FilterChips, useChips } from "./filter-chips";
import { listStateIn, withoutPage } from "./list-request";

/** The query parameters that a search preserves in addition to its filters. */
const retained = ["sort", "order", columnsShown, "perPage"];

type Props = {
  searchLabel: string;
  query: { q: string };
  filters: Filter[];
  /** Further query parameters that a search preserves: those of links beside the form. */
  alsoRetained?: string[];
};

/** Search and filters as a GET form: the sort stays, the page is reset. A phone shows the filters in a sheet. */
export function ListFilters({ searchLabel, query, filters, alsoRetained = [] }: Props) {
  const { t } = useTranslation("lists");
  const { pathname, search } = useLocation();
  const chips = useChips(query, filters);
  const known = filters.flatMap(parametersOf);
  const inForce = chips.filter(({ name }) => known.includes(name)).length;
  return (
    <search>
      {/* Lists ignore invalid values; a browser that refuses a hidden field would show no message. */}
      <form className="list-filters" key={search} noValidate>
        <div className="relative flex-[1_1_11rem]">
          <button type="submit" className="list-search" aria-label={t("search")}>
            <Icon of={Search} />
          </button>
          <input
            className="control pl-12"
            type="search"
            name="q"
            defaultValue={query.q}
            aria-label={searchLabel}
            placeholder={searchLabel}
          />
        </div>
        {[...new URLSearchParams(search)]
          .filter(([name]) => retained.includes(name) || alsoRetained.includes(name))
          .map(([name, value]) => (
            <input key={name + value} type="hidden" name={name} value={value} />
          ))}
        {filters.length > 0 && (
          <BottomSheet
            className="filter-sheet"
            label={inForce > 0 ? t("filtersInForce", { count: inForce }) : t("filters")}
            button={
              <>
                <Icon of={ListFilter} />
                {inForce > 0 && <span className="filter-count">{inForce}</span>}
              </>
            }
          >
            <h2 className="panel-title">{t("filters")}</h2>
            {filters.map((filter) =>
              "choices" in filter ? (
                <FilterSelect key={filter.name} filter={filter} />
              ) : (
                <FilterRange key={filter.from.name} filter={filter} />
              ),
            )}
            <div className="filter-actions">
              {inForce > 0 && (
                <Link className="btn btn-line sm:hidden" to={pathname + withoutFilters(search, filters)}>
                  {t("clear")}
                </Link>
              )}
              <Button variant="line">
                <span className="sm:hidden">{t("showResults")}</span>
                <span className="max-sm:hidden">{t("filter")}</span>
              </Button>
            </div>
          </BottomSheet>
        )}
        <FilterChips chips={chips} />
      </form>
    </search>
  );
}

/** The query of a list without its search and filters. */
export function withoutFilters(search: string, filters: Filter[]): string {
  const narrowing = ["q", ...filters.flatMap(parametersOf)];
  const others = new URLSearchParams(withoutPage(listStateIn(search)).filter(([name]) => !narrowing.includes(name)));
  return others.size > 0 ? `?${others}` : "";
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
