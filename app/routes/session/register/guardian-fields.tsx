import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import guardianUrl from "~/enhance/guardian?worker&url";

/** Who agrees for a minor. With script they are shown to minors only, by the date of birth. */
export function GuardianFields({ children }: { children: ReactNode }) {
  const { t } = useTranslation("register");
  return (
    <fieldset className="grid gap-6 rounded-2xl bg-beige p-6" data-guardian="">
      <legend className="title-card float-left font-extrabold">{t("guardianFields.title")}</legend>
      <p className="clear-both">{t("guardianFields.text")}</p>
      {children}
      <script type="module" src={guardianUrl} />
    </fieldset>
  );
}
