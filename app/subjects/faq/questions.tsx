import { useTranslation } from "react-i18next";
import type { FaqCategory } from "#contract/publishing/faq";
import { LocalizedText } from "~/ui/localized-text";
import { Helpful } from "./helpful";

type Props = {
  categories: FaqCategory[];
  /** The question in the query, which is open. */
  open?: string;
};

/** Frequent questions by category, each with a collapsed answer. `#question-<id>` is the anchor of a question. */
export function FaqBlock({ categories, open }: Props) {
  const { t } = useTranslation("faq");
  if (categories.length === 0) return null;
  return (
    <section className="pt-section" aria-labelledby="faq">
      <h2 id="faq" className="title-section">
        {t("all")}
      </h2>
      {categories.map(({ id, name, questions }) => (
        <div key={id} className="mt-8">
          <h3 className="title-card mb-2">
            <LocalizedText of={name} />
          </h3>
          {questions.map((entry) => (
            <Question key={entry.id} entry={entry} open={entry.id === open} anchor={`question-${entry.id}`} />
          ))}
        </div>
      ))}
    </section>
  );
}

type QuestionProps = { entry: FaqCategory["questions"][number]; open: boolean; anchor?: string };

export function Question({ entry: { id, question, answer }, open, anchor }: QuestionProps) {
  return (
    <details id={anchor} className="fold" open={open || undefined}>
      <summary className="text-lg font-bold">
        <span>
          <LocalizedText of={question} mark />
        </span>
      </summary>
      <p className="max-w-2xl pt-1 pb-3">
        <LocalizedText of={answer} />
      </p>
      <Helpful question={id} />
    </details>
  );
}
