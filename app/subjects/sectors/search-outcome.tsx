import { useTranslation } from "react-i18next";
import { languageTags } from "#contract/formats/locale";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";

/** What was searched: null where nothing was, empty where the field was sent empty. */
export type SectorSearched = { near: string | null; nearest: { name: string; far: boolean } | null };
type Props = SectorSearched & { sectors: { name: string }[] };

/** The most names in a sentence; the page of the teams has all. */
const namedAtMost = 12;

/** What a search for a team found. Where it found none: what to type or do instead, and where there are teams. */
export function SearchOutcome({ near, nearest, sectors }: Props) {
  const { t } = useTranslation("team");
  const { locale } = usePage();
  if (near === null) return null;
  if (near && nearest) return t(nearest.far ? "search.far" : "search.found", { name: nearest.name });
  const missing = missingFor(near);
  const named = sectors.slice(0, namedAtMost).map(({ name }) => name);
  const names = new Intl.ListFormat(languageTags[locale]).format(named);
  return (
    <>
      {t(`search.${missing}`, { postcode: near })}{" "}
      {named.length > 0 && t(sectors.length > namedAtMost ? "search.someSectors" : "search.sectors", { names })}{" "}
      {(missing === "noPostcode" || missing === "noTown") && <Link to="/contact?topic=help">{t("search.write")}</Link>}
    </>
  );
}

function missingFor(near: string): "empty" | "noPostcode" | "unknown" | "noTown" {
  if (!near) return "empty";
  const digits = near.replace(/\s/g, "");
  if (/^\d{5}$/.test(digits)) return "noPostcode";
  return /^\d+$/.test(digits) ? "unknown" : "noTown";
}
