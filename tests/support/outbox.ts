import { desc, eq } from "drizzle-orm";
import { decryptToken } from "#backend/modules/mails/sealing";
import { outgoingMails } from "#backend/modules/mails/tables";
import type { TestBackend } from "./backend";

/** The mails to an address, newest first, with those that wait in the words in which they will leave. */
export async function mailsTo({ services }: Pick<TestBackend, "services">, recipient: string) {
  const rows = await services.db
    .select()
    .from(outgoingMails)
    .where(eq(outgoingMails.recipient, recipient))
    .orderBy(desc(outgoingMails.createdAt));
  return rows.map((row) => {
    const token = row.sealedToken && decryptToken(services.settings.sessionSecrets, row.sealedToken);
    const whole = (words: string) => (token ? words.replaceAll(row.id, token) : words);
    return { ...row, subject: whole(row.subject), text: whole(row.text), html: whole(row.html) };
  });
}
