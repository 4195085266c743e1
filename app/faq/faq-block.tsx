import { Search } from "lucide";
import { useTranslation } from "react-i18next";
import type { FaqCategory } from "#contract/faq";
import { Icon } from "~/ui/icon";
import { Words } from "~/ui/words";

/** Frequent questions by category, each opening to its answer, with a search that is a form. The namespace is `faq`. */
export function FaqBlock({ categories, query }: { categories: FaqCategory[]; query: string }) {
  const { t } = useTranslation("faq");
  return (
    <section className="pt-section" aria-labelledby="faq">
      <h2 id="faq" className="title-section">
        {t("title")}
      </h2>
      <search className="relative mt-5 block max-w-96">
        <form action="#faq">
          <input
            className="control rounded-link pr-13 pl-5"
            name="q"
            type="search"
            defaultValue={query}
            placeholder={t("search")}
            aria-label={t("search")}
          />
          <button
            type="submit"
            aria-label={t("submit")}
            className="absolute top-1 right-1 grid size-10 place-items-center rounded-link bg-ink text-white"
          >
            <Icon of={Search} />
          </button>
        </form>
      </search>
      {categories.map(({ id, name, questions }) => (
        <div key={id} className="mt-8">
          <h3 className="title-card mb-2">
            <Words of={name} />
          </h3>
          {questions.map((entry) => (
            <details key={entry.id} className="border-t-2 border-line py-3" open={query !== "" || undefined}>
              <summary className="py-1 text-lg font-bold">
                <Words of={entry.question} mark />
              </summary>
              <p className="max-w-2xl pt-1 pb-2">
                <Words of={entry.answer} />
              </p>
            </details>
          ))}
        </div>
      ))}
      {categories.length === 0 && query && <p className="mt-6 text-lg">{t("empty")}</p>}
    </section>
  );
}
