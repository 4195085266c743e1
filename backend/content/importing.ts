import { inArray, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { fieldErrorsOf } from "#backend/http/field-errors";
import type { Found, ImportSubject, Values } from "#backend/modules/imports/subject";
import { noGeocoder } from "#backend/ports/geocoder";
import { Refusal } from "#backend/refusal";
import type { ContentApi } from "#contract/publishing/content";
import { contentOfType } from "#contract/publishing/content-names";
import type { StoredContent as Row } from "./base-columns.ts";
import { countDependents } from "./dependents.ts";
import { englishStateOf } from "./english.ts";
import { removeRecord } from "./removal.ts";
import { draftOf, shape, textOf } from "./row-mapping.ts";
import { addRecords, saveRecord } from "./saving.ts";
import { isLocalizedColumn } from "./sorts.ts";
import { lockRow, rowsIn, type SubjectModel } from "./store.ts";

/** The import of a subject of content: new records are drafts, and no point is looked up for a postal address. */
export function contentImport({ Draft }: ContentApi, store: SubjectModel): ImportSubject {
  const { table, columns, fields, texts, times, labelName, importKey = [] } = store;
  const geocoder = noGeocoder;
  // A text without any language, so that what is missing is its French.
  const noTexts = Object.fromEntries(texts.map((name) => [name, {}]));
  const formOf = (row: Row) => {
    const values = shape(row, texts, times) as Values;
    return Object.fromEntries(fields.map((name) => [name, values[name]]));
  };
  const foundOf = (row: Row): Found => ({ id: row.id, version: String(row.version), values: formOf(row) });
  return {
    list: `/dashboard/admin/${contentOfType(store.entityType)}`,
    key: importKey,
    nameOf: (draft, locale) => nameIn(draft[labelName], locale),

    async find({ db }, drafts) {
      const [first = ""] = importKey;
      const column = columns[first] as PgColumn;
      const written = sql`lower(regexp_replace(trim(${isLocalizedColumn(column) ? sql`${column}->>'fr'` : sql`${column}::text`}), '\\s+', ' ', 'g'))`;
      const names = drafts.map((draft) => nameIn(draft[first], "fr").trim().replace(/\s+/g, " ").toLowerCase());
      return rowsIn(await db.select().from(table).where(inArray(written, names)).for("update")).map(foundOf);
    },

    check(_, draft, found) {
      // What names the record stays as it is written there.
      const rest = Object.fromEntries(Object.entries(draft).filter(([name]) => !importKey.includes(name)));
      const parsed = Draft.safeParse(found ? { ...found.values, ...merged(texts, found.values, rest) } : { ...noTexts, ...draft });
      if (parsed.success) return parsed.data;
      throw new Refusal("invalid", { fieldErrors: fieldErrorsOf(parsed.error) });
    },

    async create(call, values) {
      const ids = await addRecords(call.db, store, { ...call, geocoder }, values);
      return ids.map((id) => ({ id, version: "1" }));
    },

    async update(call, { id, version }, values) {
      const before = await lockRow(call.db, store, id);
      const draft = draftOf(fields, times, values);
      const next = Number(version) + 1;
      await saveRecord(
        call.db,
        store,
        { ...call, geocoder },
        {
          ...{ action: "edit", before },
          values: { ...draft, english: englishStateOf(draft, before), version: next },
        },
      );
      return String(next);
    },

    async versions({ db }, ids) {
      const rows = rowsIn(await db.select().from(table).where(inArray(table.id, ids)).for("update"));
      return new Map(rows.map((row) => [row.id, String(row.version)]));
    },

    async remove({ db, actor, sheetId, clock }, id) {
      const before = await lockRow(db, store, id);
      if (before.status === "published") throw new Refusal("wrong_state");
      const count = (await countDependents(db, store, [id], "all")).get(id);
      if (count) throw new Refusal("in_use", { count });
      await removeRecord(db, store, actor, { before, batch: sheetId, now: clock() });
    },

    async putBack(call, { id, version }, former) {
      const before = await lockRow(call.db, store, id);
      const draft = draftOf(fields, times, former);
      await saveRecord(
        call.db,
        store,
        { ...call, geocoder },
        {
          ...{ action: "edit", before },
          values: { ...draft, english: englishStateOf(draft, before), version: Number(version) + 1 },
        },
      );
    },
  };
}

/** What a row says of a record that exists: an empty cell changes nothing, nor does a language that the file lacks. */
function merged(texts: string[], before: Values, draft: Values): Values {
  const given = Object.entries(draft).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(
    given.map(([name, value]) => {
      if (!texts.includes(name)) return [name, value];
      const written = Object.entries(value as object).filter(([, text]) => text !== undefined && text !== null);
      return [name, { ...(before[name] as object), ...Object.fromEntries(written) }];
    }),
  );
}

function nameIn(value: unknown, locale: "fr" | "en"): string {
  if (value && typeof value === "object") return textOf({ fr: "", ...value }, locale);
  return String(value ?? "");
}
