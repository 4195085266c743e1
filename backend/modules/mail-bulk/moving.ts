import { and, gt, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { recordChanges } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { isDead } from "#backend/modules/mails/dead-mailboxes";
import { longestWait } from "#backend/modules/mails/outbox";
import { hasNothingToSay, isSentAgainOften, mailsMatching, withdrawn } from "#backend/modules/mails/queries";
import { outgoingMails } from "#backend/modules/mails/tables";
import { accountLinkTopics, guestTopics, linkTopics } from "#backend/modules/mails/topics";
import type { BulkAction } from "#backend/modules/tasks/bulk";
import { Refusal } from "#backend/refusal";
import { type MailBulk, mailBulkApi } from "#contract/api/mail-bulk";
import { MailQuery } from "#contract/api/mails";

const { id, topic, recipient, status, attempts, createdAt, dueAt, text, userId, claimedUntil, sendBefore, endsAt, endsWithLink } =
  outgoingMails;

/** Whether a mail had a link when it was written: somebody waits for it, and the link is stored with a mail that waits alone. */
const hasLink = or(inArray(topic, [...linkTopics, ...accountLinkTopics]), and(isNull(userId), inArray(topic, [...guestTopics])));

const isUnderWay = (now: Date) => and(isNotNull(claimedUntil), gt(claimedUntil, now));

function obstacleOf(db: Db, { step }: Pick<MailBulk, "step">, now: Date): SQL {
  if (step === "withdraw")
    return sql`case when ${status} <> 'waiting' then 'over' when ${isUnderWay(now)} then 'underWay' when ${hasLink} then 'requested' end`;
  return sql`case when ${status} = 'sent' then 'sent'
    when ${status} in ('expired', 'failed') and ${hasLink} then 'linkGone'
    when ${status} = 'expired' or ${status} = 'failed' and ${hasNothingToSay(now)} then 'ended'
    when ${status} = 'failed' and ${text} = '' then 'noText'
    when ${isUnderWay(now)} then 'underWay'
    when ${status} = 'waiting' and ${attempts} = 0 and ${gt(dueAt, now)} then 'planned'
    when ${isDead(db, recipient)} then 'dead'
    when ${isSentAgainOften(now)} then 'tooOften' end`;
}

/** Sends mails again, or withdraws those that wait. Neither changes a recipient or a text. */
export const movingMails: BulkAction<MailBulk> = {
  endpoint: mailBulkApi.move,
  table: outgoingMails,
  key: id,
  name: recipient,
  order: createdAt,
  matching: (query) => mailsMatching(MailQuery.parse(query)),
  obstacle: ({ db }, body, now) => obstacleOf(db, body, now),
  texts: "outbox:bulk.obstacle.",
  taskName: ({ step }) => `mail.${step}`,
  list: "/dashboard/admin/mails",
  async change({ db, actor, clock, settings, wakeMail, body: { step } }, ids) {
    const now = clock();
    if (step === "send" && settings.missing.includes("SMTP_URL")) throw new Refusal("no_mail_server");
    const moment = now.toISOString();
    const latest = sql`${new Date(now.getTime() + longestWait).toISOString()}::timestamptz`;
    const again = {
      sendBefore: sql`case when ${status} = 'failed' then least(${latest}, ${endsAt}) else ${sendBefore} end`,
      endsWithLink: sql`case when ${status} = 'failed' then coalesce(${endsAt} <= ${latest}, false) else ${endsWithLink} end`,
      ...{ status: "waiting" as const, dueAt: sql`least(${dueAt}, ${moment}::timestamptz)` },
    };
    await db
      .update(outgoingMails)
      .set({ ...(step === "send" ? again : withdrawn), updatedAt: now })
      .where(inArray(id, ids));
    const action = step === "send" ? ("mail.send_again" as const) : ("mail.withdraw" as const);
    await recordChanges(
      db,
      actor,
      ids.map((entityId) => ({ action, entityType: "mail" as const, entityId })),
    );
    wakeMail();
  },
};
