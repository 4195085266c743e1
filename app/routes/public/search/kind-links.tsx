import { useTranslation } from "react-i18next";
import { type FoundKind, foundKinds } from "#contract/publishing/search";
import { Link } from "~/ui/link";

/** The kinds of what can be found, as links; with one kind there is nothing to choose. */
export function KindLinks({ words, current }: { words: string; current: FoundKind | undefined }) {
  const { t } = useTranslation("search");
  if (foundKinds.length < 2) return null;
  const to = (kind?: FoundKind) => `/search?${new URLSearchParams({ q: words, ...(kind && { kind }) })}`;
  return (
    <nav className="-mx-1.5 flex gap-2 overflow-x-auto p-1.5 pt-5 [scrollbar-width:none]" aria-label={t("kinds")}>
      <Link to={to()} aria-current={!current || undefined} className="pill">
        {t("all")}
      </Link>
      {foundKinds.map((kind) => (
        <Link key={kind} to={to(kind)} aria-current={kind === current || undefined} className="pill">
          {t(`kind.${kind}`)}
        </Link>
      ))}
    </nav>
  );
}
