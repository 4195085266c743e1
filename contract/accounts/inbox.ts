import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";

export const noticeChannels = ["inbox", "email", "push"] as const;
export type NoticeChannel = (typeof noticeChannels)[number];
/** Those and `digest`: it was, or will be, in a summary by mail. */
export const loggedChannels = [...noticeChannels, "digest"] as const;

/** `sent` is in the inbox, or handed to the mail server or the push provider; the others are those of a mail. */
export const noticeStates = ["waiting", "sent", "failed", "expired"] as const;

/** The records that a notice may be about, whose pages show who was notified. */
export const noticeSubjects = [
  "event",
  "pledge",
  "membership",
  "receipt",
  "person",
  "message",
  "application",
  "gift_in_kind",
  "testimonial",
] as const;
export type NoticeSubject = (typeof noticeSubjects)[number];

/** The notices of one page of the inbox. */
export const inboxPage = 30;
/** Those that the panel in the header shows. */
export const latestNotices = 3;
/** Those of one page of what a person was sent. */
export const sentNotices = 50;
/** The latest ones that the page of a record shows. */
export const latestOfRecord = 5;
/** Unread notices are counted up to this number. */
export const unreadLimit = 99;

/** The number as people see it, such as `99+`. */
export const unreadLabel = (unread: number) => (unread > unreadLimit ? `${unreadLimit}+` : String(unread));

export const Notice = z.object({
  id: z.uuid(),
  topic: z.string(),
  /** In the reader's language. */
  title: z.string(),
  /** What a campaign says in one sentence. */
  sentence: z.string().nullable(),
  /** Where it leads, a path of the site, and the label of the link. */
  path: z.string().nullable(),
  action: z.string().nullable(),
  createdAt: z.iso.datetime(),
  isRead: z.boolean(),
});
export type Notice = z.infer<typeof Notice>;

export const InboxQuery = z.object({
  unread: z.stringbool().optional().catch(undefined),
  /** The id of the last notice of the page before. */
  after: z.uuid().optional().catch(undefined),
});

const Unread = z
  .int()
  .min(0)
  .max(unreadLimit + 1);

/** A channel by which a person was notified, with its result. */
export const SentNotice = z.object({
  id: z.uuid(),
  topic: z.string(),
  title: z.string(),
  channel: z.enum(loggedChannels),
  state: z.enum(noticeStates),
  createdAt: z.iso.datetime(),
  stateAt: z.iso.datetime(),
});
export type SentNotice = z.infer<typeof SentNotice>;

/** The same on the page of the record that it is about, with who was notified. `reader` is null for an address without account. */
export const RecordNotice = SentNotice.extend({ reader: z.object({ id: z.uuid(), name: z.string() }).nullable() });
export type RecordNotice = z.infer<typeof RecordNotice>;

const access = "authenticated" as const;
const params = z.object({ id: z.uuid() });

export const inboxApi = {
  /** How many notices are unread, at most one more than the limit, and the latest ones. */
  summary: endpoint({
    method: "GET",
    path: "/api/account/inbox/summary",
    access,
    response: z.object({ unread: Unread, latest: z.array(Notice) }),
  }),
  /** Notices from the latest on. `more` is whether older ones follow. */
  list: endpoint({
    method: "GET",
    path: "/api/account/inbox",
    access,
    query: InboxQuery,
    response: z.object({ items: z.array(Notice), more: z.boolean(), unread: Unread }),
  }),
  /** Marks a notice as read. Answers where it leads. */
  read: endpoint({
    method: "POST",
    path: "/api/account/inbox/:id/read",
    access,
    params,
    response: z.object({ path: z.string().nullable() }),
  }),
  readAll: endpoint({ method: "POST", path: "/api/account/inbox/read", access, response: Done }),
  /**
   * What a person was notified of in the last year, the latest first. `more` is whether older ones follow; `withheld`: without the right, what
   * concerns the events and kits of a student is left out.
   */
  ofPerson: endpoint({
    method: "GET",
    path: "/api/admin/users/:id/notices",
    access: { roles: ["ADMIN"] },
    params,
    query: InboxQuery.pick({ after: true }),
    response: z.object({ items: z.array(SentNotice), more: z.boolean(), withheld: z.boolean() }),
  }),
  /** Who was notified of a record in the last year, the latest first: `latest` has the few that its page shows. */
  ofRecord: endpoint({
    method: "GET",
    path: "/api/admin/notices/about/:id",
    access: { roles: ["ADMIN"] },
    params,
    query: InboxQuery.pick({ after: true }).extend({ latest: z.stringbool().optional().catch(undefined) }),
    response: z.object({ subject: z.enum(noticeSubjects).nullable(), items: z.array(RecordNotice), more: z.boolean() }),
  }),
};
