import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { oldSince } from "#backend/privacy/retention";
import { purgeExports } from "./queries.ts";
import { taskRoutes } from "./routes.ts";
import { runTasks } from "./running.ts";
import { tasksJob } from "./starting.ts";

export const tasks: Module = {
  // The search words of a request may name somebody else: they are not copied.
  personalData: [{ table: "tasks", columns: ["owner_id"], ...by("owner_id"), hidden: ["query", "lease_holder"], erasure: "delete" }],
  notPersonal: { "task_items.item_id": "the id of a record of any kind, without its name, for thirty days" },
  retention: [oldSince("tasks", "tasks", "created_at")],
  parts: () => ({
    purge: ({ db }, now) => purgeExports(db, now),
    endpoints: taskRoutes,
    jobs: (services) => [
      {
        ...{ name: tasksJob, every: "* * * * *", atStart: true, everySeconds: 2 },
        run: (stopping) => runTasks(services, services.taskKinds, stopping),
      },
    ],
  }),
};
