import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { and, desc, eq, lte, notInArray } from "drizzle-orm";
import { documents } from "#backend/modules/documents/tables";
import { users } from "#backend/modules/users/tables";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import { verificationChats, verificationMessages } from "#backend/modules/verification-chats/tables";
import type { FileStore } from "#backend/ports/files";
import { type CriteriaAnswers, type FileDocument, leftToLiveOn } from "#contract/accounts/criteria";
import type { AccountState } from "#contract/accounts/current-user";
import type { Role } from "#contract/accounts/roles";
import type { ChatStatus } from "#contract/accounts/verification-chats";
import type { Db } from "../db/client.ts";

const hour = 3_600_000;
/** Between the conversations of one script. */
const hoursApart = 31;

type DemoDocument = Pick<FileDocument, "kind" | "name" | "status"> & { reason?: string; hoursAgo: number };
type Message = { from: string; hoursAgo: number; body: string; internal?: boolean };
type Script = {
  /** An account by its e-mail address, or a number of generated ones. */
  who: string | { role: Role; state: AccountState };
  times?: number;
  status: ChatStatus;
  owner: string | null;
  file?: { status: "draft" | "to_verify" | "eligible" | "not_eligible"; answers: CriteriaAnswers };
  documents?: DemoDocument[];
  messages: Message[];
};
type Given = { people: Map<string, string>; files: FileStore; now: Date };

/** Conversations with the team, of accounts that are not open and of one that is, as `chats.json` has them, with answers and documents. */
export async function addChats(tx: Db, given: Given) {
  const scripts = JSON.parse(readFileSync("backend/demo/chats.json", "utf8")) as Script[];
  const taken = [...given.people.values()];
  for (const script of scripts) {
    const { who } = script;
    const chosen = typeof who === "string" ? [given.people.get(who) ?? ""] : await fromCrowd(tx, who, { ...script, taken, now: given.now });
    taken.push(...chosen);
    for (const [at, userId] of chosen.entries())
      await addChat(tx, script, userId, { ...given, now: new Date(given.now.getTime() - at * hoursApart * hour) });
  }
}

async function fromCrowd(
  tx: Db,
  { role, state }: { role: Role; state: AccountState },
  { times = 1, taken, now }: { times?: number; taken: string[]; now: Date },
) {
  const here = and(eq(users.role, role), eq(users.accountState, state), lte(users.createdAt, new Date(now.getTime() - 60 * 24 * hour)));
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(here, notInArray(users.id, taken)))
    .orderBy(desc(users.createdAt))
    .limit(times);
  return rows.map(({ id }) => id);
}

async function addChat(tx: Db, script: Script, userId: string, { people, files, now }: Given) {
  const ago = (hours: number) => new Date(now.getTime() - hours * hour);
  const lastMessageAt = ago(Math.min(...script.messages.map(({ hoursAgo }) => hoursAgo)));
  const first = ago(Math.max(...script.messages.map(({ hoursAgo }) => hoursAgo)));
  const ownerId = script.owner && people.get(script.owner);
  const [chat] = await tx
    .insert(verificationChats)
    .values({ userId, ownerId, status: script.status, lastMessageAt, createdAt: first, updatedAt: lastMessageAt })
    .returning();
  if (!chat) return;
  await tx.insert(verificationMessages).values(
    script.messages.map(({ from, hoursAgo, ...message }) => ({
      ...message,
      chatId: chat.id,
      fromId: people.get(from) ?? userId,
      at: ago(hoursAgo),
    })),
  );
  if (script.file) {
    const { status, answers } = script.file;
    const sentAt = status === "draft" ? null : first;
    await tx.insert(beneficiaryFiles).values({ userId, answers, leftToLiveOnCents: leftToLiveOn(answers), status, sentAt });
  }
  for (const { hoursAgo, ...document } of script.documents ?? [])
    await addSupportingDocument(tx, document, userId, {
      files,
      at: ago(hoursAgo),
      verifiedBy: ownerId || people.get("admin@maillon.example"),
    });
}

type DocumentSource = { files: FileStore; at: Date; verifiedBy: string | undefined };

async function addSupportingDocument(
  tx: Db,
  { kind, name, status, reason }: Omit<DemoDocument, "hoursAgo">,
  ownerId: string,
  { files, at, verifiedBy }: DocumentSource,
) {
  const bytes = new Uint8Array(readFileSync(`backend/demo/supporting-documents/${kind}.pdf`));
  const id = crypto.randomUUID();
  const storageKey = `papers/${id}`;
  const mime = "application/pdf";
  await files.put(storageKey, bytes, mime);
  await tx.insert(documents).values({
    id,
    kind,
    ownerId,
    visibility: "owner",
    storageKey,
    mime,
    bytes: bytes.byteLength,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    fileName: name,
    verification: status,
    createdAt: at,
    ...(status !== "pending" && { verifiedBy, verifiedAt: new Date(at.getTime() + 6 * hour), rejectReason: reason }),
  });
}
