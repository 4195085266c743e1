import { and, eq } from "drizzle-orm";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { readJson } from "#backend/http/body";
import { fileResponse, privateFile } from "#backend/http/private-file";
import type { Env } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { ofToken } from "#backend/identity/one-time-links";
import { documents } from "#backend/modules/documents/tables";
import { removeLoose, storeFile } from "#backend/modules/documents/uploading";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { EntityType } from "#contract/api/entity-types";
import { OwnFile, type OwnThreadApi, type ThreadApi } from "#contract/charity/threads";
import type { repliesTable } from "./columns.ts";

type Replies = ReturnType<typeof repliesTable>;
type Attached = { id: string; name: string; sha256: string };

/**
 * Checks and stores the file of a message, if there is one, and hands it to `write`, in whose transaction `addRow` adds its row. The bytes are
 * removed again when `write` fails, or returns false because there is nothing to write. `field` is the one that a refused file is named by.
 */
export async function withAttachment(
  services: Pick<Services, "files" | "log" | "clock">,
  file: File | undefined,
  write: (attached: Attached | null, addRow: (tx: Db) => Promise<unknown>) => Promise<boolean>,
  field = "file",
): Promise<void> {
  if (!file) return void (await write(null, async () => {}));
  const stored = await storeFile(services.files, "messages", file).catch((error) => {
    throw error instanceof Refusal && error.code === "unsupported_document" ? fieldRefusal(field, "threads:error.fileKind") : error;
  });
  const values = { ...stored, kind: "MESSAGE_FILE", visibility: "owner", createdAt: services.clock() } as const;
  const { id, fileName, sha256, storageKey } = stored;
  try {
    const written = await write({ id, name: fileName, sha256 }, (tx) => tx.insert(documents).values(values));
    if (!written) await removeLoose(services, storageKey);
  } catch (error) {
    await removeLoose(services, storageKey);
    throw error;
  }
}

/** In bytes. The body is a token and an id. */
const longestRequest = 1024;

function tooLarge(): never {
  throw new Refusal("too_large");
}

type Thread = { replies: Replies; entityType: EntityType; mayRead?(actor: Actor, threadId: string): Promise<boolean> };

/** The files of one kind of thread: for staff, with each access in the log; and for the holder of the link of a mail, without those of notes. */
export function threadFiles(services: Services, api: unknown, { replies, entityType, mayRead }: Thread): Hono<Env>[] {
  const { db, limits } = services;
  const { get, own } = api as Pick<ThreadApi, "get"> & OwnThreadApi;
  const [path] = get.path.split("/:");
  const ofStaff = privateFile(services, `${path}/files/:id` as "/api/", get.access, async (actor, id) => {
    const [reply] = await db.select({ threadId: replies.threadId }).from(replies).where(eq(replies.fileId, id));
    if (!reply || (mayRead && !(await mayRead(actor, reply.threadId)))) return null;
    await recordChange(db, actor, { action: `${entityType}.read_file`, entityType, entityId: reply.threadId });
    return contentOf(services, id);
  });
  const ofWriter = new Hono<Env>().post(`${own.path}/files`, bodyLimit({ maxSize: longestRequest, onError: tooLarge }), async (http) => {
    const { token, id } = OwnFile.safeParse(await readJson(http)).data ?? {};
    const [link] = token ? await db.select({ threadId: replies.threadId }).from(replies).where(ofToken(replies, token)) : [];
    if (link) await limits.take("readFileByThread", link.threadId);
    const shown = link && id && and(eq(replies.fileId, id), eq(replies.threadId, link.threadId), eq(replies.internal, false));
    const file = shown && (await db.$count(replies, shown)) > 0 ? await contentOf(services, id) : null;
    if (!file) throw new Refusal("not_found");
    return fileResponse(http, file);
  });
  return [ofStaff, ofWriter];
}

/** The bytes of the file of a message, for a caller who has checked that they may be read; null once they are gone. */
export async function contentOf({ db, files }: Pick<Services, "db" | "files">, id: string) {
  const [row] = await db.select().from(documents).where(eq(documents.id, id));
  const bytes = row && (await files.get(row.storageKey));
  return row && bytes ? { bytes, mime: row.mime, name: `file.${row.mime.split("/").at(-1)}` } : null;
}
