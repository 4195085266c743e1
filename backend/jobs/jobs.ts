import { purgeIdempotencyKeys } from "#backend/http/idempotency";
import { purgeLimits } from "#backend/http/limits";
import type { Services } from "#backend/http/services";
import { purgeOidcRecords } from "#backend/identity/adapter";
import { purgeLoginRequests } from "#backend/identity/login";
import { publishDueArticles } from "#backend/modules/articles/publication";
import type { ReadingCounter } from "#backend/modules/articles/readings";
import { checkAndAnchor } from "#backend/modules/audit/anchor";
import { purgeLooseFiles } from "#backend/modules/documents/record-files";
import { checkLinks } from "#backend/modules/links/checks";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { buildWaitingArchives, purgeArchives } from "#backend/modules/privacy/archive";
import { finishErasures, replayErasures } from "#backend/modules/privacy/erasure";
import { applyRetention } from "#backend/modules/privacy/retention";
import { purgeSheets } from "#backend/modules/sheets/routes";
import { beginYearlyCheck } from "#backend/modules/verification/yearly";
import type { Mailer } from "#backend/ports/mailer";
import type { Job } from "./queue.ts";

export const mailJob = "send-mail";
export const copyJob = "copy-personal-data";

/** Everything the backend does by itself, and when. */
export function backendJobs(given: Services, mailer: Mailer | null, readings: ReadingCounter): Job[] {
  // No request waits for them: they may take minutes, on connections of their own.
  const services = { ...given, db: given.database.jobs };
  const { db, clock } = services;
  return [
    {
      name: mailJob,
      every: "* * * * *",
      async run() {
        const { more } = await sendWaitingMails(services, mailer);
        if (more) services.wakeMail();
      },
    },
    { name: "publish-articles", every: "* * * * *", run: () => publishDueArticles(db, clock()) },
    { name: "save-readings", every: "* * * * *", run: () => readings.save() },
    { name: copyJob, every: "* * * * *", run: () => buildWaitingArchives(services) },
    { name: "finish-erasures", every: "* * * * *", run: () => finishErasures(services) },
    { name: "replay-erasures", every: "7 * * * *", run: () => replayErasures(services, clock()) },
    { name: "check-links", every: "40 2 * * *", daily: true, run: () => checkLinks(services) },
    { name: "retention", every: "20 4 * * *", daily: true, run: () => applyRetention(services) },
    {
      name: "purge",
      every: "17 * * * *",
      async run() {
        const now = clock();
        await purgeLoginRequests(db, now);
        await purgeOidcRecords(db, now);
        await purgeIdempotencyKeys(db, now);
        await purgeLimits(db, now);
        await purgeArchives(services, now);
        await purgeSheets(db, now);
        await purgeLooseFiles(services, now);
      },
    },
    // Daily, since the process may be stopped on the day: what was begun is not begun again.
    { name: "begin-yearly-check", every: "5 6 * * *", daily: true, run: () => beginYearlyCheck(services) },
    { name: "check-audit-log", every: "40 3 * * *", daily: true, run: () => checkAndAnchor(services) },
  ];
}
