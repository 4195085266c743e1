import { eq } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { users } from "#backend/modules/users/tables";
import type { Locale } from "#contract/formats/locale";

/** The language of a member; nothing where nobody is to be written to. */
export async function localeOfMember(tx: Db, userId: string | null): Promise<Locale | null> {
  const [person] = userId
    ? await tx.select({ locale: users.locale, state: users.accountState }).from(users).where(eq(users.id, userId))
    : [];
  return person && person.state !== "left" ? person.locale : null;
}
