import { on } from "#backend/http/routes";
import type { Module } from "#backend/module";
import { bulkTask, runBulk } from "#backend/modules/tasks/bulk";
import { withTask } from "#backend/worker/task-kind";
import { mailBulkApi } from "#contract/api/mail-bulk";
import { movingMails } from "./moving.ts";

/** Bulk actions on mails, apart from them: tasks notify their owners, and so need mails. */
export const mailBulk: Module = {
  parts: () => ({
    endpoints: [
      withTask(
        on(mailBulkApi.move, async ({ actor, body, ...services }) => {
          if (body.step === "send" && !body.dryRun) await services.limits.take("mailOnRequestByPerson", actor.id);
          return runBulk(services, actor, body, movingMails);
        }),
        bulkTask(movingMails, (id) => `/dashboard/admin/mails/${id}`),
      ),
    ],
  }),
};
