import { done, on } from "#backend/http/routes";
import { readNoticesOf } from "#backend/modules/notices/queries";
import { recentInboxes } from "#backend/modules/notices/recent-inboxes";
import { tasksApi } from "#contract/accounts/tasks";
import { noticeKeys } from "./notice.ts";
import { readOutcomes } from "./outcomes.ts";
import { cancelTask, getTask, listTasks, summaryOf } from "./queries.ts";
import { recentCounts } from "./recent-counts.ts";
import { undoTask } from "./undoing.ts";

export const taskRoutes = [
  on(tasksApi.summary, ({ actor, http, ...services }) => {
    const read = () => summaryOf(services, actor);
    return http.env?.page ? recentCounts.get(actor.id, read) : read();
  }),
  on(tasksApi.list, ({ actor, query, ...services }) => listTasks(services, actor, query.after)),
  on(tasksApi.get, ({ actor, params, query, locale, ...services }) => getTask(services, actor, params.id, locale, query.after)),
  on(tasksApi.items, ({ actor, params, query, locale, ...services }) =>
    readOutcomes(services, actor, locale, { id: params.id, from: query.from }),
  ),
  on(tasksApi.seen, async ({ actor, params, ...services }) => {
    const news = await readNoticesOf(services, actor.id, ...noticeKeys(params.id));
    if (news) recentInboxes.clear();
    return { news };
  }),
  on(tasksApi.undo, async ({ actor, params, ...services }) => ({ task: await undoTask(services, actor, params.id) })),
  on(tasksApi.cancel, async ({ actor, params, ...services }) => {
    await cancelTask(services, actor, params.id);
    recentCounts.clear();
    return done;
  }),
];
