import { and, desc, eq, getTableName, type SQL, sql } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/pg-core";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import type { Actor } from "#backend/http/actor";
import { deletedContentFiles, deletedContents } from "#backend/modules/deleted-contents/tables";
import { documents } from "#backend/modules/documents/tables";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { maxPreviewedNames, type PageOf } from "#contract/api/endpoint";
import type { BinQuery, DeletedContent, Restored, RestoreRequest } from "#contract/publishing/content-bin";
import type { StoredContent as Row } from "./base-columns.ts";
import { partsOf } from "./dependents.ts";
import { isLocalizedColumn } from "./sorts.ts";
import { rowsIn, type SubjectModel, type Values } from "./store.ts";

/** What the bin stores of a row apart from the rest of it. */
const secretColumns = ["token_hash", "dedupe_key"];

/** Copies a record into the bin, with the rows that its deletion takes along, before it is deleted. */
export async function putInBin(
  tx: Db,
  store: SubjectModel,
  actor: Actor,
  { record, batch, now }: { record: Row; batch: string; now: Date },
) {
  const { table, label, labelName, entityType, sender } = store;
  const parts = (await partsOf(tx, table)).map(
    ({ table: part, column }) =>
      sql`${part}::text, (select coalesce(jsonb_agg(to_jsonb(part)), '[]') from ${sql.identifier(part)} part where part.${sql.identifier(column)} = it.id)`,
  );
  const secrets = sql`array[${sql.join(
    secretColumns.map((name) => sql`${name}::text`),
    sql`, `,
  )}]`;
  const name = isLocalizedColumn(label) ? record[labelName] : { fr: record[labelName] };
  const email = sender ? sql`it.${sql.identifier(sender.name)}` : sql`null`;
  await tx.execute(sql`
    insert into deleted_contents (id, entity_type, name, "row", secrets, parts, batch, email, created_at, deleted_at, deleted_by)
    select it.id, ${entityType}, ${JSON.stringify(name)}::jsonb, to_jsonb(it) - ${secrets},
      (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(to_jsonb(it)) where key = any(${secrets})),
      jsonb_build_object(${sql.join(parts, sql`, `)}), ${batch}::uuid, ${email}, it.created_at, ${now.toISOString()}::timestamptz, ${actor.id}::uuid
    from ${table} it where it.id = ${record.id}`);
  const files = filesOf(store, record);
  if (files.length > 0) await tx.insert(deletedContentFiles).values(files.map((documentId) => ({ recordId: record.id, documentId })));
}

/** The files that a record refers to, each once. */
function filesOf({ table, columns }: SubjectModel, record: Row): string[] {
  const referring = getTableConfig(table).foreignKeys.flatMap((key) => {
    const { foreignTable, columns: own } = key.reference();
    return foreignTable === documents ? own.map(({ name }) => name) : [];
  });
  const names = Object.keys(columns).filter((name) => referring.includes(columns[name]?.name ?? ""));
  return [...new Set(names.map((name) => record[name]).filter((id) => typeof id === "string"))];
}

/** The bin of a subject, what was deleted last first. */
export function listBin(db: Db, { entityType }: SubjectModel, query: BinQuery): Promise<PageOf<DeletedContent>> {
  const { id, name, deletedAt, deletedBy } = deletedContents;
  const where = eq(deletedContents.entityType, entityType);
  const lasts = sql`(select make_interval(months => months, days => days) from retention_policies where data_kind = 'deleted_contents')`;
  return pageOfRows(db, deletedContents, query, { where, sorts: { deletedAt } }, async (found, order) => {
    const rows = await db
      .select({
        ...{ id, name, deletedAt },
        purgedAt: sql<string>`${deletedAt} + ${lasts}`,
        deletedBy: sql<string>`coalesce(${fullName(users)}, '')`,
      })
      .from(deletedContents)
      .innerJoin(found, eq(found.id, id))
      .leftJoin(users, eq(users.id, deletedBy))
      .orderBy(...order);
    return rows.map((row) => ({ ...row, deletedAt: row.deletedAt.toISOString(), purgedAt: new Date(row.purgedAt).toISOString() }));
  });
}

/**
 * Restores one record, or all of one deletion that are still in the bin. A record that can no longer exist – its name is taken, or what it
 * refers to is gone – stays in the bin, and does not hold up the others.
 */
export function restoreFromBin(db: Db, store: SubjectModel, actor: Actor, request: RestoreRequest, now: Date): Promise<Restored> {
  const { id, batch, entityType } = deletedContents;
  const chosen: SQL = "id" in request ? eq(id, request.id) : eq(batch, request.batch);
  const where = and(chosen, eq(entityType, store.entityType));
  return db.transaction(async (tx) => {
    const result: Restored = { restored: 0, refused: 0, refusals: [], task: null };
    await restoreEach(tx, store, actor, {
      where,
      now,
      report({ id, name }, reason) {
        if (!reason) result.restored += 1;
        else {
          result.refused += 1;
          if (result.refusals.length < maxPreviewedNames) result.refusals.push({ id, name, reason });
        }
      },
    });
    if (result.restored + result.refused === 0) throw new Refusal("not_found");
    return result;
  });
}

type Each = { where: SQL | undefined; now: Date; report: (deleted: Deleted, reason: Reason | null) => void };

/** Restores each of these records by itself, in the transaction of the caller; `report` gets the outcome of each. */
export async function restoreEach(tx: Db, store: SubjectModel, actor: Actor, { where, now, report }: Each): Promise<void> {
  const { id, deletedAt } = deletedContents;
  const found = await tx.select().from(deletedContents).where(where).orderBy(desc(deletedAt), id).for("update");
  for (const deleted of found)
    report(deleted, await tx.transaction((step) => restore(step, store, actor, deleted, now)).then(() => null, reasonOf));
}

type Deleted = typeof deletedContents.$inferSelect;

async function restore(tx: Db, { table, entityType, fields }: SubjectModel, actor: Actor, deleted: Deleted, now: Date) {
  const { id, row, secrets, parts } = deleted;
  await tx.delete(deletedContents).where(eq(deletedContents.id, id));
  const changed = { updated_at: now.toISOString(), updated_by: actor.id, version: Number(row.version) + 1 };
  await insertRows(tx, getTableName(table), [{ ...row, ...secrets, ...changed }]);
  for (const [part, rows] of Object.entries(parts)) await insertRows(tx, part, rows);
  const [record] = rowsIn(await tx.select().from(table).where(eq(table.id, id)));
  if (!record) throw new Refusal("unexpected");
  const after = Object.fromEntries(["status", ...fields].map((name) => [name, record[name]]));
  await recordChange(tx, actor, { action: `${entityType}.undelete`, entityType, entityId: id, after });
}

/** Inserts rows as `to_jsonb` wrote them: a column that was added since takes its default, one that is gone is left out. Those that a trigger has written already stay. */
async function insertRows(tx: Db, table: string, rows: Values[]) {
  const [first] = rows;
  if (!first) return;
  const { rows: existing } = await tx.execute<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`);
  const columns = sql.join(
    existing.filter(({ name }) => name in first).map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  const into = sql.identifier(table);
  await tx.execute(sql`
    insert into ${into} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${into}, ${JSON.stringify(rows)}::jsonb)
    ${"version" in first ? sql`` : sql`on conflict do nothing`}`);
}

type Reason = Restored["refusals"][number]["reason"];

/** Why the database does not take a record back. */
function reasonOf(error: unknown): Reason {
  const { code } = ((error as { cause?: unknown }).cause ?? error) as { code?: string };
  if (code === "23505") return "taken";
  if (code === "23503") return "reference";
  if (code?.startsWith("23") || code === "P0001") return "invalid";
  throw error;
}

/** Deletes a record of the bin for good. */
export async function purgeFromBin(db: Db, { entityType }: SubjectModel, actor: Actor, id: string) {
  await db.transaction(async (tx) => {
    const gone = await tx
      .delete(deletedContents)
      .where(and(eq(deletedContents.id, id), eq(deletedContents.entityType, entityType)))
      .returning({ id: deletedContents.id });
    if (gone.length === 0) throw new Refusal("not_found");
    await recordChange(tx, actor, { action: `${entityType}.delete_for_good`, entityType, entityId: id });
  });
}
