import type { FormMetadata } from "@conform-to/react";
import type { TFunction } from "i18next";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { showLanguageOf } from "./language-panels";
import { useMessage } from "./message";

type Props = {
  form: Pick<FormMetadata, "allErrors" | "errors" | "errorId">;
  /** What fields are called, by their names, in the order of the page. A line has its label where another one says the same. */
  labels?: Record<string, string>;
  /** What helps beside the errors, such as a link. */
  children?: ReactNode;
};

/**
 * The error summary, first on the page: it takes the focus, and each line links to its field. Errors of the
 * whole form have no link; when there are no others, no field has to be corrected.
 */
export function ErrorSummary({ form, labels = {}, children }: Props) {
  const { t } = useTranslation();
  const message = useMessage();
  const box = useRef<HTMLDivElement>(null);
  const order = Object.keys(labels);
  const labelled = (name: string) => (name in labels ? name : fieldOf(name));
  const placeOf = (name: string) => order.indexOf(labelled(name)) + 1 || order.length + 1;
  const ofFields = Object.entries(form.allErrors).flatMap(([name, errors]) =>
    name ? [...new Set(errors)].map((error) => ({ name, error })) : [],
  );
  const ofForm = form.errors ?? [];
  const lines = [
    ...ofForm.map((error) => ({ name: "", error })),
    ...ofFields.sort((one, other) => placeOf(one.name) - placeOf(other.name)),
  ];
  const texts = lines.map(({ error }) => message(error));
  const lineOf = (name: string, text: string) => {
    const label = labels[labelled(name)];
    if (!label || texts.filter((one) => one === text).length === 1) return text;
    return t("forms.summaryLine", { label: name.endsWith(".en") ? `${label} (${t("forms.english")})` : label, text });
  };
  const count = lines.length;
  useEffect(() => {
    if (count > 0) box.current?.focus();
  }, [count]);
  if (count === 0) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: without script, this is how the summary takes the focus
    <div className="error-summary" role="alert" tabIndex={-1} ref={box} id={form.errorId} autoFocus>
      {ofFields.length > 0 && <h2>{countText(t, ofFields.length)}</h2>}
      <ul>
        {lines.map(({ name, error }) => (
          <li key={name + error}>
            {name ? (
              <a href={`#${fieldId(name)}`} onClick={goToField}>
                {lineOf(name, message(error))}
              </a>
            ) : (
              message(error)
            )}
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

/** How many answers are to be corrected: up to nine, the number is written in letters. */
function countText(t: TFunction, count: number): string {
  if (count < 2 || count > 9) return t("forms.summary", { count });
  return t("forms.summaryInLetters", { number: t(`forms.number.${count as 2}`) });
}

/** The field that a part of it belongs to: `title` for `title.en`. */
const fieldOf = (name: string) => name.split(/[.[]/)[0] ?? "";

/** Moves to the field without changing the URL: a new one is a navigation, which the leave guard would question. */
function goToField(event: MouseEvent<HTMLAnchorElement>) {
  const field = document.getElementById(event.currentTarget.hash.slice(1));
  if (!field) return;
  event.preventDefault();
  showLanguageOf(field);
  for (let folded = field.closest("details"); folded; folded = folded.parentElement?.closest("details") ?? null) folded.open = true;
  field.focus();
}

/** The id of a field's control, from its name: the summary's links and the labels agree on it. */
export function fieldId(name: string): string {
  return `field-${name.replace(/[^\w-]/g, "-")}`;
}
