import { useLocation } from "@remix-run/react";
import { ListFilter, Search, X } from "lucide";
import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { columnsShown } from "./columns-shown";
import { withQuery } from "./list-request";

/** A filter with a few values; `value` is the one in force. */
export type Filter = { name: string; label: string; value: string | undefined; choices: readonly { value: string; label: string }[] };

type Props = { searchLabel: string; query: { q: string; sort: string; order: string }; filters: Filter[] };

/** Search and filters as a form that leads to an address: the sort stays, the page starts over. Each filter in force can be taken out. */
export function ListFilters({ searchLabel, query, filters }: Props) {
  const { t } = useTranslation("lists");
  const { pathname, search } = useLocation();
  const chips = [
    ...(query.q ? [{ name: "q", text: t("quoted", { text: query.q }) }] : []),
    ...filters.flatMap(({ name, value, choices }) => {
      const chosen = choices.find((choice) => choice.value === value);
      return chosen ? [{ name, text: chosen.label }] : [];
    }),
  ];
  return (
    <search>
      <form className="grid grid-cols-2 items-center gap-2 sm:flex sm:flex-wrap" key={search}>
        <div className="relative col-span-2 flex-[1_1_14rem]">
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
        {filters.slice(0, -1).map((filter) => (
          <FilterSelect key={filter.name} filter={filter} />
        ))}
        <input type="hidden" name="sort" value={query.sort} />
        <input type="hidden" name="order" value={query.order} />
        {[...new URLSearchParams(search)]
          .filter(([name]) => name === columnsShown || name === "perPage")
          .map(([name, value]) => (
            <input key={name + value} type="hidden" name={name} value={value} />
          ))}
        <div className="contents sm:flex sm:min-w-0 sm:gap-2">
          {filters.slice(-1).map((filter) => (
            <FilterSelect key={filter.name} filter={filter} />
          ))}
          <Button look="line" className={filters.length % 2 === 0 ? "col-span-2" : undefined}>
            <Icon of={ListFilter} />
            {t("filter")}
          </Button>
        </div>
        {chips.length > 0 && (
          <p className="col-span-2 flex min-w-0 flex-wrap gap-2">
            {chips.map(({ name, text }) => (
              <Link
                key={name}
                to={pathname + withQuery(search, { [name]: null, page: null })}
                className="chip"
                aria-label={t("removeFilter", { filter: text })}
              >
                <span className="min-w-0 wrap-anywhere">{text}</span>
                <Icon of={X} />
              </Link>
            ))}
          </p>
        )}
      </form>
    </search>
  );
}

function FilterSelect({ filter: { name, label, value, choices } }: { filter: Filter }) {
  return (
    <select
      name={name}
      defaultValue={value ?? ""}
      aria-label={label}
      className="control min-w-0 max-w-full flex-[0_1_auto] sm:w-auto sm:max-w-44"
    >
      <option value="">{label}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
