import {
  type ImportApi,
  type ImportCounts,
  type ImportOutcome,
  linesOfRequest,
  type Sheet,
  type SheetRow,
} from "#contract/accounts/imports";
import type { TestBackend } from "./backend";
import { runDue } from "./tasks";

/** The import of a list as its pages call it, on behalf of somebody. */
export function importer(backend: TestBackend, cookie: string, { read, check, run, undo }: ImportApi) {
  const post = async (path: string, json: unknown) => {
    const answer = await backend.request(path, { method: "POST", cookie, json });
    return { status: answer.status, body: await answer.json() };
  };
  const sheet = async (id: string): Promise<Sheet> => (await backend.request(`/api/admin/sheets/${id}`, { cookie })).json();
  return {
    sheet,
    /** Stores a file with these rows, and does the dry run; answers its id. */
    async check(drafts: Record<string, unknown>[], problems: Record<number, SheetRow["problems"]> = {}): Promise<string> {
      const stored = await post("/api/admin/sheets", { subject: run.path, fileName: "liste.csv", columns: ["Nom"] });
      const { id } = stored.body as { id: string };
      const rows = drafts.map((draft, at) => ({ line: at + 2, draft, problems: problems[at + 2] ?? {} }));
      for (let at = 0; at < rows.length; at += linesOfRequest) {
        const some = rows.slice(at, at + linesOfRequest);
        await post(`/api/admin/sheets/${id}/lines`, { lines: some.map(({ line }) => ({ line, cells: [`cell ${line}`] })) });
      }
      await this.recheck(id, rows);
      return id;
    },
    async recheck(id: string, rows: SheetRow[]) {
      for (let at = 0; at < rows.length; at += linesOfRequest) {
        const body = { sheet: id, first: at === 0, mapping: { name: 0 }, rows: rows.slice(at, at + linesOfRequest) };
        const answer = await post(read.path, body);
        if (answer.status !== 200) throw new Error(`rows were not read: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
      const checked = await post(check.path, { sheet: id });
      if (checked.status !== 200) throw new Error(`the dry run failed: ${checked.status} ${JSON.stringify(checked.body)}`);
      if (checked.body.task) await runDue(backend);
    },
    run: (id: string, more: object = {}) => post(run.path, { sheet: id, ...more }),
    undo: (id: string) => post(undo.path, { sheet: id }),
    async rows(id: string, outcome: ImportOutcome, more = "") {
      const answer = await backend.request(`/api/admin/sheets/${id}/rows?outcome=${outcome}${more}`, { cookie });
      return (await answer.json()).rows as {
        line: number;
        name: string;
        title: string | null;
        fieldErrors: object;
        changes: object;
        left: string;
      }[];
    },
    async foretold(id: string): Promise<ImportCounts | null> {
      return (await sheet(id)).checked;
    },
    async counts(id: string): Promise<ImportCounts | undefined> {
      return (await sheet(id)).report?.counts;
    },
  };
}

export const counted = (counts: Partial<ImportCounts>): ImportCounts => ({ created: 0, changed: 0, unchanged: 0, refused: 0, ...counts });
