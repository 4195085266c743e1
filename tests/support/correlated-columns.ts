import { Column, getTableColumns, getTableName, is, SQL, StringChunk, Table } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";

/**
 * Drizzle writes the columns of a raw `sql` fragment without their table, when the fragment stands in the selection of one table or in what a change
 * returns. Within a subquery of the fragment the database then reads such a column as one of the subquery's own table, if that has one of the same
 * name: it is compared with itself, and nobody is told. As a setup file of tests, this refuses such a selection in every statement that they run.
 */
type Level = { isSubquery: boolean; tables: Table[]; columns: Column[] };

/** The columns of a fragment that the subquery around them has too, as `table.column in subquery of table`. */
export function misreadColumns(fragment: SQL): string[] {
  const found: string[] = [];
  const levels: Level[] = [{ isSubquery: false, tables: [], columns: [] }];
  const close = () => {
    const level = levels.length > 1 ? levels.pop() : undefined;
    if (level?.isSubquery) found.push(...misreadIn(level));
  };
  for (const chunk of fragment.queryChunks) {
    const level = levels.at(-1) as Level;
    if (is(chunk, StringChunk)) readText(chunk.value.join(""), levels, close);
    else if (is(chunk, Table)) nearestSubquery(levels)?.tables.push(chunk);
    else if (is(chunk, Column)) (nearestSubquery(levels) ?? level).columns.push(chunk);
  }
  while (levels.length > 1) close();
  return found;
}

const nearestSubquery = (levels: Level[]) => levels.findLast(({ isSubquery }) => isSubquery);

function readText(text: string, levels: Level[], close: () => void) {
  for (const [bracket] of text.matchAll(/\(\s*select\b|[()]/gi)) {
    if (bracket === ")") close();
    else levels.push({ isSubquery: bracket !== "(", tables: [], columns: [] });
  }
}

function misreadIn({ tables, columns }: Level): string[] {
  const inside = tables.map(getTableName);
  return columns.flatMap((column) => {
    const owner = getTableName(column.table);
    if (inside.includes(owner)) return [];
    const taker = tables.find((table) =>
      Object.values(getTableColumns(table)).some(({ name, keyAsName }) => name === column.name && keyAsName === column.keyAsName),
    );
    return taker ? [`${owner}.${column.name} in a subquery of ${getTableName(taker)}`] : [];
  });
}

type Selecting = { buildSelection: (fields: { field: unknown }[], options?: { isSingleTable?: boolean }) => SQL };

const dialect = PgDialect.prototype as unknown as Selecting & { isWatched?: boolean };
if (!dialect.isWatched) {
  const { buildSelection } = dialect;
  dialect.isWatched = true;
  dialect.buildSelection = function watched(this: Selecting, fields, options = {}) {
    for (const { field } of options.isSingleTable ? fields : []) {
      const fragment = is(field, SQL.Aliased) ? field.sql : field;
      const [first] = is(fragment, SQL) ? misreadColumns(fragment) : [];
      if (first) throw new Error(`A column loses its table: ${first}. Put it into a fragment of its own.`);
    }
    return buildSelection.call(this, fields, options);
  };
}
