import type { ReactNode } from "react";
import type { Locale } from "#contract/formats/locale";
import type { Translate } from "~/i18n/translate";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";

/** The value of a cell: text, a number, or an instant. */
export type CellValue = string | number | Date | null;

/** A column of a list, on the screen and in its exports. The first one names the row; under 640 px the others become lines of a card under their name. */
export type Column<Row> = {
  key: string;
  header: (t: Translate) => string;
  value: (row: Row, t: Translate, locale: Locale) => CellValue;
  /** How the screen renders it, when the plain value is not enough. */
  cell?: (row: Row, t: Translate, locale: Locale) => ReactNode;
  sortable?: boolean;
  /** Whether it cannot be hidden; the first one cannot. */
  always?: boolean;
  numeric?: boolean;
};

/** The placeholder of an empty cell; under 640 px its line is left out. */
export const nothing = "–";

/** A plain value on the screen. */
export function cellOf(value: CellValue): ReactNode {
  if (value instanceof Date) return <LocalDate value={value.toISOString()} style="short" />;
  if (value === null || value === "") return nothing;
  return typeof value === "string" ? breakable(value) : value;
}

/** A very long word may break anywhere rather than push the other columns out of view. */
function breakable(text: string): ReactNode {
  return /\S{36}/.test(text) ? <span className="inline-block min-w-28 wrap-anywhere">{text}</span> : text;
}

/** The name of a row as a link to its page. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="row-title">
      {typeof children === "string" ? breakable(children) : children}
    </Link>
  );
}
