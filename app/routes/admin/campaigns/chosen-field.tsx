import { useTranslation } from "react-i18next";
import { Link } from "~/ui/link";

/** Those who were chosen in a list: how many, and the page where somebody is taken out. */
export function ChosenField({ id, name, count }: { id: string; name: string; count: number }) {
  const { t } = useTranslation("campaigns");
  return (
    <p>
      <input type="hidden" name={name} value="on" />
      <strong>{t("chosen.count", { count })}</strong> <Link to={`/dashboard/admin/notifications/${id}/chosen`}>{t("chosen.see")}</Link>
    </p>
  );
}
