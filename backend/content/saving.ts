import { eq, sql } from "drizzle-orm";
import { recordChange, recordChanges } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { lockVersion } from "#backend/db/lists";
import { on, type ServedEndpoint } from "#backend/http/routes";
import { Refusal } from "#backend/refusal";
import type { ContentApi, ContentStatus } from "#contract/publishing/content";
import type { StoredContent as Row } from "./base-columns.ts";
import { englishStateOf } from "./english.ts";
import { readRecord } from "./listing.ts";
import { refuseComingDays } from "./past-days.ts";
import { draftOf, refused } from "./row-mapping.ts";
import { lockRow, rowsIn, type Saving, type SubjectModel, type Values } from "./store.ts";

/** Saves new records and edits. */
export function savingRoutes({ create, update }: ContentApi, store: SubjectModel): ServedEndpoint[] {
  const { table, fields, times } = store;
  return [
    on(create, async (call) => {
      const [id = ""] = await call.db.transaction((tx) => addRecords(tx, store, call, [call.body]));
      return readRecord(call.db, store, id);
    }),

    on(update, async (call) => {
      const { db, params, body } = call;
      const draft = draftOf(fields, times, body);
      await db.transaction(async (tx) => {
        const version = Number(body.version);
        const before = await lockVersion(tx, table, { id: params.id, version, allowed: store.within(call.actor) }, () =>
          readRecord(tx, store, params.id),
        );
        await saveRecord(tx, store, call, {
          ...{ action: "edit", before },
          values: { ...draft, english: englishStateOf(draft, before), version: version + 1 },
          alongside: body,
        });
      });
      return readRecord(db, store, params.id);
    }),
  ];
}

/** The values of a form with the derived columns, once the checks of the subject have passed. */
async function completed(
  tx: Db,
  { past = [], scope, derive, check }: SubjectModel,
  { actor, geocoder, settings, clock }: Saving,
  { before, values, step }: { before?: Row; values: Values; step?: ContentStatus },
): Promise<Values> {
  refuseComingDays(clock(), past, values);
  // A new record has everything but an id: its form has been validated.
  const record = { id: before?.id, status: "draft", ...before, ...values } as Row;
  await scope?.check(tx, actor, before, record);
  const follows = step ? {} : await derive?.(tx, record, { before, geocoder });
  await check?.(tx, { ...record, ...follows }, { settings, now: clock(), step });
  return { ...values, ...follows };
}

/** A change of one record; `step` is the state that it moves to. */
type Edit = { action: string; before: Row; values: Values; step?: ContentStatus; alongside?: Values };

/** Saves a change of a record, with its row in the audit log. */
export async function saveRecord(tx: Db, store: SubjectModel, saving: Saving, { action, before, values, step, alongside }: Edit) {
  const written = await completed(tx, store, saving, { before, values: step ? { ...values, status: step } : values, step });
  const stored = store.changed && (await lockRow(tx, store, before.id));
  const signed = { ...written, updatedBy: saving.actor.id, updatedAt: saving.clock() };
  const [row] = rowsIn(await tx.update(store.table).set(signed).where(eq(store.table.id, before.id)).returning().catch(refused));
  if (!row) throw new Refusal("unexpected");
  if (stored) await store.changed?.(tx, { before: stored, after: row, alongside }, saving);
  await recordChange(tx, saving.actor, changeOf(store, action, before, row));
}

/** Adds records from form values, after all others and in this order. */
export async function addRecords(tx: Db, store: SubjectModel, saving: Saving, bodies: unknown[]): Promise<string[]> {
  const { table, fields, times } = store;
  const { actor, clock } = saving;
  const written: Values[] = [];
  for (const [at, body] of bodies.entries()) {
    const draft = draftOf(fields, times, body);
    const position = sql`(select coalesce(max(position), 0) from ${table}) + ${at + 1}::int`;
    const values = { ...draft, english: englishStateOf(draft), position, updatedBy: actor.id, createdAt: clock(), updatedAt: clock() };
    written.push(await completed(tx, store, saving, { values }));
  }
  const rows = rowsIn(await tx.insert(table).values(written).returning().catch(refused));
  await recordChanges(
    tx,
    actor,
    rows.map((row) => changeOf(store, "create", undefined, row)),
  );
  return rows.map(({ id }) => id);
}

function changeOf({ entityType, fields }: SubjectModel, action: string, before: Row | undefined, after: Row) {
  const logged = (row: Row) => Object.fromEntries(["status", ...fields].map((name) => [name, row[name]]));
  return { action: `${entityType}.${action}`, entityType, entityId: after.id, before: before && logged(before), after: logged(after) };
}
