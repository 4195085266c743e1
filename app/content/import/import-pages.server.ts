import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import * as z from "zod";
import type { ContentApi } from "#contract/publishing/content";
import type { ContentName } from "#contract/publishing/content-names";
import type { RefusedRow, Sheet } from "#contract/publishing/csv-imports";
import { sheetLimits, sheetsApi } from "#contract/publishing/csv-imports";
import { orNotFound } from "~/errors/not-found.server";
import { referenceChoices } from "../content-pages.server";
import type { ContentSubject } from "../subject";
import { columnField, guessedMapping, isNeeded, type Mapping, mappingIn } from "./columns.server";
import { readSheet } from "./read-csv.server";
import { rowsOf } from "./rows.server";
import { targetLabel, targetsOf } from "./targets";

export const SheetUpload = z.object({ file: z.instanceof(File, { error: "content:import.file.missing" }) });

type Opened = { name: ContentName; subject: ContentSubject; subjectApi: ContentApi; path: string };
type Context = LoaderFunctionArgs["context"];

/** The most refused lines that are shown. */
const shownRefusals = 100;
const exampleLength = 30;

/** Stores the rows of a file. Returns the path of the next step. */
export async function storeSheet({ api }: Context, { subjectApi, path }: Opened, file: File): Promise<string> {
  const cells = await readSheet(file);
  const body = { subject: subjectApi.importRows.path, fileName: file.name.slice(0, 200), cells };
  const { id } = await api.call(sheetsApi.keep, { body });
  return `${path}/import?sheet=${id}`;
}

/** The step in the query: file, columns, dry run, or report. */
export async function stepOf({ request, context }: LoaderFunctionArgs, opened: Opened) {
  const search = new URL(request.url).searchParams;
  const id = search.get("sheet");
  if (!id) return { step: "upload" as const, limits: sheetLimits };
  const sheet = await openSheet(context, opened, id);
  const { name, subject, subjectApi } = opened;
  const count = sheet.cells.slice(1).filter((line) => line.some((cell) => cell !== "")).length;
  if (sheet.report) return { step: "done" as const, report: shown(context, opened, sheet.report) };
  const [header = []] = sheet.cells;
  const mapping = mappingIn(search, subject, header.length);
  if (search.has("check")) {
    const report = await runImport(context, opened, sheet, mapping, true);
    search.delete("check");
    return { step: "check" as const, report: shown(context, opened, report), columns: search.toString() };
  }
  const proposed = Object.keys(mapping).length > 0 ? mapping : guessedMapping(name, subject, header);
  const targets = targetsOf(subject).map((target) => ({
    key: target.key,
    field: columnField + target.key,
    label: targetLabel(name, target, context.t),
    needed: isNeeded(subjectApi, target),
    column: proposed[target.key] ?? null,
  }));
  const columns = header.map((column, at) => ({ column, example: exampleOf(sheet.cells, at) }));
  return { step: "columns" as const, id, file: sheet.fileName, count, targets, columns };
}

/** Creates the drafts that the dry run announced. */
export async function importFrom({ request, context }: ActionFunctionArgs, opened: Opened) {
  const search = new URL(request.url).searchParams;
  const sheet = await openSheet(context, opened, search.get("sheet") ?? "");
  const mapping = mappingIn(search, opened.subject, sheet.cells[0]?.length ?? 0);
  await runImport(context, opened, sheet, mapping, false);
  return `${opened.path}/import?sheet=${sheet.id}`;
}

async function openSheet({ api }: Context, { subjectApi }: Opened, id: string): Promise<Sheet> {
  const sheet = await api.call(sheetsApi.get, { params: { id } }).catch(orNotFound);
  if (sheet.subject !== subjectApi.importRows.path) throw new Response(null, { status: 404 });
  return sheet;
}

async function runImport(context: Context, { name, subject, subjectApi }: Opened, sheet: Sheet, mapping: Mapping, dryRun: boolean) {
  const choices = await referenceChoices(context, name);
  const rows = rowsOf(sheet.cells, { name, subject, choices, mapping });
  return context.api.call(subjectApi.importRows, { body: { sheet: sheet.id, rows, dryRun } });
}

/** A report with the form's labels: the errors of each refused line, by field. */
function shown({ t }: Context, { name, subject }: Opened, { created, refused }: { created: number; refused: RefusedRow[] }) {
  const labels = new Map(targetsOf(subject).map((target) => [target.key, targetLabel(name, target, t)]));
  const lines = refused.slice(0, shownRefusals).map(({ line, fieldErrors, title }) => ({
    line,
    reasons: [
      ...(title ? [{ label: null, message: title }] : []),
      ...Object.entries(fieldErrors).map(([field, [message = ""]]) => ({ label: labels.get(field.replace(/\[.*/, "")) ?? null, message })),
    ],
  }));
  return { created, refused: refused.length, lines, more: refused.length - lines.length };
}
export type ShownReport = ReturnType<typeof shown>;

/** The first value of a column. */
function exampleOf([, ...rows]: string[][], at: number): string {
  const example = rows.find((row) => row[at])?.[at] ?? "";
  return example.length > exampleLength ? `${example.slice(0, exampleLength)}…` : example;
}
