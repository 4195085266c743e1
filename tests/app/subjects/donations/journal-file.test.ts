import type { LoaderFunctionArgs } from "@remix-run/node";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import type { JournalEntry, JournalPlace } from "#contract/giving/journal";
import { turnsDuring } from "#tests/support/event-loop";
import { aUser } from "#tests/support/people";
import type { Translate } from "~/i18n/translate";
import { loader } from "~/routes/admin/donations/journal-file";
import { entryTexts } from "~/routes/admin/donations/journal-texts.server";

const partSize = 500;
const id = "00000000-0000-4000-8000-000000000001";

/** A journal with this number of entries, read through its endpoint. */
function journalOf(entries: number) {
  const requested: (number | undefined)[] = [];
  const entry = (number: number): JournalEntry => ({
    ...{ id, number, receivedOn: "2026-03-01", recordedOn: "2026-03-02", method: "transfer", donor: "person", signedCents: 1_000 + number },
    ...{ reversal: null, allocation: "any", project: null, reference: "DON-ABCD-EFGH", deposit: null },
  });
  const call = async (_: object, { body: { after } }: { body: { after?: JournalPlace } }) => {
    requested.push(after?.number);
    const from = after?.number ?? 0;
    const length = Math.min(partSize, entries - from);
    const next = from + length < entries ? { number: from + length, recordedAt: "2026-03-02T00:00:00.000Z", id } : null;
    return { entries: Array.from({ length }, (__, at) => entry(from + at + 1)), next, lastDay: "2026-12-31" };
  };
  const context = {
    t: (key: string) => key,
    locale: "fr",
    settings: { legal: { registrationNumber: "SIREN 732 829 320" } },
    api: { call, withoutDeadline: () => undefined },
    session: { user: async () => aUser({ role: "ADMIN" }) },
  };
  const file = async (kind: "csv" | "txt") => {
    const request = new Request(`http://localhost:3000/dashboard/admin/donations/journal/export.${kind}?year=2026`);
    const answer = await loader({ request, context, params: {} } as unknown as LoaderFunctionArgs);
    return Buffer.from(await answer.arrayBuffer());
  };
  return { requested, file };
}

const rowsOf = (bytes: Buffer, kind: "csv" | "txt"): string[][] =>
  kind === "csv"
    ? (parse(bytes, { bom: true }) as string[][])
    : bytes
        .toString("latin1")
        .trimEnd()
        .split("\r\n")
        .map((line) => line.split("\t"));

test.each(["csv", "txt"] as const)(
  "while a journal of 4,000 entries is written as %s, others have their turn after each part, and none of its lines is missing",
  async (kind) => {
    const { requested, file } = journalOf(4_000);
    let bytes = Buffer.alloc(0);
    const turns = await turnsDuring(async () => {
      bytes = await file(kind);
    });
    expect(turns).toBeGreaterThanOrEqual(8);
    expect(requested).toEqual([undefined, ...[1, 2, 3, 4, 5, 6, 7].map((part) => part * partSize)]);
    const numbers = rowsOf(bytes, kind)
      .slice(1)
      .map((row) => Number(row[kind === "csv" ? 0 : 2]));
    expect(numbers).toEqual(Array.from({ length: 8_000 }, (_, line) => Math.floor(line / 2) + 1));
  },
);

test("the journal of a year without payments has its heading alone", async () => {
  for (const kind of ["csv", "txt"] as const) expect(rowsOf(await journalOf(0).file(kind), kind)).toHaveLength(1);
});

test.each([
  ["person", null, "gift"],
  ["person", "refund", "refund"],
  ["company", "mistake", "mistake"],
  ["member", null, "dues"],
  ["member", "refund", "duesRefund"],
  ["member", "mistake", "mistake"],
] as const)("an entry of a %s, with a reversal of %s, is called %s", (donor, reversal, kind) => {
  const entry: JournalEntry = {
    ...{ id, number: 1, receivedOn: "2026-03-01", recordedOn: "2026-03-02", method: "transfer", donor, signedCents: 1_000 },
    ...{ reversal, allocation: "any", project: null, reference: "DON-ABCD-EFGH", deposit: null },
  };
  const key = (name: string) => name;
  expect(entryTexts(entry, key as Translate).text).toBe(`payments:journal.kind.${kind} DON-ABCD-EFGH`);
});
