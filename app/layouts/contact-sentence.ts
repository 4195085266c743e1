import { useTranslation } from "react-i18next";
import { useRootData } from "~/layouts/root-data";

/** One sentence with the contact details that are set: e-mail, telephone, or the form. */
export function useContactSentence(): string {
  const { t } = useTranslation();
  const { email, phone } = useRootData()?.settings.contact ?? {};
  if (email && phone) return t("reach.both", { email, phone });
  if (email) return t("reach.email", { email });
  return phone ? t("reach.phone", { phone }) : t("reach.form");
}
