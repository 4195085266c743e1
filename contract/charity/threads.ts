import * as z from "zod";
import { type Endpoint, endpoint, listQuery, type PageOf, pageOf } from "../api/endpoint.ts";
import { daysBetween } from "../api/list-filters.ts";
import { locales } from "../formats/locale.ts";
import { filled } from "../formats/validation.ts";

/** Threads that people start on the site and staff answer by mail: messages, applications. Each kind has its own state for waiting. */
export const threadStatuses = <const Waiting extends string>(waiting: Waiting) => [waiting, "answered", "closed"] as const;

const admins = { roles: ["ADMIN"] } as const;
const byId = z.object({ id: z.uuid() });

/** An answer; `version` is that of the thread as its author has read it, so that two people do not answer without knowing. */
export const ReplyDraft = z.object({
  body: filled("threads:error.body", 5_000),
  version: z.coerce.number().int(),
});

const frameOf = <Waiting extends string>(waiting: Waiting) => ({
  id: z.uuid(),
  ticket: z.string(),
  name: z.string(),
  status: z.enum(threadStatuses(waiting)),
  receivedAt: z.iso.datetime(),
  /** The day by which an answer was promised, while one is due. */
  dueOn: z.iso.date().nullable(),
  late: z.boolean(),
});

const exchange = {
  email: z.string(),
  locale: z.enum(locales),
  message: z.string(),
  version: z.int(),
  replies: z.array(z.object({ id: z.uuid(), author: z.string(), body: z.string(), at: z.iso.datetime() })),
};

type Options<Waiting extends string, Row extends z.ZodRawShape, Filters extends z.ZodRawShape> = {
  waiting: Waiting;
  /** The columns of a row other than number, name, state and day. */
  row: Row;
  filters: Filters;
};

/** The back-office's API of one kind of thread: list, the whole exchange, an answer, and the states that staff give by hand. */
export function threadApi<Waiting extends string, Row extends z.ZodRawShape, Filters extends z.ZodRawShape>(
  path: `/api/admin/${string}`,
  { waiting, row, filters }: Options<Waiting, Row, Filters>,
) {
  const frame = frameOf(waiting);
  const Row = z.object({ ...frame, ...row } as typeof frame & Row);
  const Record = z.object({ ...frame, ...exchange, ...row } as typeof frame & typeof exchange & Row);
  const narrowed = {
    status: frame.status.optional().catch(undefined),
    due: z.literal("late").optional().catch(undefined),
    ...daysBetween("receivedAt"),
    ...filters,
  };
  const Query = listQuery(["receivedAt", "name"], narrowed);
  const byHand = z.object({ status: z.enum([waiting, "closed"]) });
  return {
    Row,
    Record,
    Query,
    list: endpoint({ method: "GET", path, access: admins, query: Query, response: pageOf(Row) }),
    get: endpoint({ method: "GET", path: `${path}/:id`, access: admins, params: byId, response: Record }),
    reply: endpoint({
      method: "POST",
      path: `${path}/:id/replies`,
      access: admins,
      params: byId,
      body: ReplyDraft,
      response: Record,
      status: 201,
    }),
    setStatus: endpoint({ method: "POST", path: `${path}/:id/status`, access: admins, params: byId, body: byHand, response: Record }),
  };
}

/** Any thread, as pages of all of them see it. */
export type ThreadRow = z.infer<z.ZodObject<ReturnType<typeof frameOf<string>>>>;
export type ThreadRecord = ThreadRow & z.infer<z.ZodObject<typeof exchange>>;

type Query = {
  q: string;
  sort: "receivedAt" | "name";
  order: "asc" | "desc";
  page: number;
  perPage: number;
  status?: string;
  due?: "late";
  receivedAtFrom?: string;
  receivedAtTo?: string;
};
type Call<Body extends z.ZodType> = Endpoint<typeof byId, z.ZodUndefined, Body, z.ZodType<ThreadRecord>, typeof admins>;

/** The API of any kind of thread, for code that handles all alike. */
export type ThreadApi = {
  list: Endpoint<z.ZodUndefined, z.ZodType<Query>, z.ZodUndefined, z.ZodType<PageOf<ThreadRow>>, typeof admins>;
  get: Call<z.ZodUndefined>;
  reply: Call<typeof ReplyDraft>;
  setStatus: Call<z.ZodObject<{ status: z.ZodType<string> }>>;
};
