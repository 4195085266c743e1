import { eq } from "drizzle-orm";
import { bouncedMailboxes } from "#backend/modules/mails/tables";
import type { TestBackend } from "./backend";

/** Makes an address dead, as a mail server would; the answer says whether it still is. */
export async function addDeadMailbox({ services: { db, clock } }: TestBackend, email: string) {
  const at = clock();
  await db.insert(bouncedMailboxes).values({ email, deadSince: at, reason: "hard", createdAt: at, lastReportAt: at });
  return async () => {
    const [row] = await db.select().from(bouncedMailboxes).where(eq(bouncedMailboxes.email, email));
    return row?.deadSince !== null;
  };
}
