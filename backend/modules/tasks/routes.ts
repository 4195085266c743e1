import { on } from "#backend/http/routes";
import { tasksApi } from "#contract/accounts/tasks";
import { cancelTask, countUnderWay, getTask, listTasks } from "./queries.ts";
import { recentCounts } from "./recent-counts.ts";

export const taskRoutes = [
  on(tasksApi.summary, async ({ actor, http, ...services }) => {
    const read = () => countUnderWay(services, actor);
    return { underWay: await (http.env?.page ? recentCounts.get(actor.id, read) : read()) };
  }),
  on(tasksApi.list, ({ actor, query, ...services }) => listTasks(services, actor, query.after)),
  on(tasksApi.get, ({ actor, params, query, locale, ...services }) => getTask(services, actor, params.id, locale, query.after)),
  on(tasksApi.cancel, async ({ actor, params, ...services }) => {
    await cancelTask(services, actor, params.id);
    recentCounts.clear();
    return { success: true as const };
  }),
];
