import type { ReactNode } from "react";
import { typeset } from "#contract/formats/french-spaces";
import type { Locale } from "#contract/formats/locale";
import type { Translate } from "~/i18n/translate";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { formatNumber } from "~/ui/number";
import { usePage } from "~/ui/page-context";

/** The value of a cell: text, a number, or an instant. */
export type CellValue = string | number | Date | null;

/**
 * Where a cell is on a card, under 640 px: beside the name, in the line under it, on a line of its own, on a line of its own with the name of its column,
 * or nowhere.
 */
export type CardPlace = "corner" | "line" | "fact" | "named" | "none";

/** A column of a list, on the screen and in its exports. The first one names the row, and its card under 640 px. */
export type Column<Row> = {
  key: string;
  header: (t: Translate) => string;
  value: (row: Row, t: Translate, locale: Locale) => CellValue;
  /** How the screen renders it, when the plain value is not enough. */
  cell?: (row: Row, t: Translate, locale: Locale) => ReactNode;
  sortable?: boolean;
  /** Whether it cannot be hidden; the first one cannot. */
  alwaysShown?: boolean;
  numeric?: boolean;
  /** Its place on a card. Without it a state is beside the name, the two next columns are in the line under it, and the others nowhere. */
  card?: CardPlace;
  /** Whether the value of a row is the usual one: a column where every row has it is hidden like an empty one. */
  isDefaultValue?: (row: Row) => boolean;
  /** Hidden until someone chooses the column or sorts by it. */
  hiddenByDefault?: boolean;
  /** Shown on cards alone until someone chooses it, because the wide table says it in another column. */
  onCards?: boolean;
};

/** The placeholder of an empty cell; a card leaves it out. */
export const emptyCell = "–";

/** A plain value on the screen; with a language, a figure as that language writes it. */
export function cellOf(value: CellValue, figuresIn?: Locale): ReactNode {
  if (typeof value === "number" && figuresIn) return formatNumber(figuresIn, value);
  if (value instanceof Date) return <LocalDate value={value.toISOString()} style="short" />;
  if (value === null || value === "") return emptyCell;
  return typeof value === "string" ? <CellText text={value} /> : value;
}

/** Typed text with the spaces of its language. A very long word may break anywhere rather than push the other columns out of view. */
export function CellText({ text }: { text: string }) {
  const { locale } = usePage();
  const shown = typeset(text, locale);
  return /\S{36}/.test(shown) ? <span className="inline-block min-w-28 wrap-anywhere">{shown}</span> : shown;
}

/** The name of a row as a link to its page. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="row-title">
      {typeof children === "string" ? <CellText text={children} /> : children}
    </Link>
  );
}
