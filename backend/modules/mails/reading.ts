import { and, eq } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import { Refusal } from "#backend/http/refusal";
import type { Services } from "#backend/http/services";
import { recordChange } from "#backend/modules/audit/recording";
import type { Locale } from "#contract/locale";
import type { MailQuery, MailRecord } from "#contract/mails";
import { pathOf } from "./outbox.ts";
import { mailTopics, renderMail } from "./rendering.ts";
import { outgoingMails } from "./tables.ts";

type Row = typeof outgoingMails.$inferSelect;

function shown(row: Row): MailRecord {
  return { ...row, createdAt: row.createdAt.toISOString(), sentAt: row.sentAt?.toISOString() ?? null };
}

export function listMails(db: Db, query: MailQuery) {
  const { status, createdAt } = outgoingMails;
  const where = and(contains(outgoingMails, query.q), query.status && eq(status, query.status));
  return pageOfRows(db, outgoingMails, query, { where, sorts: { createdAt } }, async (found, order) => {
    const rows = await db
      .select({ mail: outgoingMails })
      .from(outgoingMails)
      .innerJoin(found, eq(found.id, outgoingMails.id))
      .orderBy(...order);
    return rows.map(({ mail }) => shown(mail));
  });
}

/** One mail as it was or will be sent. It was written to someone else: the reading is written down. */
export async function readMail(db: Db, actor: Actor, id: string): Promise<MailRecord> {
  const [row] = await db.select().from(outgoingMails).where(eq(outgoingMails.id, id));
  if (!row) throw new Refusal("not_found");
  await recordChange(db, actor, { action: "mail.read", entityType: "mail", entityId: id });
  return shown(row);
}

/** What the templates say, with the name of each value in its place. */
export function previewTemplates(services: Pick<Services, "translate" | "settings">, locale: Locale) {
  return mailTopics.map((topic) => {
    const texts = services.translate(locale, `mails:${topic}`, { returnObjects: true, skipInterpolation: true });
    const names = [...JSON.stringify(texts).matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name);
    const values = Object.fromEntries(names.map((name) => [name, `[${name}]`]));
    return { topic, ...renderMail(services, { topic, locale, firstName: "Camille", path: pathOf[topic]?.(values), values }) };
  });
}
