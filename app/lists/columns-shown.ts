import type { Column } from "./column";

/** Query parameter that names the columns of a list that are shown, once for each; without it they all are. */
export const columnsShown = "columns";

/** The columns chosen in a query. The first one, which names the rows, is always among them. */
export function chosenColumns<Row>(columns: Column<Row>[], query: URLSearchParams): Column<Row>[] {
  const chosen = query.getAll(columnsShown);
  if (!columns.some(({ key }) => chosen.includes(key))) return columns;
  return columns.filter(({ key, always }, at) => at === 0 || always || chosen.includes(key));
}
