import { and, eq } from "drizzle-orm";
import type * as z from "zod";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { fieldErrorsOf } from "#backend/http/field-errors";
import type { Services } from "#backend/http/services";
import { sheets } from "#backend/modules/csv-imports/tables";
import { Refusal } from "#backend/refusal";
import type { Locale } from "#contract/formats/locale";
import type { ImportReport, ImportRequest, SheetRow } from "#contract/publishing/csv-imports";

type Importing = Pick<Services, "db" | "translate"> & { actor: Actor; locale: Locale; body: z.output<typeof ImportRequest> };
/** The target of an import: the form's schema, and the function that adds records from such values, or refuses them all. */
type Subject = { path: string; Draft: z.ZodObject; add: (tx: Db, drafts: unknown[]) => Promise<unknown> };
type Checked = { line: number; draft: unknown };
type Refused = { line: number; refusal: Refusal };

/** Thrown to roll back a dry run. */
class DryRunEnds extends Error {}

/**
 * Creates records from the rows of a file: refused ones are left out and reported, the others are added in one transaction. Sending the file
 * again, or twice at once, returns the report of the first time. A dry run does the same and is rolled back.
 */
export async function importSheet(call: Importing, subject: Subject): Promise<ImportReport> {
  const { db, actor, body } = call;
  const mine = and(eq(sheets.id, body.sheet), eq(sheets.ownerId, actor.id), eq(sheets.subject, subject.path));
  let report: ImportReport = { created: 0, refused: [] };
  const change = async (tx: Db) => {
    const [sheet] = await tx.select({ report: sheets.report }).from(sheets).where(mine).for("update");
    if (!sheet) throw new Refusal("not_found");
    if (sheet.report && !body.dryRun) {
      report = sheet.report;
      return;
    }
    const read = body.rows.map((row) => checkedRow(row, subject));
    const misread = read.filter((row) => "refusal" in row);
    const refused = await addAll(
      tx,
      read.filter((row) => "draft" in row),
      subject,
    );
    const left = [...misread, ...refused].sort((a, b) => a.line - b.line);
    report = { created: read.length - left.length, refused: left.map((row) => reportLine(call, row)) };
    if (body.dryRun) throw new DryRunEnds();
    await tx.update(sheets).set({ report }).where(mine);
  };
  await db.transaction(change).catch((error) => {
    if (!(error instanceof DryRunEnds)) throw error;
  });
  return report;
}

function checkedRow({ line, draft, problems }: SheetRow, { Draft }: Subject): Checked | Refused {
  const checked = Draft.safeParse(draft);
  const fieldErrors = { ...(checked.error ? fieldErrorsOf(checked.error) : {}), ...problems };
  if (!checked.success || Object.keys(fieldErrors).length > 0) return { line, refusal: new Refusal("invalid", { fieldErrors }) };
  return { line, draft: checked.data };
}

/** Adds rows in one statement; when that is refused, each half separately, down to the faulty row. */
async function addAll(tx: Db, rows: Checked[], subject: Subject): Promise<Refused[]> {
  const [first] = rows;
  if (!first) return [];
  try {
    await tx.transaction((part) =>
      subject.add(
        part,
        rows.map(({ draft }) => draft),
      ),
    );
    return [];
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "unexpected") throw error;
    if (rows.length === 1) return [{ line: first.line, refusal: error }];
    const half = Math.ceil(rows.length / 2);
    return [...(await addAll(tx, rows.slice(0, half), subject)), ...(await addAll(tx, rows.slice(half), subject))];
  }
}

function reportLine({ translate, locale }: Importing, { line, refusal: { code, extras } }: Refused): ImportReport["refused"][number] {
  const { fieldErrors, count } = extras;
  return { line, fieldErrors: fieldErrors ?? {}, title: fieldErrors ? null : translate(locale, `problems:${code}`, { count }) };
}
