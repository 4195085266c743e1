import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { isStillOpen } from "#backend/modules/mails/preferences";
import { notices } from "#backend/modules/notices/tables";
import { liveStatuses } from "#contract/charity/event-registrations";

/** Whether a message about an event, which cannot be stopped, is still sent: only open accounts get campaigns, and only guests who have not cancelled. */
export const isEventMailMeant = (db: Db, { id, userId }: { id: string; userId: string | null }) =>
  userId ? isStillOpen(db, userId) : isStillRegistered(db, id);

/** Whether the guest to whom a mail goes is registered, or was there. */
async function isStillRegistered(db: Db, mailId: string): Promise<boolean> {
  const { status, id } = eventRegistrations;
  const [guest] = await db
    .select({ id })
    .from(notices)
    .innerJoin(eventRegistrations, eq(id, notices.registrationId))
    .where(and(eq(notices.mailId, mailId), inArray(status, [...liveStatuses])));
  return guest !== undefined;
}
