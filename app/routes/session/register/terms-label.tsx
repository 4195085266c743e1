import { useTranslation } from "react-i18next";
import { Link } from "~/ui/link";

/** What is agreed to when an account is made, with the two texts one link away. */
export function TermsLabel({ version }: { version: number | null }) {
  const { t } = useTranslation("register");
  return (
    <>
      {version === null ? t("terms.agree") : t("terms.agreeVersion", { version })} (<Link to="/cgu">{t("terms.read")}</Link>,{" "}
      <Link to="/gdpr">{t("terms.data")}</Link>)
    </>
  );
}
