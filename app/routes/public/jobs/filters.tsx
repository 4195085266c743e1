import { useTranslation } from "react-i18next";
import { type JobListQuery, jobKinds, jobTimes } from "#contract/charity/jobs";
import { typeset } from "#contract/formats/french-spaces";
import type { Locale } from "#contract/formats/locale";
import type { Localized } from "#contract/formats/localized";
import { readIn } from "#contract/formats/localized-text";
import { Button } from "~/ui/button";
import { usePage } from "~/ui/page-context";

type Choice = { value: string; label: string; lang?: Locale };

/** Kind, place and time as one GET form. */
export function JobFilters({ query, places }: { query: JobListQuery; places: Localized[] }) {
  const { t } = useTranslation("jobs");
  const { locale } = usePage();
  const placeChoice = (place: Localized) => {
    const { text, locale: lang } = readIn(locale, place);
    return { value: place.fr, label: typeset(text, lang), lang: lang === locale ? undefined : lang };
  };
  // A requested place stays selected when it has no openings.
  const gone = query.place && !places.some(({ fr }) => fr === query.place) ? [{ fr: query.place }] : [];
  const times = Object.keys(jobTimes) as (keyof typeof jobTimes)[];
  const filters: { name: "kind" | "place" | "time"; value?: string; choices: Choice[] }[] = [
    { name: "kind", value: query.kind, choices: jobKinds.map((value) => ({ value, label: t(`kind.${value}`) })) },
    { name: "place", value: query.place, choices: [...places, ...gone].map(placeChoice) },
    { name: "time", value: query.time, choices: times.map((value) => ({ value, label: t(`time.${value}`) })) },
  ];
  return (
    <search aria-label={t("filter.label")}>
      <form className="grid gap-4 sm:grid-cols-3 lg:grid-cols-[1fr_1fr_1fr_auto] lg:items-end">
        {filters.map(({ name, value, choices }) => (
          <div className="field" key={name}>
            <label htmlFor={name}>{t(`filter.${name}`)}</label>
            <select className="control" id={name} name={name} defaultValue={value ?? ""}>
              <option value="">{t("filter.any")}</option>
              {choices.map((choice) => (
                <option key={choice.value} value={choice.value} lang={choice.lang}>
                  {choice.label}
                </option>
              ))}
            </select>
          </div>
        ))}
        <Button variant="line" className="justify-self-start">
          {t("filter.submit")}
        </Button>
      </form>
    </search>
  );
}
