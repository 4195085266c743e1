import * as z from "zod";
import { attachment, MessageFile } from "../accounts/documents.ts";
import type { messageReaders } from "../accounts/permissions.ts";
import { EarlierQuery } from "../api/earlier.ts";
import { type Endpoint, endpoint, listQuery, type PageOf, pageOf } from "../api/endpoint.ts";
import { daysBetween } from "../api/list-filters.ts";
import { Token } from "../api/mail-links.ts";
import { locales } from "../formats/locale.ts";
import { filled } from "../formats/validation.ts";

/** Threads that people start on the site and staff answer by mail: messages, applications. Each kind has its own state for waiting. */
export const threadStatuses = <const Waiting extends string>(waiting: Waiting) => [waiting, "answered", "closed"] as const;

const admins = { roles: ["ADMIN"] } as const;
type StaffAccess = typeof admins | typeof messageReaders;
const byId = z.object({ id: z.uuid() });

/** In characters. */
const longestReply = 5_000;

/** An answer, or a note for the team; `version` is that of the thread as its author has read it, so that two people do not answer without knowing. */
export const ReplyDraft = z.object({
  body: filled("threads:error.body", longestReply),
  file: attachment,
  internal: z.boolean().default(false),
  version: z.coerce.number().int(),
});

/** A message of a conversation as staff read it. */
export const ThreadMessage = z.object({
  id: z.uuid(),
  /** Who wrote it. */
  from: z.string(),
  body: z.string(),
  at: z.iso.datetime(),
  /** A note, which only staff read. */
  internal: z.boolean(),
  fromStaff: z.boolean(),
  file: MessageFile.nullable(),
  /** Whether the mail with it did not arrive. */
  undelivered: z.boolean(),
});
export type ThreadMessage = z.infer<typeof ThreadMessage>;

/** What somebody writes to a conversation that a link of a mail opens. */
export const OwnReplyDraft = z.object({ body: filled("threads:error.own", longestReply), file: attachment });

/** An answer as the backend receives it: a form has no booleans. */
const SentReply = ReplyDraft.extend({ internal: z.stringbool().default(false) });

/** The link of a mail, and which page of its conversation. */
const OpenedPage = z.object({ token: Token, before: z.uuid().optional() });

/** A file of a conversation that a link of a mail opens. */
export const OwnFile = z.object({ token: Token, id: z.uuid() });

/** Whether there are replies before those that are shown. */
const hasEarlier = z.boolean();

/** A conversation as who started it reads it, without the notes; null where the link opens none. */
export const OwnThread = z
  .object({
    ticket: z.string(),
    /** In which language they wrote. */
    locale: z.enum(locales),
    message: z.string(),
    receivedAt: z.iso.datetime(),
    replies: z.array(ThreadMessage.omit({ internal: true, undelivered: true })),
    hasEarlier,
  })
  .nullable();
export type OwnThread = z.infer<typeof OwnThread>;

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
  replies: z.array(ThreadMessage),
  hasEarlier,
};

type Options<Waiting extends string, Row extends z.ZodRawShape, Filters extends z.ZodRawShape> = {
  waiting: Waiting;
  /** The columns of a row other than number, name, state and day. */
  row: Row;
  filters: Filters;
  /** Who reads and answers them in the back-office; administrators alone without it. */
  access?: StaffAccess;
};

/**
 * The API of one kind of thread. For the back-office: list, the whole exchange, an answer or note, and the states that staff give by hand. For
 * who started it, with the token of a mail's link: the exchange without notes, and a further message.
 */
export function threadApi<Waiting extends string, Row extends z.ZodRawShape, Filters extends z.ZodRawShape>(
  name: string,
  { waiting, row, filters, access = admins }: Options<Waiting, Row, Filters>,
) {
  const path = `/api/admin/${name}` as const;
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
  /** `version` is the one that was read: it is refused once something was written since. */
  const byHand = z.object({ status: z.enum([waiting, "closed"]), version: z.coerce.number().int() });
  return {
    Row,
    Record,
    Query,
    list: endpoint({ method: "GET", path, access, query: Query, response: pageOf(Row) }),
    get: endpoint({ method: "GET", path: `${path}/:id`, access, params: byId, query: EarlierQuery, response: Record }),
    reply: endpoint({
      method: "POST",
      path: `${path}/:id/replies`,
      access,
      params: byId,
      bodyType: "multipart",
      body: SentReply,
      response: Record,
      status: 201,
    }),
    setStatus: endpoint({ method: "POST", path: `${path}/:id/status`, access, params: byId, body: byHand, response: Record }),
    own: endpoint({
      method: "POST",
      path: `/api/own-${name}`,
      access: "public",
      body: OpenedPage,
      response: OwnThread,
    }),
    /** The same text twice in a row is one message. An answered or closed thread waits again. */
    write: endpoint({
      method: "POST",
      path: `/api/own-${name}/replies`,
      access: "public",
      bodyType: "multipart",
      body: OwnReplyDraft.extend({ token: Token }),
      response: OwnThread,
      status: 201,
    }),
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
type Call<Body extends z.ZodType> = Endpoint<typeof byId, z.ZodUndefined, Body, z.ZodType<ThreadRecord>, StaffAccess>;

/** The API of any kind of thread, for code that handles all alike. */
export type ThreadApi = {
  list: Endpoint<z.ZodUndefined, z.ZodType<Query>, z.ZodUndefined, z.ZodType<PageOf<ThreadRow>>, StaffAccess>;
  get: Endpoint<typeof byId, typeof EarlierQuery, z.ZodUndefined, z.ZodType<ThreadRecord>, StaffAccess>;
  reply: Call<typeof SentReply>;
  setStatus: Call<z.ZodObject<{ status: z.ZodType<string>; version: z.ZodType<number> }>>;
} & OwnThreadApi;

type OwnCall<Body extends z.ZodType> = Endpoint<z.ZodUndefined, z.ZodUndefined, Body, typeof OwnThread, "public">;

/** The part of it for who started a thread. */
export type OwnThreadApi = {
  own: OwnCall<typeof OpenedPage>;
  write: OwnCall<z.ZodObject<{ token: typeof Token } & (typeof OwnReplyDraft)["shape"]>>;
};
