import { useTranslation } from "react-i18next";
import type { UnansweredSearch } from "#contract/publishing/unanswered-searches";
import { Form } from "~/forms/form";
import type { Column } from "~/lists/column";
import { Button, ButtonLink } from "~/ui/button";
import { LocalDate } from "~/ui/local-date";

/** A link to create a question from an unanswered search. */
const newQuestion = ({ words, locale }: UnansweredSearch) =>
  `/dashboard/admin/faq/questions/create?${new URLSearchParams({ [`question.${locale}`]: words })}`;

/** A link to say what the words of an unanswered search mean. */
const newSynonym = ({ words, locale }: UnansweredSearch) =>
  `/dashboard/admin/faq/synonyms/create?${new URLSearchParams({ [`words.${locale}`]: words })}`;

export const columns: Column<UnansweredSearch>[] = [
  {
    key: "words",
    header: (t) => t("unanswered-searches:column.words"),
    value: ({ words }) => words,
    cell: ({ words }) => <strong>{words}</strong>,
    sortable: true,
  },
  { key: "times", header: (t) => t("unanswered-searches:column.times"), value: ({ times }) => times, sortable: true, numeric: true },
  {
    key: "lastOn",
    header: (t) => t("unanswered-searches:column.lastOn"),
    value: ({ lastOn }) => lastOn,
    cell: ({ lastOn }) => <LocalDate value={lastOn} style="short" />,
    sortable: true,
  },
  {
    key: "locale",
    header: (t) => t("unanswered-searches:column.locale"),
    value: ({ locale }, t) => t(`unanswered-searches:language.${locale}`),
  },
  {
    key: "do",
    header: (t) => t("unanswered-searches:column.do"),
    value: () => null,
    cell: (row) => <Acts search={row} />,
    alwaysShown: true,
    card: "fact",
  },
];

function Acts({ search }: { search: UnansweredSearch }) {
  const { t } = useTranslation("unanswered-searches");
  const { words, locale } = search;
  return (
    <Form className="flex flex-wrap gap-2">
      <input type="hidden" name="words" value={words} />
      <input type="hidden" name="locale" value={locale} />
      <ButtonLink small variant="line" to={newQuestion(search)} aria-label={t("writeNamed", { words })}>
        {t("write")}
      </ButtonLink>
      <ButtonLink small variant="line" to={newSynonym(search)} aria-label={t("synonymNamed", { words })}>
        {t("synonym")}
      </ButtonLink>
      <Button small variant="line" aria-label={t("dismissNamed", { words })}>
        {t("dismiss")}
      </Button>
    </Form>
  );
}
