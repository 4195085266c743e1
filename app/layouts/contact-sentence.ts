import { useTranslation } from "react-i18next";
import { useRootData } from "~/layouts/root-data";

type Reach = { email: string | null; phone: string | null };

/** One sentence with the contact details that are set: e-mail, telephone, or the form; those of a team go before those of the charity. */
export function useContactSentence(team?: Reach | null): string {
  const { t } = useTranslation();
  const charity = useRootData()?.settings.contact;
  const email = team?.email ?? charity?.email;
  const phone = team?.phone ?? charity?.phone;
  if (email && phone) return t("reach.both", { email, phone });
  if (email) return t("reach.email", { email });
  return phone ? t("reach.phone", { phone }) : t("reach.form");
}
