import { and, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import type { BackendSettings, Services } from "#backend/http/services";
import { Refusal } from "#backend/refusal";
import type { Selection } from "#contract/api/endpoint";
import type { EntityType } from "#contract/api/entity-types";
import type { ContentApi, ContentStatus } from "#contract/publishing/content";
import type { contentFrame, StoredContent as Row } from "./base-columns.ts";
import type { NamedBy } from "./dependents.ts";
import { narrowedTo } from "./filters.ts";
import { isToCheck } from "./link-reports.ts";
import { isLocalizedColumn } from "./sorts.ts";

export type ContentTable = PgTable & Record<keyof typeof contentFrame, PgColumn> & { $inferSelect: Row };
export type Values = Record<string, unknown>;

/** Who saves and when, whom the derived columns may ask, and the settings that a check may read. */
export type Saving = Pick<Services, "registers" | "settings" | "clock"> & { actor: Actor };

export type Subject<Table extends ContentTable = ContentTable> = {
  table: Table;
  /** Name of the subject in the audit log, and of what a change of it empties. */
  entityType: EntityType;
  /** The column that names a record. What a search looks through is the table's index on words. */
  label: PgColumn;
  /** Columns elsewhere that name a record of this subject by something else than its key. */
  namedBy?: readonly NamedBy[];
  /** The names that references are sorted by: for each column that refers to records, the one that names them. */
  references?: Record<string, PgColumn>;
  /** Days of what has happened, of which none may still be to come. */
  past?: readonly string[];
  /** Which records the list shows, where the others have a list of their own. */
  listed?: SQL;
  /**
   * What a record must also fulfil, beside its own form, where it is about to stand; throws a refusal. `step` is the state it moves to when
   * nothing else of it changes.
   */
  check?(tx: Db, record: Table["$inferSelect"], about: { settings: BackendSettings; step?: ContentStatus }): Promise<void> | void;
  /** Columns that follow from what is written in the form; `before` is the record as it was. */
  derive?(
    tx: Db,
    record: Table["$inferSelect"],
    from: { before: Table["$inferSelect"] | undefined } & Pick<Services, "registers">,
  ): Promise<Values> | Values;
};

/** The table of a subject, with what its form and the kinds of its columns say of it. */
export type Store = ReturnType<typeof storeOf>;

export function storeOf(api: ContentApi, subject: Subject) {
  const { table, label } = subject;
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const fields = Object.keys(api.Draft.shape);
  const ofKind = (is: (column: PgColumn) => boolean) => fields.filter((name) => columns[name] && is(columns[name]));
  const url = api.checkLink && columns.url;

  /** The rows that the filters of the address leave. */
  const matching = ({ q, status, english, link, ...filters }: Values): SQL | undefined =>
    and(
      subject.listed,
      contains(table, String(q ?? "")),
      status ? eq(table.status, status) : undefined,
      english ? eq(table.english, english) : undefined,
      link && url ? isToCheck(url) : undefined,
      ...Object.entries(filters).map(([name, value]) => (value === undefined ? undefined : narrowedTo(columns, fields, name, value))),
    );

  return {
    ...subject,
    columns,
    fields,
    /** Fields with a text in two languages, and those with a time. */
    texts: ofKind(isLocalizedColumn),
    times: ofKind((column) => column.getSQLType().startsWith("timestamp")),
    labelName: fields.find((name) => columns[name] === label) ?? "",
    labelText: isLocalizedColumn(label) ? sql<string>`${label}->>'fr'` : label,
    /** The column with the page that a record leads to, where such pages are looked at. */
    url,
    matching,
    chosenIn: (selection: Selection) =>
      "ids" in selection ? inArray(table.id, selection.ids) : matching(api.Query.parse(selection.query)),
  };
}

/** Rows of a table of content: its type says nothing of what the columns hold. */
export const rowsIn = (rows: Record<string, unknown>[]) => rows as Row[];

/** A record until the end of the transaction. */
export async function lockRow(tx: Db, { table }: Store, id: string): Promise<Row> {
  const [row] = rowsIn(await tx.select().from(table).where(eq(table.id, id)).for("update"));
  if (!row) throw new Refusal("not_found");
  return row;
}
