import * as z from "zod";
import type { Access } from "../accounts/access.ts";
import { type ImportApi, importApi } from "../accounts/imports.ts";
import { Done, type Endpoint, endpoint, listQuery, type PageOf, pageOf, Selection } from "../api/endpoint.ts";
import { EnglishState, type Localized } from "../formats/localized.ts";
import { BinQuery, DeletedContent, Restored, RestoreRequest } from "./content-bin.ts";
import { LinkCheck, LinkChecked } from "./link-checks.ts";

/** Content is what the team writes other than articles: partners, press, questions, help… All of it is for the public pages but `internalContents`. */
export const contentStatuses = ["draft", "published", "archived"] as const;
export const ContentStatus = z.enum(contentStatuses);
export type ContentStatus = z.infer<typeof ContentStatus>;

/** The states that a record can move to from each state. */
export const contentSteps: Record<ContentStatus, readonly ContentStatus[]> = {
  draft: ["published", "archived"],
  published: ["draft", "archived"],
  archived: ["draft"],
};

/** Actions on records other than editing: a change of state, and deletion. */
export const contentActions = [...contentStatuses, "remove"] as const;
export type ContentAction = (typeof contentActions)[number];

export const moves = ["up", "down"] as const;
export type Move = (typeof moves)[number];

type Editors = Exclude<Access, "public">;
const admins: Editors = { roles: ["ADMIN"] };
const byId = z.object({ id: z.uuid() });

/** What every record of content has, whatever its subject. */
const frame = {
  id: z.uuid(),
  status: ContentStatus,
  english: EnglishState,
  updatedAt: z.iso.datetime(),
  /** What is known of the page that the record leads to, where its subject has such pages checked. */
  link: LinkCheck.nullish(),
  /** How many records refer to it, in lists that show it. */
  dependents: z.int().optional(),
};

/** One of a subject's records as a choice in another subject's form; `names` are what it is called in either language. */
export const ContentChoice = z.object({ id: z.uuid(), label: z.string(), names: z.array(z.string()) });
export type ContentChoice = z.infer<typeof ContentChoice>;

/** Several records that one of a subject refers to, by their ids, each once; they have no order of their own. */
export const references = (max = 20) =>
  z
    .array(z.uuid())
    .max(max)
    .overwrite((ids) => [...new Set(ids)].sort())
    .default([]);

/** One action on the rows chosen in a list; a dry run only says what it would do. */
const ContentBulk = z.object({ action: z.enum(contentActions), selection: Selection, dryRun: z.boolean().default(false) });
export type ContentBulk = z.infer<typeof ContentBulk>;

/** The same value for one field of the rows chosen in a list; a dry run only counts. */
const BulkEdit = z.object({
  field: z.string(),
  value: z.string().max(100).nullish(),
  selection: Selection,
  dryRun: z.boolean().default(false),
});
export type BulkEdit = z.infer<typeof BulkEdit>;

/** How many rows were chosen, how many of them change with the names of the first, and how many have the value already. A dry run names all chosen rows. */
const BulkEditResult = z.object({
  count: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  names: z.array(z.string()),
  /** The task that does it, when there are too many rows for one request: then nothing is counted. */
  task: z.uuid().nullable(),
});
export type BulkEditResult = z.infer<typeof BulkEditResult>;

export const contentRefusals = [
  "wrong_state",
  "in_use",
  "people_registered",
  "no_consent",
  "still_home",
  "not_approved",
  "no_french",
  "invalid",
] as const;

/** The outcome for the selected rows: changed, unchanged because they have that state already, or refused; the first changed and refused ones are named. */
const ContentBulkResult = z.object({
  count: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  names: z.array(z.string()),
  refusals: z.array(z.object({ id: z.uuid(), name: z.string(), reason: z.enum(contentRefusals), dependents: z.int() })),
  /** Restores the deleted ones; null when none is in the bin. */
  batch: z.uuid().nullable(),
  /** The task that does it, when there are too many rows for one request: then nothing is counted. */
  task: z.uuid().nullable(),
});
export type ContentBulkResult = z.infer<typeof ContentBulkResult>;

/** `batch` restores what is in the bin; null when it was deleted for good. */
const Removed = z.object({ success: z.literal(true), batch: z.uuid().nullable() });

type Options<
  Draft extends z.ZodObject,
  Row extends keyof Draft["shape"] & string,
  Filters extends z.ZodRawShape,
  Counted extends string,
  Facts extends z.ZodRawShape,
> = {
  /** Who reads and edits records, where these are not administrators alone: all of them, or those within the scope of the subject. */
  editors?: Editors;
  /** Who chooses one of them in the form of another subject, where these are not administrators alone. */
  choosers?: Editors;
  /** What an editor may submit. Its fields are the columns of the table. */
  draft: Draft;
  /** The schema of a record that is not complete yet, with fewer required fields, where records are also created elsewhere than in this form. */
  begun?: Draft;
  /** The fields that the list shows. */
  row: readonly Row[];
  /** Names of counters of what visitors do: lists show and sort by them, and no form writes them. */
  counted?: readonly Counted[];
  /** What the list says of a record from other tables, such as how many people take part; it is not sorted by. */
  facts?: Facts;
  /** Filters of the list, in addition to the status and the state of the translation. */
  filters?: Filters;
  /** The default order of the list: the order set by editors, or the last change. */
  ordered?: boolean;
  /** Fields that bulk editing may set: a reference to another record, a day. No other field may depend on them. */
  bulkEditable?: readonly Row[];
  /** Whether the list has a column with how many other records refer to each. */
  used?: boolean;
  /** Whether the pages at `url` are checked each week. */
  linked?: boolean;
  /** What an edit says beside the fields of the record. */
  alongside?: z.ZodRawShape;
  /** Another default sort field, descending unless `order` says otherwise. */
  sortedBy?: Row;
  order?: "asc" | "desc";
};

/**
 * The back-office's API of one subject of content: list, files, import, choices, create, get, update, state, order and removal.
 * `version` in an edit is the one the editor started from: another one in the database answers 409.
 */
export function contentApi<
  Draft extends z.ZodObject,
  Row extends keyof Draft["shape"] & string,
  Filters extends z.ZodRawShape,
  Counted extends string = never,
  Facts extends z.ZodRawShape = Record<never, never>,
>(
  path: `/api/admin/${string}`,
  {
    editors = admins,
    choosers = editors,
    draft,
    begun = draft,
    row,
    counted = [],
    facts = {} as Facts,
    bulkEditable = [],
    filters = {} as Filters,
    ordered = false,
    used = false,
    linked = false,
    alongside = {},
    sortedBy,
    order = ordered ? "asc" : "desc",
  }: Options<Draft, Row, Filters, Counted, Facts>,
) {
  const mask = Object.fromEntries(row.map((name) => [name, true])) as { [Key in Row]: true };
  const Edit = draft.extend({ version: z.int(), ...alongside });
  const numbers = Object.fromEntries(counted.map((name) => [name, z.int()])) as { [Key in Counted]: z.ZodInt };
  const base = { ...frame, ...numbers };
  const listed = { ...base, ...facts };
  const Row = begun.pick(mask as never).extend(listed) as z.ZodObject<Pick<Draft["shape"], Row> & typeof listed>;
  const Record = begun.extend({ ...base, updatedBy: z.string(), version: z.int(), dependents: z.int() });
  const narrowed = {
    status: ContentStatus.optional().catch(undefined),
    english: EnglishState.optional().catch(undefined),
    link: linked ? z.literal("check").optional().catch(undefined) : z.undefined().catch(undefined),
    ...filters,
  };
  const usual = ordered ? (["position", "updatedAt"] as const) : (["updatedAt", "position"] as const);
  const others = ["status", "english", ...row, ...counted] as const;
  type Sort = Row | Counted | (typeof usual | typeof others)[number];
  const sorts: [Sort, ...Sort[]] = sortedBy ? [sortedBy, ...usual, ...others] : [...usual, ...others];
  const Query = listQuery(sorts, narrowed, { order });
  return {
    Draft: draft,
    Edit,
    Row,
    Record,
    Query,
    counted,
    ordered,
    used,
    linked,
    sortedBy,
    list: endpoint({ method: "GET", path, access: editors, query: Query, response: pageOf(Row) }),
    /** The same list with every field of its records, for exports. */
    records: endpoint({ method: "GET", path: `${path}/records`, access: editors, query: Query, response: pageOf(begun.extend(listed)) }),
    /** Creates drafts from the rows of a file, and changes the records that they name. */
    imports: importApi(path, admins),
    choices: endpoint({ method: "GET", path: `${path}/choices`, access: choosers, response: z.object({ items: z.array(ContentChoice) }) }),
    create: endpoint({ method: "POST", path, access: editors, body: draft, response: Record, status: 201 }),
    get: endpoint({ method: "GET", path: `${path}/:id`, access: editors, params: byId, response: Record }),
    update: endpoint({ method: "PATCH", path: `${path}/:id`, access: editors, params: byId, body: Edit, response: Record }),
    setStatus: endpoint({
      method: "POST",
      path: `${path}/:id/status`,
      access: editors,
      params: byId,
      body: z.object({ status: ContentStatus }),
      response: Record,
    }),
    ...(linked && {
      /** Checks now whether the page that a record links to exists. */
      checkLink: endpoint({ method: "POST", path: `${path}/:id/link`, access: admins, params: byId, response: LinkChecked }),
    }),
    ...(bulkEditable.length > 0 && {
      bulkEdit: {
        fields: bulkEditable as readonly string[],
        /** A form of each field by itself. */
        schemas: Object.fromEntries(bulkEditable.map((name) => [name, draft.pick({ [name]: true } as never)])) as Record<
          string,
          z.ZodObject
        >,
        call: endpoint({ method: "POST", path: `${path}/set`, access: admins, body: BulkEdit, response: BulkEditResult }),
      },
    }),
    move: endpoint({
      method: "POST",
      path: `${path}/:id/position`,
      access: admins,
      params: byId,
      body: z.object({ to: z.enum(moves) }),
      response: Done,
    }),
    bulk: endpoint({ method: "POST", path: `${path}/bulk`, access: editors, body: ContentBulk, response: ContentBulkResult }),
    /** Refused while something else refers to it, or while it is published. */
    remove: endpoint({ method: "DELETE", path: `${path}/:id`, access: admins, params: byId, response: Removed }),
    bin: endpoint({ method: "GET", path: `${path}/bin`, access: admins, query: BinQuery, response: pageOf(DeletedContent) }),
    restore: endpoint({ method: "POST", path: `${path}/bin/restore`, access: admins, body: RestoreRequest, response: Restored }),
    /** Deletes a record of the bin for good. */
    purge: endpoint({ method: "DELETE", path: `${path}/bin/:id`, access: admins, params: byId, response: Done }),
  };
}

/** What a field of content holds. */
export type ContentValue = string | number | boolean | null | undefined | string[] | Localized;
export type ContentRow = z.infer<z.ZodObject<typeof frame>> & { [field: string]: ContentValue | LinkCheck };
/** A record as its form needs it. */
export type StoredContent = ContentRow & { updatedBy: string; version: number };
export type ContentRecord = StoredContent & {
  /** How many records refer to it, published ones and those without states counted apart. */
  dependents: number;
};
export type ContentQuery = { q: string; sort: string; order: "asc" | "desc"; page: number; perPage: number };

type Call<Body extends z.ZodType, Answer, Params extends z.ZodType = typeof byId> = Endpoint<
  Params,
  z.ZodUndefined,
  Body,
  z.ZodType<Answer>,
  Editors
>;

/** The API of any subject, for code that handles all subjects the same way. */
export type ContentApi = {
  Draft: z.ZodObject;
  Edit: z.ZodObject;
  Record: z.ZodType<ContentRecord>;
  counted: readonly string[];
  Query: z.ZodType<ContentQuery>;
  ordered: boolean;
  used: boolean;
  linked: boolean;
  sortedBy?: string;
  list: Endpoint<z.ZodUndefined, z.ZodType<ContentQuery>, z.ZodUndefined, z.ZodType<PageOf<ContentRow>>, Editors>;
  records: ContentApi["list"];
  imports: ImportApi;
  choices: Call<z.ZodUndefined, { items: ContentChoice[] }, z.ZodUndefined>;
  create: Call<z.ZodType<Record<string, unknown>>, ContentRecord, z.ZodUndefined>;
  get: Call<z.ZodUndefined, ContentRecord>;
  update: Call<z.ZodType<Record<string, unknown>>, ContentRecord>;
  setStatus: Call<z.ZodType<{ status: ContentStatus }>, ContentRecord>;
  checkLink?: Call<z.ZodUndefined, { checked: boolean }>;
  bulkEdit?: {
    fields: readonly string[];
    schemas: Record<string, z.ZodObject>;
    call: Call<typeof BulkEdit, BulkEditResult, z.ZodUndefined>;
  };
  move: Call<z.ZodType<{ to: Move }>, { success: true }>;
  bulk: Call<typeof ContentBulk, ContentBulkResult, z.ZodUndefined>;
  remove: Call<z.ZodUndefined, { success: true; batch: string | null }>;
  bin: Endpoint<z.ZodUndefined, typeof BinQuery, z.ZodUndefined, z.ZodType<PageOf<DeletedContent>>, Editors>;
  restore: Call<typeof RestoreRequest, Restored, z.ZodUndefined>;
  purge: Call<z.ZodUndefined, { success: true }>;
};
