import { useLocation, useMatches } from "@remix-run/react";
import { ChevronRight } from "lucide";
import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import { Form, Submit } from "./form";
import type { FormRules } from "./rules.server";
import { useKeptForms } from "./use-kept-forms";

/**
 * Says above a page that what its form sent after the session had ended is kept and not sent yet. The form itself shows it again when it
 * is one of `usePageForm`; it can be read and copied here in any case.
 */
export function KeptFormNotice({ className = "" }: { className?: string }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const { kept, ofOther } = useKeptForms();
  const restores = useMatches().some(({ data }) => kept && (data as { rules?: Record<string, FormRules> } | undefined)?.rules?.[kept.form]);
  const look = `grid gap-3 rounded-lg bg-primary-soft px-5 py-4 leading-[1.45] ${className}`;
  if (ofOther && !kept)
    return (
      <p className={look} role="status">
        {t("forms.kept.ofOther")}
      </p>
    );
  if (!kept) return null;
  const outcome = kept.cut ? "tooLong" : restores ? "restored" : kept.texts.length > 0 ? "toCopy" : "nothing";
  return (
    <section className={look} aria-label={t("forms.kept.label")}>
      <div role="status" className="grid gap-1">
        <p className="font-bold">{t(`forms.kept.${outcome}.title`)}</p>
        <p>
          {t(`forms.kept.${outcome}.text`)} {kept.files && t("forms.kept.files")} {kept.secrets && t("forms.kept.secrets")}
        </p>
      </div>
      {kept.texts.length > 0 && (
        <details className="disclosure" open={outcome === "toCopy"}>
          <summary className="font-semibold">
            {t("forms.kept.read")}
            <Icon of={ChevronRight} className="chevron" />
          </summary>
          <div className="mt-3 grid gap-3">
            {kept.texts.map((text, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the texts never change
              <label key={at} className="grid gap-1">
                <span>{t("forms.kept.text", { number: at + 1 })}</span>
                <textarea className="control" readOnly rows={Math.min(10, text.split("\n").length + 1)} value={text} />
              </label>
            ))}
          </div>
        </details>
      )}
      <Form action="/account/kept-forms" className="actions">
        <input type="hidden" name="page" value={pathname + search} />
        <input type="hidden" name="form" value={kept.form} />
        <Submit look="line">{t("forms.kept.forget")}</Submit>
      </Form>
    </section>
  );
}
