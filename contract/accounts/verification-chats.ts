import * as z from "zod";
import { EarlierQuery } from "../api/earlier.ts";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { locales } from "../formats/locale.ts";
import { filled } from "../formats/validation.ts";
import { CriteriaAnswers, CriteriaVersion, FileDocument } from "./criteria.ts";
import { AccountState } from "./current-user.ts";
import { attachment, MessageFile } from "./documents.ts";
import { accountManagers } from "./permissions.ts";
import { roles } from "./roles.ts";

const byId = z.object({ id: z.uuid() });

/** Who has to answer next, or that the chat is closed. */
export const chatStatuses = ["open", "waiting_user", "waiting_staff", "closed"] as const;
export const ChatStatus = z.enum(chatStatuses);
export type ChatStatus = z.infer<typeof ChatStatus>;

/** In characters. */
const longestMessage = 4_000;

/** A message as the account's owner reads it; internal notes are left out. */
export const ChatMessage = z.object({
  id: z.uuid(),
  /** First name of who wrote it. */
  from: z.string(),
  own: z.boolean(),
  body: z.string(),
  at: z.iso.datetime(),
  file: MessageFile.nullable(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** What the person writes. The field of the file is not called as that of a supporting document: a page may have both in one form. */
export const ChatDraft = z.object({ body: filled("pending:chat.empty", longestMessage), attachment });

/** What staff write: a message to the person, or an internal note. */
export const StaffDraft = z.object({ body: filled("chats:reply.empty", longestMessage), attachment, internal: z.boolean().default(false) });
export type StaffDraft = z.output<typeof StaffDraft>;

/** The same as the backend receives it: a form has no booleans. */
const SentMessage = StaffDraft.extend({ internal: z.stringbool().default(false) });

export const StaffMessage = ChatMessage.extend({ internal: z.boolean(), fromStaff: z.boolean() });
export type StaffMessage = z.infer<typeof StaffMessage>;

export const ChatRow = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  name: z.string(),
  role: z.enum(roles),
  team: z.string().nullable(),
  accountState: AccountState,
  status: ChatStatus,
  /** First name of the member of staff who is responsible. */
  owner: z.string().nullable(),
  mine: z.boolean(),
  /** Since when it is this turn: the first unanswered message of the person, or the last message. */
  turnSince: z.iso.datetime(),
});
export type ChatRow = z.infer<typeof ChatRow>;

export const chatOwners = ["me", "nobody"] as const;

/** Sorted by turn: those that wait for the team first, the longest wait first. Closed ones are shown on request. */
export const ChatQuery = listQuery(
  ["turn", "turnSince"],
  {
    status: ChatStatus.optional().catch(undefined),
    owner: z.enum(chatOwners).optional().catch(undefined),
    account: AccountState.optional().catch(undefined),
    /** Those in which the team owes an answer for longer than promised. */
    due: z.literal("late").optional().catch(undefined),
  },
  { order: "asc" },
);
export type ChatQuery = z.infer<typeof ChatQuery>;

export const verdicts = ["accept", "ask", "refuse"] as const;
export const Verdict = z.enum(verdicts);
export type Verdict = z.infer<typeof Verdict>;

/** Whether there are messages before those that are shown. */
const hasEarlier = z.boolean();

/** A chat with the file that it is about. */
export const ChatRecord = ChatRow.extend({
  email: z.string(),
  locale: z.enum(locales),
  registeredAt: z.iso.datetime(),
  /** When somebody last wrote to the other side. */
  lastMessageAt: z.iso.datetime(),
  /** What the reader may decide about the account now. */
  verdicts: z.array(Verdict),
  /** Whether administrators alone write and decide here, since rights were given to the person. */
  byAdministrators: z.boolean(),
  messages: z.array(StaffMessage),
  hasEarlier,
  documents: z.array(FileDocument),
  /** The number of restricted items, or null when the reader may see them. When it is set, messages, documents and file are empty. */
  withheld: z.object({ messages: z.int(), documents: z.int(), answers: z.boolean() }).nullable(),
  file: z.object({ version: CriteriaVersion, answers: CriteriaAnswers, sentAt: z.iso.datetime().nullable() }).nullable(),
});
export type ChatRecord = z.infer<typeof ChatRecord>;

/** A verdict on a document, given together with the decision about the account; without one it is unchanged. */
const DocumentVerdict = z
  .object({ id: z.uuid(), verdict: z.enum(["accepted", "rejected"]).optional(), reason: z.string().trim().max(500).optional() })
  .refine(({ verdict, reason }) => verdict !== "rejected" || !!reason, { path: ["reason"], error: "documents:decision.reasonNeeded" });

/** What staff decide about an account; the person reads the reason of a refusal, or what is missing: a document to be sent again says it by itself. */
export const Decision = z
  .object({ verdict: Verdict, reason: z.string().trim().max(1_000).optional(), documents: z.array(DocumentVerdict).max(50).optional() })
  .refine(({ verdict, reason, documents }) => verdict === "accept" || !!reason || (verdict === "ask" && asksForDocuments(documents)), {
    path: ["reason"],
    error: "chats:decision.reasonNeeded",
  });
const asksForDocuments = (documents: z.output<typeof DocumentVerdict>[] = []) => documents.some(({ verdict }) => verdict === "rejected");

/** The conversation as the account's owner reads it; without a state, nobody has written yet. */
const OwnChat = z.object({ status: ChatStatus.nullable(), messages: z.array(ChatMessage), hasEarlier });
export type OwnChat = z.infer<typeof OwnChat>;

/** The person's side, whatever the state of their account: a message opens the chat, or opens it again. */
export const chatApi = {
  own: endpoint({
    method: "GET",
    path: "/api/account/chat",
    access: "authenticated",
    query: EarlierQuery,
    response: OwnChat,
  }),
  write: endpoint({
    method: "POST",
    path: "/api/account/chat",
    access: "authenticated",
    bodyType: "multipart",
    body: ChatDraft,
    response: Done,
    status: 201,
  }),
};

/** The staff's side: inbox, conversation, note, owner, decision. Every opened file is written in the audit log. */
export const verificationChatsApi = {
  list: endpoint({
    method: "GET",
    path: "/api/admin/verification-chats",
    access: accountManagers,
    query: ChatQuery,
    response: pageOf(ChatRow),
  }),
  get: endpoint({
    method: "GET",
    path: "/api/admin/verification-chats/:id",
    access: accountManagers,
    params: byId,
    query: EarlierQuery,
    response: ChatRecord,
  }),
  write: endpoint({
    method: "POST",
    path: "/api/admin/verification-chats/:id/messages",
    access: accountManagers,
    params: byId,
    bodyType: "multipart",
    body: SentMessage,
    response: Done,
    status: 201,
  }),
  assign: endpoint({
    method: "POST",
    path: "/api/admin/verification-chats/:id/owner",
    access: accountManagers,
    params: byId,
    body: z.object({ mine: z.boolean() }),
    response: Done,
  }),
  close: endpoint({
    method: "POST",
    path: "/api/admin/verification-chats/:id/closing",
    access: accountManagers,
    params: byId,
    /** The time of the last message that was read: it is refused once there is another. Those from whom messages are withheld send none. */
    body: z.object({ seen: z.iso.datetime().optional() }),
    response: Done,
  }),
  /** `id` is the account's: writes to someone who may never have written to us. */
  writeTo: endpoint({
    method: "POST",
    path: "/api/admin/verification/:id/messages",
    access: accountManagers,
    params: byId,
    bodyType: "multipart",
    body: SentMessage,
    response: Done,
    status: 201,
  }),
  /** `id` is the account's: accepts it, refuses it, or sends it back to the person with what is missing. */
  decide: endpoint({
    method: "POST",
    path: "/api/admin/verification/:id/decision",
    access: accountManagers,
    params: byId,
    body: Decision,
    response: Done,
  }),
};
