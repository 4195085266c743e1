import { useLocation, useMatches } from "@remix-run/react";
import { ChevronRight } from "lucide";
import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import { Form, Submit } from "./form";
import type { FormRules } from "./rules.server";
import { useStoredForms } from "./use-stored-forms";

/**
 * Says above a page that what its form sent after the session had ended is stored and not sent yet. The form itself shows it again when it
 * is one of `usePageForm`; it can be read and copied here in any case.
 */
export function StoredFormNotice({ className = "" }: { className?: string }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const { stored, ofOther } = useStoredForms();
  const restores = useMatches().some(
    ({ data }) => stored && (data as { rules?: Record<string, FormRules> } | undefined)?.rules?.[stored.form],
  );
  const noticeClass = `grid gap-3 rounded-lg bg-primary-soft px-5 py-4 leading-[1.45] ${className}`;
  if (ofOther && !stored)
    return (
      <p className={noticeClass} role="status">
        {t("forms.stored.ofOther")}
      </p>
    );
  if (!stored) return null;
  const outcome = stored.cut ? "tooLong" : restores ? "restored" : stored.texts.length > 0 ? "toCopy" : "nothing";
  return (
    <section className={noticeClass} aria-label={t("forms.stored.label")}>
      <div role="status" className="grid gap-1">
        <p className="font-bold">{t(`forms.stored.${outcome}.title`)}</p>
        <p>
          {t(`forms.stored.${outcome}.text`)} {stored.files && t("forms.stored.files")} {stored.secrets && t("forms.stored.secrets")}
        </p>
      </div>
      {stored.texts.length > 0 && (
        <details className="disclosure" open={outcome === "toCopy"}>
          <summary className="font-semibold">
            {t("forms.stored.read")}
            <Icon of={ChevronRight} className="chevron" />
          </summary>
          <div className="mt-3 grid gap-3">
            {stored.texts.map((text, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the texts never change
              <label key={at} className="grid gap-1">
                <span>{t("forms.stored.text", { number: at + 1 })}</span>
                <textarea className="control" readOnly rows={Math.min(10, text.split("\n").length + 1)} value={text} />
              </label>
            ))}
          </div>
        </details>
      )}
      <Form action="/account/stored-forms" className="actions">
        <input type="hidden" name="page" value={pathname + search} />
        <input type="hidden" name="form" value={stored.form} />
        <Submit variant="line">{t("forms.stored.forget")}</Submit>
      </Form>
    </section>
  );
}
