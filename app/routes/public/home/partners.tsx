import { useTranslation } from "react-i18next";
import { Link } from "~/ui/link";

/** A few of those who act with us, by name, and the way to all of them. */
export function Partners({ names }: { names: string[] }) {
  const { t } = useTranslation("home");
  if (names.length === 0) return null;
  return (
    <section className="wrap pt-section">
      <h2 className="title-section mb-5">
        <Link className="text-ink" to="/partners">
          {t("partners.title")}
        </Link>
      </h2>
      <p className="text-lg">{names.join(", ")}</p>
    </section>
  );
}
