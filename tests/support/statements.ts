import { linesOfRequest } from "#contract/accounts/imports";
import { type StatementMapping, type StatementRecord, statementsApi } from "#contract/giving/statements";
import type { TestBackend } from "./backend";

/** A line of a table: its day, its amount as the bank writes it, what for, from whom, and on which account. */
export type TableLine = { day: string; amount: string; text?: string; name?: string; account?: string };

const columns = ["day", "amount", "text", "name", "account"] as const;
const mapping: StatementMapping = Object.fromEntries(columns.map((column, at) => [column, at]));

/** The import of statements as its pages call it, on behalf of somebody. */
export function bank(backend: TestBackend, cookie: string) {
  const post = async (path: string, json: unknown) => {
    const answer = await backend.request(path, { method: "POST", cookie, json });
    return { status: answer.status, body: await answer.json() };
  };
  return {
    post,
    /** Stores a file with these lines; answers its id. */
    async store(lines: TableLine[], fileName = "releve.csv"): Promise<string> {
      const stored = await post("/api/admin/sheets", {
        subject: statementsApi.import.path,
        fileName,
        columns: [...columns],
      });
      const { id } = stored.body as { id: string };
      const rows = lines.map((line, at) => ({ line: at + 2, cells: columns.map((column) => line[column] ?? "") }));
      for (let at = 0; at < rows.length; at += linesOfRequest)
        await post(`/api/admin/sheets/${id}/lines`, { lines: rows.slice(at, at + linesOfRequest) });
      return id;
    },
    run: (sheet: string, more: object = {}) => post(statementsApi.import.path, { sheet, format: "table", mapping, ...more }),
    /** Imports a file with these lines; answers how many were matched, wait, and were known. */
    async import(lines: TableLine[], fileName?: string) {
      const { status, body } = await this.run(await this.store(lines, fileName));
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
      return body as { id: string; matched: number; waiting: number; known: number; reversed: number };
    },
    async read(id: string, query = ""): Promise<StatementRecord> {
      return (await backend.request(`${statementsApi.import.path}/${id}${query}`, { cookie })).json();
    },
    decide: (line: string, what: "payments" | "ignored" | "undo", json: object = {}) =>
      post(`/api/admin/bank-statement-lines/${line}/${what}`, { submission: crypto.randomUUID(), ...json }),
  };
}
