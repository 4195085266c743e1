import { useTranslation } from "react-i18next";
import { Link } from "~/ui/link";

/** The label of the consent to the terms, with links to the two texts. */
export function TermsLabel({ version }: { version: number | null }) {
  const { t } = useTranslation("register");
  return (
    <>
      {version === null ? t("terms.agree") : t("terms.agreeVersion", { version })} (<Link to="/cgu">{t("terms.read")}</Link>,{" "}
      <Link to="/gdpr">{t("terms.data")}</Link>)
    </>
  );
}
