import type { LoaderFunctionArgs } from "@remix-run/node";
import { tasksApi } from "#contract/accounts/tasks";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { download } from "~/lists/export.server";
import { csvParts, type Slices, streamOf } from "~/lists/table-files.server";
import { shownOutcome } from "~/subjects/tasks/shown-task";

/** What became of each item of a task, line by line. The first part is fetched before anything is sent, so that a refusal is a page. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/account/tasks/{id}/result.csv");
  const { api, t } = args.context;
  const id = args.params.id ?? "";
  api.withoutDeadline();
  const read = (from?: string) => api.call(tasksApi.items, { params: { id }, query: { from } });
  const first = await read().catch(orNotFound);
  async function* slices(): Slices {
    yield [[t("tasks:csv.line"), t("tasks:csv.name"), t("tasks:csv.outcome"), t("tasks:csv.reason"), t("tasks:csv.id")]];
    for (let part = first; ; ) {
      yield part.items.map((item) => [item.position, item.name ?? "", ...shownOutcome(t, item), item.id]);
      if (part.next === null) return;
      part = await read(part.next);
    }
  }
  return download(streamOf(csvParts(slices())), "text/csv; charset=utf-8", "maillon-result.csv");
}
