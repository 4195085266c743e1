import { useTranslation } from "react-i18next";
import { Link } from "~/ui/link";

const pages = [
  ["/register/beneficiary", "often.help"],
  ["/further-support", "often.support"],
  ["/team", "often.team"],
  ["/register/volunteer", "often.volunteer"],
  ["/donate", "often.donate"],
  ["/contact", "often.contact"],
] as const;

/** Suggested links where a search is empty or has no result. */
export function OftenVisited() {
  const { t } = useTranslation("search");
  return (
    <nav className="pt-8" aria-labelledby="often">
      <h2 id="often" className="title-card pb-3">
        {t("often.title")}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {pages.map(([path, label]) => (
          <li key={path}>
            <Link to={path} className="pill">
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
