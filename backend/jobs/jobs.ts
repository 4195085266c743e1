import { purgeIdempotencyKeys } from "#backend/http/idempotency";
import type { Services } from "#backend/http/services";
import { purgeOidcRecords } from "#backend/identity/adapter";
import { purgeLoginRequests } from "#backend/identity/login";
import { purgeSessions } from "#backend/identity/sessions";
import { publishDueArticles } from "#backend/modules/articles/publication";
import type { ReadingCounter } from "#backend/modules/articles/readings";
import { firstBrokenAuditRow } from "#backend/modules/audit/verification";
import { purgeSentMails, sendWaitingMails } from "#backend/modules/mails/outbox";
import type { Mailer } from "#backend/ports/mailer";
import type { Job } from "./queue.ts";

export const mailJob = "send-mail";

/** Everything the backend does by itself, and when. */
export function backendJobs({ db, clock, log, settings }: Services, mailer: Mailer | null, readings: ReadingCounter): Job[] {
  const domain = new URL(settings.publicUrl).hostname;
  return [
    { name: mailJob, every: "* * * * *", run: async () => mailer && sendWaitingMails(db, mailer, clock(), domain) },
    { name: "publish-articles", every: "* * * * *", run: () => publishDueArticles(db, clock()) },
    { name: "save-readings", every: "* * * * *", run: () => readings.save() },
    {
      name: "purge",
      every: "17 * * * *",
      async run() {
        const now = clock();
        await purgeSessions(db, now);
        await purgeLoginRequests(db, now);
        await purgeOidcRecords(db, now);
        await purgeSentMails(db, now);
        await purgeIdempotencyKeys(db, now);
      },
    },
    {
      name: "check-audit-log",
      every: "40 3 * * *",
      async run() {
        const broken = await firstBrokenAuditRow(db);
        if (broken !== null) log.error({ seq: broken }, "the audit log's chain is broken");
      },
    },
  ];
}
