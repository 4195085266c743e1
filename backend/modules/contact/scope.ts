import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { type Holder, sectorsWith } from "#contract/accounts/permissions";
import { messages } from "./tables.ts";

type Reader = Pick<Actor, "role"> & Pick<Holder, "extraData">;

const sectorsOf = (reader: Reader) => sectorsWith(reader, ["MESSAGES_ANSWER"]);

/** Whether somebody answers messages at all: those to their local teams, or all of them. */
export const answersMessages = (reader: Reader) => reader.role === "ADMIN" || sectorsOf(reader).length > 0;

/** The condition on the messages that somebody reads and answers: undefined for administrators, none where nothing is granted. */
export function messagesReadBy(reader: Reader): SQL | undefined {
  if (reader.role === "ADMIN") return undefined;
  const theirs = sectorsOf(reader);
  return theirs.length > 0 ? inArray(messages.sectorId, theirs) : sql`false`;
}

/** The same for one message. */
export const mayReadMessage = async (db: Db, reader: Reader, id: string) =>
  (await db.$count(messages, and(eq(messages.id, id), messagesReadBy(reader)))) > 0;
