import { useTranslation } from "react-i18next";
import type { Found } from "#contract/publishing/search";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { rowTitle } from "~/ui/row-title";
import { Marked } from "./marked";

/** The results, with the matches marked. */
export function FoundList({ items }: { items: Found[] }) {
  const { t } = useTranslation("search");
  const { locale } = usePage();
  return (
    <ol className="divide-y divide-line pb-6 wrap-anywhere">
      {items.map(({ kind, path, locale: language, title, excerpt }) => (
        <li key={path} className="py-6">
          <p className="muted mb-1 text-sm">
            {t(`kind.${kind}`)} {language !== locale && <span className="tag ml-2">{t("inFrench")}</span>}
          </p>
          <h2 className="title-card" lang={language}>
            <Link to={path} className={rowTitle}>
              <Marked text={title} locale={language} />
            </Link>
          </h2>
          <p className="mt-2 text-neutral-dark" lang={language}>
            <Marked text={excerpt} locale={language} />
          </p>
        </li>
      ))}
    </ol>
  );
}
