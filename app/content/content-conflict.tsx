import { useTranslation } from "react-i18next";
import type { ContentRecord } from "#contract/content";
import { instantInFrance } from "#contract/france-time";
import { useTranslate } from "~/i18n/use-translate";
import { Facts } from "~/ui/facts";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import type { ReferenceChoices } from "./content-form";
import type { ContentName } from "./names";
import type { ContentField } from "./subject";
import { contentSubjects } from "./subjects";
import { valueWords, wordsOf } from "./words";

type Props = { name: ContentName; theirs: ContentRecord; choices: ReferenceChoices };

/** Someone else saved first: what they saved. One's own words are still in the form below, and saving again puts them over theirs. */
export function ContentConflict({ name, theirs, choices }: Props) {
  const { t } = useTranslation("content");
  const translate = useTranslate();
  const { locale } = usePage();
  const words = wordsOf(name, translate);
  const said = (field: ContentField) => {
    const value = theirs[field.name];
    const at = field.kind === "moment" ? instantInFrance(String(value)) : field.kind === "date" ? String(value ?? "") : null;
    if (at) return formatDate(locale, at, field.kind === "moment" ? "moment" : "short");
    return String(valueWords(field, value, { words, t: translate, locale, choices }) ?? "–");
  };
  const facts = contentSubjects[name].fields.map((field) => ({ label: words(`field.${field.name}`), value: said(field) }));
  return (
    <section className="panel grid gap-4 border-warning" role="alert">
      <h2 className="panel-title">{t("conflict.title")}</h2>
      <p>{t("conflict.text", { name: theirs.updatedBy, date: formatDate(locale, theirs.updatedAt, "time") })}</p>
      <Facts facts={facts} />
    </section>
  );
}
