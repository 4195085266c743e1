import { useTranslation } from "react-i18next";
import { type JobListQuery, jobKinds, jobTimes } from "#contract/jobs";
import { Button } from "~/ui/button";

/** Kind, place and time as one form that leads to an address. */
export function JobFilters({ query, places }: { query: JobListQuery; places: string[] }) {
  const { t } = useTranslation("jobs");
  const times = Object.keys(jobTimes) as (keyof typeof jobTimes)[];
  const filters = [
    { name: "kind", value: query.kind, choices: jobKinds.map((value) => ({ value, label: t(`kind.${value}`) })) },
    { name: "place", value: query.place, choices: places.map((value) => ({ value, label: value })) },
    { name: "time", value: query.time, choices: times.map((value) => ({ value, label: t(`time.${value}`) })) },
  ] as const;
  return (
    <search aria-label={t("filter.label")}>
      <form className="grid gap-4 sm:grid-cols-3 lg:grid-cols-[1fr_1fr_1fr_auto] lg:items-end">
        {filters.map(({ name, value, choices }) => (
          <div className="field" key={name}>
            <label htmlFor={name}>{t(`filter.${name}`)}</label>
            <select className="control" id={name} name={name} defaultValue={value ?? ""}>
              <option value="">{t("filter.any")}</option>
              {choices.map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              ))}
            </select>
          </div>
        ))}
        <Button look="line" className="justify-self-start">
          {t("filter.submit")}
        </Button>
      </form>
    </search>
  );
}
