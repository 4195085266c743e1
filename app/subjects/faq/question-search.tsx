import { useTranslation } from "react-i18next";
import type { FaqCategory } from "#contract/publishing/faq";
import { SearchForm } from "~/forms/search-form";
import { Question } from "./questions";

type Props = {
  query: string;
  /** The words that the questions match, where those of the query match none. */
  corrected: string | null;
  /** The matching questions; the first is open. */
  found: FaqCategory["questions"];
  /** Other query parameters to keep. */
  retained: Record<string, string | undefined>;
};

/** The search of questions above the contact form: a GET form, with the matching questions below it. */
export function QuestionSearch({ query, corrected, found, retained }: Props) {
  const { t } = useTranslation("faq");
  return (
    <section className="max-w-3xl" aria-labelledby="answers">
      <h2 id="answers" className="title-card mb-3">
        {t("title")}
      </h2>
      <SearchForm id="faq-q" action="#answers" label={t("search")} button={t("submit")} value={query}>
        {Object.entries(retained).map(([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />)}
      </SearchForm>
      {query && (
        <div role="status" className="pt-5 pb-3 wrap-anywhere">
          <p>{found.length > 0 ? t("found", { count: found.length, words: corrected ?? query }) : t("empty")}</p>
          {corrected && <p className="muted pt-1">{t("correctedFrom", { words: query })}</p>}
        </div>
      )}
      {found.map((entry, at) => (
        <Question key={entry.id} entry={entry} open={at === 0} />
      ))}
    </section>
  );
}
