import type { Db } from "#backend/db/client";
import { writeInInbox } from "#backend/modules/mails/notice-writing";
import type { AssemblyRow } from "./queries.ts";
import type { attendances } from "./tables.ts";

type Attendance = Pick<typeof attendances.$inferSelect, "id" | "userId" | "holderId">;

/** Notifies who gives a proxy and who holds it that it was recorded or withdrawn; their names are on their pages, and not in the notices. */
export async function notifyOfProxy(
  tx: Db,
  now: Date,
  { day }: AssemblyRow,
  { id, userId, holderId }: Attendance,
  move: "given" | "withdrawn",
) {
  if (!holderId) return;
  const people = [
    { part: "giver", userId },
    { part: "holder", userId: holderId },
  ];
  const notice = { path: "/account/membership", createdAt: now };
  await writeInInbox(
    tx,
    "proxy_moved",
    ...people.map(({ part, userId: of }) => ({
      ...notice,
      userId: of,
      values: { move, part, day },
      dedupeKey: `proxy:${id}:${move}:${part}`,
    })),
  );
}
