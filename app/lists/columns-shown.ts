import type { Locale } from "#contract/formats/locale";
import type { Translate } from "~/i18n/translate";
import type { CardPlace, Column } from "./column";

/** Query parameter that names the columns of a list that are shown, once for each. */
export const columnsShown = "columns";

/** Whether a query chooses some of the columns. */
export function choosesColumns<Row>(columns: Column<Row>[], query: URLSearchParams): boolean {
  const chosen = query.getAll(columnsShown);
  return columns.some(({ key }) => chosen.includes(key));
}

/** The columns chosen in a query, or all of them. The first one, which names the rows, is always among them. */
export function chosenColumns<Row>(columns: Column<Row>[], query: URLSearchParams): Column<Row>[] {
  const chosen = query.getAll(columnsShown);
  if (!choosesColumns(columns, query)) return columns;
  return columns.filter(({ key, alwaysShown }, at) => at === 0 || alwaysShown || chosen.includes(key));
}

type List<Row> = { rows: Row[]; t: Translate; locale: Locale };

/**
 * The columns on the screen: the chosen ones, else those that say something. Left out are extra ones, and those where every row is empty or
 * as usual; the column that someone sorts by stays.
 */
export function columnsOnScreen<Row>(columns: Column<Row>[], query: URLSearchParams, { rows, t, locale }: List<Row>): Column<Row>[] {
  if (choosesColumns(columns, query)) return chosenColumns(columns, query);
  const isEmpty = (value: ReturnType<Column<Row>["value"]>) => value === null || value === "";
  const isShown = ({ value, isDefaultValue, hiddenByDefault }: Column<Row>) =>
    !hiddenByDefault && (rows.length === 0 || rows.some((row) => !isDefaultValue?.(row) && !isEmpty(value(row, t, locale))));
  return columns.filter((column, at) => at === 0 || column.alwaysShown || column.key === query.get("sort") || isShown(column));
}

/** Columns whose cells are beside the name on a card, unless they say otherwise. */
const states = ["status", "state"];

/** In the line under the name, without a place of their own. */
const inLine = 2;

/** Where the cells of each column are on a card. Columns that someone chose are all there. */
export function cardPlaces<Row>(columns: Column<Row>[], chosen: boolean): (CardPlace | undefined)[] {
  let free = inLine;
  return columns.map(({ key, card }, at) => {
    if (at === 0) return undefined;
    if (card && !(chosen && card === "none")) return card;
    if (card === undefined && states.includes(key)) return "corner";
    if (card === undefined && free > 0) {
      free -= 1;
      return "line";
    }
    return chosen ? "named" : "none";
  });
}
