import { useTranslation } from "react-i18next";
import { type Locale, locales } from "#contract/formats/locale";
import type { StoredContent } from "#contract/publishing/content";
import type { ContentName } from "#contract/publishing/content-names";
import { useTranslate } from "~/i18n/use-translate";
import { type Fact, Facts } from "~/ui/facts";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import type { ReferenceChoices } from "./content-form";
import { fieldContent } from "./field-value";
import { subjectTexts } from "./labels";
import { contentSubjects } from "./subjects";
import type { ContentField } from "./subjects/subject";

type Values = Record<string, unknown>;
type Props = {
  name: ContentName;
  fields?: readonly ContentField[];
  theirs: StoredContent;
  /** The values that the form sent. */
  mine: Values;
  choices: ReferenceChoices;
};

/** An edit conflict: someone else saved first, and their values are shown. The form below still holds one's own, and saving again overwrites theirs. */
export function ContentConflict({ name, fields = contentSubjects[name].fields, theirs, mine, choices }: Props) {
  const { t } = useTranslation("content");
  const translate = useTranslate();
  const { locale } = usePage();
  const texts = subjectTexts(name, translate);
  const valueTexts = { texts, t: translate, locale, choices };
  const facts = fields.flatMap((field): Fact[] => {
    const label = texts(`field.${field.name}`);
    if (!field.localized)
      return sameAs(theirs[field.name], mine[field.name]) ? [] : [{ label, value: fieldContent(field, theirs[field.name], valueTexts) }];
    const written = theirs[field.name];
    return locales
      .filter((language) => !sameAs(textIn(written, language), textIn(mine[field.name], language)))
      .map((language) => ({
        label: `${label} (${translate(language === "fr" ? "common:forms.french" : "common:forms.english")})`,
        value: <span lang={language}>{textIn(written, language) || "–"}</span>,
      }));
  });
  return (
    <section className="panel grid gap-4 border-warning" role="alert">
      <h2 className="panel-title">{t("conflict.title")}</h2>
      <p>{t("conflict.text", { name: theirs.updatedBy, date: formatDate(locale, theirs.updatedAt, "time") })}</p>
      {facts.length > 0 && (
        <>
          <h3 className="font-bold">{t("conflict.theirs", { name: theirs.updatedBy })}</h3>
          <Facts facts={facts} className="grid gap-3 whitespace-pre-line" />
        </>
      )}
    </section>
  );
}

function textIn(value: unknown, language: Locale): string {
  return (typeof value === "object" && (value as Partial<Record<Locale, string>> | null)?.[language]) || "";
}

/** Whether a form's field equals the record's value: forms send text only, and omit empty fields. */
function sameAs(stored: unknown, typed: unknown): boolean {
  const asSent = (value: unknown) => [value ?? ""].flat().map((one) => (one === true ? "on" : one === false ? "" : String(one).trim()));
  return asSent(stored).sort().join("\n") === asSent(typed).sort().join("\n");
}
