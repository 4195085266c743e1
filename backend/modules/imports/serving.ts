import { done, on, type ServedEndpoint } from "#backend/http/routes";
import { withTask } from "#backend/worker/task-kind";
import type { ImportApi } from "#contract/accounts/imports";
import { type CheckBody, checkSheet, checkTask, readRows } from "./checking.ts";
import { type RunBody, runImport, runTask } from "./running.ts";
import type { ImportSubject } from "./subject.ts";
import { type UndoBody, undoImport, undoTask } from "./undoing.ts";

/** The routes of the import of a list. */
export function importRoutes(api: ImportApi, subject: ImportSubject): ServedEndpoint[] {
  return [
    on(api.read, async (call) => {
      await readRows(call, api.run.path, subject);
      return done;
    }),
    withTask<CheckBody>(
      on(api.check, (call) => checkSheet(call, api, subject)),
      checkTask(subject),
    ),
    withTask<RunBody>(
      on(api.run, (call) => runImport(call, api, subject)),
      runTask(subject),
    ),
    withTask<UndoBody>(
      on(api.undo, (call) => undoImport(call, api, subject)),
      undoTask(subject),
    ),
  ];
}
