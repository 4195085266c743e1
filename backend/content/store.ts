import { and, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import type { SortedBy } from "#backend/db/order";
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

/** The context of a save: who and when, the services for derived columns and for mails about it, and the settings and the time for checks. */
export type Saving = Pick<Services, "geocoder" | "settings" | "clock" | "translate" | "wakeMail"> & { actor: Actor };

export type Subject<Table extends ContentTable = ContentTable> = {
  table: Table;
  /** The entity type in the audit log, which cached pages are invalidated by. */
  entityType: EntityType;
  /** The column with a record's name. Searches use the table's word index. */
  label: PgColumn;
  /** Columns elsewhere that refer to a record of this subject without a foreign key. */
  namedBy?: readonly NamedBy[];
  /** For each reference column, the column of names that it is sorted by. */
  references?: Record<string, PgColumn>;
  /** What the list says of a record from other tables: the `facts` of the API, as expressions beside its columns. */
  facts?(reader: Actor): Record<string, SQL>;
  /** Conditions of filters that no column has. */
  narrows?: Record<string, SQL>;
  /** What the list is sorted by instead of the column itself. */
  sorts?: Record<string, SortedBy>;
  /** Days that may not be in the future. */
  past?: readonly string[];
  /** The column with the e-mail address of who sent a record: an erasure finds it in the bin by this. */
  sender?: PgColumn;
  /** The fields by which an import finds the record that a row is about, the most telling first; without them, rows are always new records. */
  importKey?: readonly string[];
  /** Whether a deleted record is not put in the bin: its time was over. */
  skipsBin?(record: Table["$inferSelect"]): boolean;
  /** Whose records they are, where not everybody who may edit some edits all. */
  scope?: {
    /** The condition on the records that somebody sees and changes; undefined for all. */
    of(actor: Actor): SQL | undefined;
    /** Refuses a change of a locked record that somebody does not have, or would not have afterwards; a new one has nothing `before`. */
    check(tx: Db, actor: Actor, before: Table["$inferSelect"] | undefined, after: Table["$inferSelect"]): Promise<void>;
  };
  /** The condition on the records that somebody chooses in the form of another subject, where it is not that of the scope. */
  choosable?(actor: Actor): SQL | undefined;
  /** Which records the list shows, when others have a separate list. */
  listed?: SQL;
  /**
   * Further checks of a record in its new state; throws a refusal. `step` is the state it moves to when
   * nothing else of it changes.
   */
  check?(
    tx: Db,
    record: Table["$inferSelect"],
    about: { settings: BackendSettings; now: Date; step?: ContentStatus },
  ): Promise<void> | void;
  /**
   * What follows from a change of a record, in its transaction, whatever changed it: a form, a bulk action, an import or its undoing. `alongside` is what
   * a form said beside the fields of the record.
   */
  changed?(
    tx: Db,
    change: { before: Table["$inferSelect"]; after: Table["$inferSelect"]; alongside?: Values },
    services: Omit<Saving, "geocoder">,
  ): Promise<void>;
  /** Columns derived from the form; `before` is the record as it was. */
  derive?(
    tx: Db,
    record: Table["$inferSelect"],
    from: { before: Table["$inferSelect"] | undefined } & Pick<Services, "geocoder">,
  ): Promise<Values> | Values;
};

/** The table of a subject, with what is derived from its form and its column types. */
export type SubjectModel = ReturnType<typeof subjectModelOf>;

export function subjectModelOf(api: ContentApi, subject: Subject) {
  const { table, label } = subject;
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const fields = Object.keys(api.Draft.shape);
  const ofKind = (is: (column: PgColumn) => boolean) => fields.filter((name) => columns[name] && is(columns[name]));
  const url = api.checkLink && columns.url;

  /** The conditions of the query's filters. */
  const matching = ({ q, status, english, link, ...filters }: Values): SQL | undefined =>
    and(
      subject.listed,
      contains(table, String(q ?? "")),
      status ? eq(table.status, status) : undefined,
      english ? eq(table.english, english) : undefined,
      link && url ? isToCheck(url) : undefined,
      ...Object.entries(filters).map(([name, value]) =>
        value === undefined ? undefined : (subject.narrows?.[name] ?? narrowedTo(columns, fields, name, value)),
      ),
    );

  return {
    ...subject,
    columns,
    fields,
    /** Localised fields, and fields with a time. */
    texts: ofKind(isLocalizedColumn),
    times: ofKind((column) => column.getSQLType().startsWith("timestamp")),
    labelName: fields.find((name) => columns[name] === label) ?? "",
    labelText: isLocalizedColumn(label) ? sql<string>`${label}->>'fr'` : label,
    /** The column with an external URL, when such links are checked. */
    url,
    matching,
    /** The condition on the records that somebody sees and changes. */
    within: (actor: Actor) => subject.scope?.of(actor),
    whereSelected: (selection: Selection, actor: Actor) =>
      and(subject.scope?.of(actor), "ids" in selection ? inArray(table.id, selection.ids) : matching(api.Query.parse(selection.query))),
  };
}

/** A row of any content table: columns are untyped. */
export const rowsIn = (rows: Record<string, unknown>[]) => rows as Row[];

/** Locks a record until the end of the transaction. */
export async function lockRow(tx: Db, { table }: SubjectModel, id: string): Promise<Row> {
  const [row] = rowsIn(await tx.select().from(table).where(eq(table.id, id)).for("update"));
  if (!row) throw new Refusal("not_found");
  return row;
}
