import { Eye } from "lucide";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { type EditablePage, type PageTextsRecord, pathOfPage, type TextsByKey } from "#contract/publishing/page-texts";
import { textGroups } from "~/content/page-texts/editable-texts";
import { textLabel } from "~/content/page-texts/text-label";
import { ErrorSummary } from "~/forms/error-summary";
import { FormOrigin } from "~/forms/form";
import { FormGroup } from "~/forms/form-group";
import { useLeaveGuard } from "~/forms/leave-guard";
import { SaveBar } from "~/forms/save-bar";
import { SavedDraft } from "~/forms/saved-draft";
import { useStoredForm } from "~/forms/use-stored-forms";
import { pathIn } from "~/i18n/locale-of-path";
import { useTranslate } from "~/i18n/use-translate";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { TextEditorField } from "./text-field";

type Answer = { texts: TextsByKey; wrong: Record<string, string> };
type Props = { record: PageTextsRecord; language: "fr" | "en"; texts: [key: string, text: string][]; answer: Answer | undefined };

/** Where texts are previewed: of an index route its action, and not the sending of a page's own form. */
function previewPath(page: EditablePage): string {
  return page === "home" ? "/?index" : `${pathOfPage(page)}?texts`;
}

/** The id of the form of one language: what was stored without a session belongs to one of them. */
export const textsFormId = (language: "fr" | "en") => `texts-${language}`;

/**
 * All the texts of a page in one language. A plain form: its second button posts the texts to the
 * public page itself, in a new window, to preview them before they are saved.
 */
export function PageTextsForm({ record, language, texts, answer }: Props) {
  const { t } = useTranslation("pages");
  const element = useRef<HTMLFormElement>(null);
  const changed = useLeaveGuard(element);
  const own = record.texts[language];
  const named = (key: string) => `text:${key}`;
  const id = textsFormId(language);
  const stored = useStoredForm(id);
  const shownIn = (key: string, text: string) => (answer ? (answer.texts[key] ?? text) : (stored?.plain[named(key)] ?? own[key] ?? text));
  const translate = useTranslate();
  const errors = Object.fromEntries(Object.entries(answer?.wrong ?? {}).map(([key, message]) => [named(key), [message]]));
  return (
    <form ref={element} id={id} method="post" className="grid gap-5">
      <FormOrigin form={id} />
      <SavedDraft form={element} version={record.version} answered={!!answer} part={language} />
      <ErrorSummary
        form={{ allErrors: errors, errors: undefined, errorId: "words-errors" }}
        labels={Object.fromEntries(texts.map(([key]) => [named(key), textLabel(key, translate)]))}
      />
      <input type="hidden" name="version" value={record.version} />
      {textGroups(texts).map(({ part, texts: within }) => (
        <FormGroup
          key={part ?? ""}
          title={part === null ? t("top") : textLabel(part, translate)}
          atFault={within.some(([key]) => answer?.wrong[key] !== undefined)}
        >
          {within.map(([key, text]) => (
            <TextEditorField
              key={key}
              name={key}
              within={part}
              language={language}
              comesWith={text}
              value={shownIn(key, text)}
              wrong={answer?.wrong[key]}
            />
          ))}
        </FormGroup>
      ))}
      <SaveBar changed={changed || !!answer || !!stored}>
        <Button>{t("save")}</Button>
        <Button variant="line" formAction={pathIn(language, previewPath(record.page))} formTarget="_blank">
          <Icon of={Eye} />
          {t("tryOut")}
        </Button>
      </SaveBar>
    </form>
  );
}
