import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { recordChange, recordChanges } from "#backend/audit/recording";
import { isToCheck, linkReports } from "#backend/content/link-reports";
import type { Db } from "#backend/db/client";
import { lockVersion, pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import { on, type Served } from "#backend/http/routes";
import type { BackendSettings, Services } from "#backend/http/services";
import { users } from "#backend/modules/users/tables";
import { noRegisters } from "#backend/ports/registers";
import { Refusal } from "#backend/refusal";
import type { Selection } from "#contract/api/endpoint";
import type { Locale } from "#contract/formats/locale";
import type { ContentApi, ContentQuery, ContentStatus } from "#contract/publishing/content";
import type { contentFrame, StoredContent as Row } from "./base-columns.ts";
import { changeMany } from "./bulk.ts";
import { setMany } from "./bulk-edit.ts";
import { countDependents, type NamedBy } from "./dependents.ts";
import { englishStateOf } from "./english.ts";
import { narrowedTo } from "./filters.ts";
import { importSheet } from "./import.ts";
import { lookNow } from "./link-check.ts";
import { refuseComingDays } from "./past-days.ts";
import { moveRow } from "./reorder.ts";
import { draftOf, namesIn, refused, shape, textOf } from "./row-mapping.ts";
import { isLocalizedColumn, sortsOf } from "./sorts.ts";

type ContentTable = PgTable & Record<keyof typeof contentFrame, PgColumn> & { $inferSelect: Row };
type Values = Record<string, unknown>;

/** Who saves and when, whom the derived columns may ask, and the settings that a check may read. */
type Saving = Pick<Services, "registers" | "settings" | "clock"> & { actor: Actor };

type Subject = {
  table: PgTable;
  /** Name of the subject in the audit log, and of what a change of it empties. */
  entityType: string;
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
  check?: (tx: Db, record: never, about: { settings: BackendSettings; step?: ContentStatus }) => Promise<void> | void;
  /** Columns that follow from what is written in the form; `before` is the record as it was. */
  derive?: (tx: Db, record: never, from: { before: never } & Pick<Services, "registers">) => Promise<Values> | Values;
};

/** The back-office routes of one subject of content. */
export function contentRoutes(api: unknown, subject: Subject): Served[] {
  const {
    list,
    records,
    importRows,
    choices,
    create,
    get,
    update,
    checkLink,
    setStatus,
    setting,
    move,
    bulk,
    remove,
    Draft,
    Query,
    ordered,
    used,
  } = api as ContentApi;
  const { entityType, label, references = {}, namedBy, listed, past = [], check, derive } = subject;
  const table = subject.table as ContentTable;
  const fields = Object.keys(Draft.shape);
  const columns = table as unknown as Record<string, PgColumn>;
  const texts = fields.filter((name) => columns[name] && isLocalizedColumn(columns[name]));
  const times = fields.filter((name) => columns[name]?.getSQLType().startsWith("timestamp"));
  const labelName = fields.find((name) => columns[name] === label) ?? "";
  const labelText = isLocalizedColumn(label) ? sql<string>`${label}->>'fr'` : label;

  const url = checkLink && columns.url;

  const matching = ({ q, status, english, link, ...filters }: Values): SQL | undefined =>
    and(
      listed,
      contains(table, String(q ?? "")),
      status ? eq(table.status, status) : undefined,
      english ? eq(table.english, english) : undefined,
      link && url ? isToCheck(url) : undefined,
      ...Object.entries(filters).map(([name, value]) => (value === undefined ? undefined : narrowedTo(columns, fields, name, value))),
    );

  const chosenIn = (selection: Selection) =>
    "ids" in selection ? inArray(table.id, selection.ids) : matching(Query.parse(selection.query));

  const page = (db: Db, query: ContentQuery, locale: Locale) =>
    pageOfRows(db, table, query, { where: matching(query), sorts: sortsOf(table, references, locale) }, async (found, order) => {
      const rows = await db
        .select({ row: table as PgTable })
        .from(table)
        .innerJoin(found, eq(found.id, table.id))
        .orderBy(...order);
      const links = await linkReports(db, checkLink ? rows.map(({ row }) => (row as Row).url) : []);
      const ids = used ? rows.map(({ row }) => (row as Row).id) : [];
      const dependents = await countDependents(db, { table, namedBy }, ids, "all");
      return rows.map(({ row }) => ({
        ...shape(row as Row, texts, times),
        link: links.get((row as Row).url),
        dependents: used ? (dependents.get((row as Row).id) ?? 0) : undefined,
      }));
    });

  const read = async (db: Db, id: string) => {
    const [row] = await db
      .select({ row: table as PgTable, updatedByName: sql<string>`coalesce(${users.firstName} || ' ' || ${users.lastName}, '')` })
      .from(table)
      .leftJoin(users, eq(users.id, table.updatedBy))
      .where(eq(table.id, id));
    if (!row) throw new Refusal("not_found");
    const dependents = await countDependents(db, { table, namedBy }, [id], "shown");
    const links = await linkReports(db, checkLink ? [(row.row as Row).url] : []);
    const link = links.get((row.row as Row).url);
    return { ...shape(row.row as Row, texts, times), link, updatedBy: row.updatedByName, dependents: dependents.get(id) ?? 0 };
  };

  /** What is written in a form, with what follows from it, once it fulfils what the subject asks. */
  const completed = async (tx: Db, { registers, settings, clock }: Saving, before: Row | undefined, values: Values): Promise<Values> => {
    refuseComingDays(clock(), past, values);
    const record = { id: before?.id, status: "draft", ...before, ...values };
    const step = values.status as ContentStatus | undefined;
    const follows = step ? {} : await derive?.(tx, record as never, { before: before as never, registers });
    await check?.(tx, { ...record, ...follows } as never, { settings, step });
    return { ...values, ...follows };
  };

  const setState = async (tx: Db, saving: Saving, before: Row, status: ContentStatus, now: Date) => {
    const publishedAt = status === "published" ? { publishedAt: sql`coalesce(${table.publishedAt}, ${now.toISOString()})` } : {};
    const values = { status, ...publishedAt, version: sql`${table.version} + 1`, updatedBy: saving.actor.id, updatedAt: now };
    await save(tx, saving, actions[status], before, values);
  };

  const takeAway = async (tx: Db, actor: Actor, before: Row) => {
    await tx.delete(table).where(eq(table.id, before.id)).catch(refused);
    await recordChange(tx, actor, { action: `${entityType}.remove`, entityType, entityId: before.id, before });
  };

  const changeOf = (action: string, before: Row | undefined, after: Row) => {
    const kept = (of: Row) => Object.fromEntries(["status", ...fields].map((name) => [name, of[name]]));
    return { action: `${entityType}.${action}`, entityType, entityId: after.id, before: before && kept(before), after: kept(after) };
  };

  const save = async (tx: Db, saving: Saving, action: string, before: Row, values: Values) => {
    const written = await completed(tx, saving, before, values);
    const rows = await tx.update(table).set(written).where(eq(table.id, before.id)).returning().catch(refused);
    const [row] = rows as Row[];
    if (!row) throw new Refusal("unexpected");
    await recordChange(tx, saving.actor, changeOf(action, before, row));
  };

  /** New records from what their form sends, behind all others and in this order. */
  const add = async (tx: Db, saving: Saving, bodies: unknown[]): Promise<string[]> => {
    const { actor, clock } = saving;
    const written: Values[] = [];
    for (const [at, body] of bodies.entries()) {
      const draft = draftOf(fields, times, body);
      const position = sql`(select coalesce(max(position), 0) from ${table}) + ${at + 1}::int`;
      const values = { ...draft, english: englishStateOf(draft), position, updatedBy: actor.id, createdAt: clock(), updatedAt: clock() };
      written.push(await completed(tx, saving, undefined, values));
    }
    const rows = (await tx.insert(table).values(written).returning().catch(refused)) as Row[];
    await recordChanges(
      tx,
      actor,
      rows.map((row) => changeOf("create", undefined, row)),
    );
    return rows.map(({ id }) => id);
  };

  return [
    on(choices, async ({ db, locale }) => {
      const rows = await db
        .select({ id: table.id, label })
        .from(table)
        .where(sql`${table.status} <> 'archived'`)
        .orderBy(ordered ? asc(table.position) : asc(labelText), asc(table.id))
        .limit(500);
      return { items: rows.map((row) => ({ id: row.id as string, label: textOf(row.label, locale), names: namesIn(row.label) })) };
    }),

    on(list, ({ db, query, locale }) => page(db, query, locale)),
    on(records, ({ db, query, locale }) => page(db, query, locale)),

    on(importRows, (call) =>
      importSheet(call, { path: importRows.path, Draft, add: (tx, drafts) => add(tx, { ...call, registers: noRegisters }, drafts) }),
    ),

    on(create, async (call) => {
      const [id = ""] = await call.db.transaction((tx) => add(tx, call, [call.body]));
      return read(call.db, id);
    }),

    on(get, ({ db, params }) => read(db, params.id)),

    on(update, async (call) => {
      const { db, actor, params, body, clock } = call;
      const draft = draftOf(fields, times, body);
      await db.transaction(async (tx) => {
        const version = Number(body.version);
        const before = (await lockVersion(tx, table, { id: params.id, version }, () => read(tx, params.id))) as Row;
        const english = englishStateOf(draft, before);
        await save(tx, call, "edit", before, {
          ...draft,
          english,
          version: version + 1,
          updatedBy: actor.id,
          updatedAt: clock(),
        });
      });
      return read(db, params.id);
    }),

    on(setStatus, async (call) => {
      const {
        db,
        params,
        body: { status },
      } = call;
      await db.transaction(async (tx) => {
        const [before] = (await tx.select().from(table).where(eq(table.id, params.id)).for("update")) as Row[];
        if (!before) throw new Refusal("not_found");
        if (before.status !== status) await setState(tx, call, before, status, call.clock());
      });
      return read(db, params.id);
    }),

    on(bulk, (call) =>
      changeMany(call.db, call.body, {
        table,
        namedBy,
        where: chosenIn(call.body.selection),
        nameOf: (row) => textOf(row[labelName], call.locale),
        check: async (tx, row) => check?.(tx, row as never, { settings: call.settings, step: row.status }),
        apply: (tx, row, action) => (action === "remove" ? takeAway(tx, call.actor, row) : setState(tx, call, row, action, call.clock())),
      }),
    ),
    ...(setting
      ? [
          on(setting.call, (call) =>
            setMany(call.db, call.body, {
              ...{ table, schemas: setting.schemas, where: chosenIn(call.body.selection) },
              apply: (tx, row, values) =>
                save(tx, call, "edit", row, {
                  ...values,
                  version: sql`${table.version} + 1`,
                  updatedBy: call.actor.id,
                  updatedAt: call.clock(),
                }),
            }),
          ),
        ]
      : []),
    ...(checkLink && url ? [on(checkLink, (call) => lookNow(call, table, url, call.params.id))] : []),

    on(move, ({ db, actor, params, body: { to } }) => db.transaction((tx) => moveRow(tx, actor, table, entityType, params.id, to))),

    on(remove, ({ db, actor, params: { id } }) =>
      db.transaction(async (tx) => {
        const [before] = (await tx.select().from(table).where(eq(table.id, id)).for("update")) as Row[];
        if (!before) throw new Refusal("not_found");
        if (before.status === "published") throw new Refusal("wrong_state");
        const count = (await countDependents(tx, { table, namedBy }, [id], "all")).get(id);
        if (count) throw new Refusal("in_use", { count });
        await takeAway(tx, actor, before);
        return { success: true as const };
      }),
    ),
  ];
}

const actions: Record<ContentStatus, string> = { draft: "withdraw", published: "publish", archived: "archive" };

/** Rows of a subject that are on line, in the order editors gave unless said otherwise. */
export function onLine(table: PgTable): SQL {
  return eq((table as ContentTable).status, "published");
}
