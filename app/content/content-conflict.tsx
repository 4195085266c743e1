import { useTranslation } from "react-i18next";
import type { ContentRecord } from "#contract/content";
import { useTranslate } from "~/i18n/use-translate";
import { Facts } from "~/ui/facts";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import type { ReferenceChoices } from "./content-form";
import type { ContentName } from "./names";
import { contentSubjects } from "./subjects";
import { valueWords, wordsOf } from "./words";

type Props = { name: ContentName; theirs: ContentRecord; choices: ReferenceChoices };

/** Someone else saved first: what they saved. One's own words are still in the form below, and saving again puts them over theirs. */
export function ContentConflict({ name, theirs, choices }: Props) {
  const { t } = useTranslation("content");
  const translate = useTranslate();
  const { locale } = usePage();
  const words = wordsOf(name, translate);
  const facts = contentSubjects[name].fields.map((field) => ({
    label: words(`field.${field.name}`),
    value: String(valueWords(field, theirs[field.name], { words, t: translate, locale, choices }) ?? "–"),
  }));
  return (
    <section className="panel grid gap-4 border-warning" role="alert">
      <h2 className="panel-title">{t("conflict.title")}</h2>
      <p>{t("conflict.text", { name: theirs.updatedBy, date: formatDate(locale, theirs.updatedAt, "time") })}</p>
      <Facts facts={facts} />
    </section>
  );
}
