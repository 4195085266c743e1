import { setImmediate as otherWork } from "node:timers/promises";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import * as z from "zod";
import {
  type ImportOutcome,
  importOutcomes,
  linesOfRequest,
  type Sheet,
  type SheetLine,
  sheetLimits,
  sheetsApi,
} from "#contract/accounts/imports";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { submit } from "~/forms/submission.server";
import { columnField, mappingIn, proposedMapping } from "./columns.server";
import { readFile } from "./read-file.server";
import { rowsOf } from "./rows.server";
import { shownLines } from "./shown-lines.server";
import type { ImportPage } from "./target";

const SheetUpload = z.object({ file: z.instanceof(File, { error: "content:import.file.missing" }) });

type Context = LoaderFunctionArgs["context"];

const exampleLength = 30;

/** The step in the query: file, columns, dry run, or report. */
export async function stepOf({ request, context }: LoaderFunctionArgs, page: ImportPage) {
  const search = new URL(request.url).searchParams;
  const id = search.get("sheet");
  const { path, list = path, about, created, agreement, foreign = false } = page;
  const shared = { path, list, about, created, agreement, foreign, id: id ?? "" };
  if (!id) return { ...shared, step: "upload" as const, limits: sheetLimits };
  const sheet = await openSheet(context, page, id);
  const { report, checked, checking, cents } = sheet;
  if (report) {
    const { counts, waiting, underWay, task, undoTask, undoUntil, undone } = report;
    const lines = await linesOf(context, page, sheet, counts);
    const refresh = underWay ? 10 : undefined;
    return {
      ...shared,
      step: "done" as const,
      counts,
      cents,
      waiting,
      underWay,
      task,
      undoTask,
      undoUntil,
      undone,
      lines,
      refresh,
      asks: search.get("ask") === "undo",
    };
  }
  if (checking && !search.has("columns"))
    return { ...shared, step: "checking" as const, file: sheet.fileName, count: sheet.count, ...checking, refresh: 5 };
  if (checked && !search.has("columns")) {
    const lines = await linesOf(context, page, sheet, checked);
    return { ...shared, step: "check" as const, file: sheet.fileName, counts: checked, cents, lines, count: sheet.count };
  }
  return { ...shared, step: "columns" as const, ...(await columnsStep(context, page, sheet)) };
}

async function columnsStep({ api, t }: Context, { targets }: ImportPage, sheet: Sheet) {
  const { lines } = await api.call(sheetsApi.lines, { params: { id: sheet.id }, query: { after: 0 } });
  const proposed = sheet.mapping ?? proposedMapping(targets, sheet.columns, sheet.remembered);
  return {
    file: sheet.fileName,
    count: sheet.count,
    columns: sheet.columns.map((column, at) => ({
      column,
      example: shortened(lines.find(({ cells }) => cells[at])?.cells[at] ?? ""),
    })),
    targets: targets.map((target) => ({
      key: target.key,
      field: columnField + target.key,
      label: target.label(t),
      needed: target.needed,
      column: proposed[target.key] ?? null,
    })),
  };
}

const shortened = (text: string) => (text.length > exampleLength ? `${text.slice(0, exampleLength)}…` : text);

/** The first lines with each outcome. */
async function linesOf(context: Context, page: ImportPage, { id, report }: Sheet, counts: Record<ImportOutcome, number>) {
  const read = async (outcome: ImportOutcome, left?: "yes") =>
    (await context.api.call(sheetsApi.rows, { params: { id }, query: { after: 0, outcome, left } })).rows;
  const some = await Promise.all(
    importOutcomes.map(async (outcome) => [outcome, counts[outcome] > 0 ? shownLines(context, page, await read(outcome)) : []] as const),
  );
  const left = report?.undone?.left ? [...(await read("created", "yes")), ...(await read("changed", "yes"))] : [];
  return { ...(Object.fromEntries(some) as Record<ImportOutcome, ReturnType<typeof shownLines>>), left: shownLines(context, page, left) };
}

/** A step's form: the file, the columns, the import, or its undoing. */
export async function importAction(args: ActionFunctionArgs, page: ImportPage) {
  const { request, context } = args;
  const id = new URL(request.url).searchParams.get("sheet");
  const here = `${page.path}/import`;
  if (!id) return submit(args, SheetUpload, async ({ file }) => ({ to: `${here}?sheet=${await storeSheet(context, page, file)}` }));
  const form = await request.formData();
  const sheet = await openSheet(context, page, id);
  const intent = form.get("intent");
  if (intent === "check") await checkSheet(context, page, sheet, form).catch(stateChanged);
  else {
    const agreed = form.get("agreed") === "on";
    const body = { sheet: id, agreed };
    if (intent === "import" && page.agreement && !agreed) return data({ missing: true as const }, { status: 400 });
    const call = intent === "undo" ? context.api.call(page.api.undo, { body }) : context.api.call(page.api.run, { body });
    const { task } = await call.catch(stateChanged);
    if (task) return redirect(`/account/tasks/${task}`, 303);
  }
  return redirect(`${here}?sheet=${id}`, 303);

  // The page is open in two tabs: it then shows the present state.
  function stateChanged(error: unknown) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    flashToast(context, { title: context.t("content:import.changedMeanwhile") });
    return { task: null };
  }
}

/** Stores the rows of a file. */
async function storeSheet({ api }: Context, { api: { run } }: ImportPage, file: File): Promise<string> {
  const { columns, parts } = await readFile(file);
  const { id } = await api.call(sheetsApi.keep, { body: { subject: run.path, fileName: file.name.slice(0, 200), columns } });
  await storeLines(api, id, parts);
  return id;
}

/** Stores the lines of a file that was read. */
export async function storeLines(api: Context["api"], id: string, parts: SheetLine[][]) {
  // The key of the form is for the call that stores the file; its parts are checks apart by their lines.
  api.idempotencyKey = undefined;
  for (const lines of parts) {
    await api.call(sheetsApi.add, { params: { id }, body: { lines } });
    await otherWork();
  }
}

/** Reads the rows by their columns, part by part, so that other requests are answered in between, and starts their dry run. */
async function checkSheet({ api }: Context, page: ImportPage, sheet: Sheet, form: FormData) {
  const mapping = mappingIn(form, page.targets, sheet.columns.length);
  api.withoutDeadline();
  let after = 0;
  for (let more = true; more; ) {
    const read = await api.call(sheetsApi.lines, { params: { id: sheet.id }, query: { after } });
    const rows = rowsOf(read.lines, page, mapping);
    if (rows.length > 0) await api.call(page.api.read, { body: { sheet: sheet.id, first: after === 0, mapping, rows } });
    after = rows.at(-1)?.line ?? after + linesOfRequest;
    more = read.more;
    await otherWork();
  }
  await api.call(page.api.check, { body: { sheet: sheet.id } });
}

async function openSheet({ api }: Context, { api: { run } }: ImportPage, id: string): Promise<Sheet> {
  const sheet = await api.call(sheetsApi.get, { params: { id } }).catch(orNotFound);
  if (sheet.subject !== run.path) throw new Response(null, { status: 404 });
  return sheet;
}

/** All refused lines as the file had them, each with its number and its reasons. */
export async function* refusedLines(context: Context, page: ImportPage, id: string) {
  const { columns } = await openSheet(context, page, id);
  yield [[...columns, context.t("content:import.csv.line"), context.t("content:import.csv.why")]];
  for (let after = 0, more = true; more; ) {
    const read = await context.api.call(sheetsApi.rows, { params: { id }, query: { after, outcome: "refused" } });
    const shown = shownLines(context, page, read.rows, read.rows.length);
    yield read.rows.map(({ cells, line }, at) => [
      ...cells,
      line,
      (shown[at]?.reasons ?? []).map(({ label, message }) => [label, message].filter(Boolean).join(" ")).join("\n"),
    ]);
    after = read.rows.at(-1)?.line ?? after;
    more = read.more;
  }
}
