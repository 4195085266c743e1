import { useTranslation } from "react-i18next";
import { textLabel } from "~/content/page-texts/text-label";
import { FieldFrame } from "~/forms/fields";
import { useTranslate } from "~/i18n/use-translate";

type Props = { name: string; within: string | null; language: "fr" | "en"; comesWith: string; value: string; wrong: string | undefined };

/** One text of the page, labelled by its place in its part; one that differs shows the default text. */
export function TextEditorField({ name, within, language, comesWith, value, wrong }: Props) {
  const { t } = useTranslation("pages");
  const label = textLabel(within === null ? name : name.slice(within.length + 1), useTranslate());
  const replaces = value !== comesWith && comesWith !== "";
  const field = { name: `text:${name}`, required: comesWith !== "", errors: wrong ? [wrong] : undefined };
  const id = `field-text-${name.replace(/[^\w-]/g, "-")}`;
  return (
    <FieldFrame field={field as never} label={label} hint={replaces && t("comesWith", { text: comesWith })}>
      <textarea
        id={id}
        name={field.name}
        className="control field-sizing-content min-h-12!"
        rows={Math.min(6, Math.max(1, Math.ceil(value.length / 70)))}
        defaultValue={value}
        lang={language}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={[replaces && `${id}-hint`, wrong && `${id}-error`].filter(Boolean).join(" ") || undefined}
      />
    </FieldFrame>
  );
}
