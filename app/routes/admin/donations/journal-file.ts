import { data, type LoaderFunctionArgs } from "@remix-run/node";
import type * as z from "zod";
import { franceDay } from "#contract/formats/france-time";
import { readIn } from "#contract/formats/localized-text";
import { type JournalEntry, JournalExport, journalApi, linesOf } from "#contract/giving/journal";
import { gate } from "~/access/gate.server";
import { download } from "~/lists/export.server";
import { csvParts, type Slices, streamOf } from "~/lists/table-files.server";
import { fecStream, type JournalParts } from "./fec.server";
import { entryTexts } from "./journal-texts.server";

/** The journal of a year as a table, and as the file of accounting entries that tax inspectors read (FEC). */
export async function loader(args: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(args.request.url);
  const kind = pathname.endsWith(".txt") ? "txt" : "csv";
  await gate(args, `/dashboard/admin/donations/journal/export.${kind}`);
  const { api, t, settings } = args.context;
  const year = searchParams.get("year") ?? franceDay(new Date()).slice(0, 4);
  const body = JournalExport.safeParse({ year: Number(year), kind }).data;
  if (!body) throw data(null, { status: 404 });
  api.withoutDeadline();
  const { parts, lastDay } = await partsOf(api, body);
  if (kind === "csv")
    return download(streamOf(csvParts(slicesOf(args.context, parts))), "text/csv; charset=utf-8", `journal-${body.year}.csv`);
  const [siren = ""] = /\bSIREN\s\d{3}\s?\d{3}\s?\d{3}\b|\b\d{3}\s?\d{3}\s?\d{3}/.exec(settings.legal.registrationNumber ?? "") ?? [];
  return download(
    fecStream(parts, t),
    "text/plain; charset=iso-8859-15",
    `${siren.replaceAll(/\D/g, "")}FEC${lastDay.replaceAll("-", "")}.txt`,
  );
}

/** The entries, part after part. The first part is fetched before anything is sent, so that a refusal is a page. */
async function partsOf(api: LoaderFunctionArgs["context"]["api"], body: z.output<typeof JournalExport>) {
  const first = await api.call(journalApi.export, { body });
  const parts: JournalParts = (async function* () {
    for (let part = first; ; ) {
      yield part.entries;
      if (!part.next) return;
      part = await api.call(journalApi.export, { body: { ...body, after: part.next } });
    }
  })();
  return { parts, lastDay: first.lastDay };
}

async function* slicesOf({ t, locale }: LoaderFunctionArgs["context"], parts: JournalParts): Slices {
  const columns = ["number", "day", "journal", "account", "accountName", "fund", "piece", "text", "debit", "credit"] as const;
  yield [columns.map((name) => t(`payments:journal.column.${name}`))];
  const rowsOf = (entry: JournalEntry) => {
    const { journal, piece, text } = entryTexts(entry, t);
    const isDues = entry.donor === "member";
    const fund = isDues
      ? t("payments:dues")
      : entry.project
        ? readIn(locale, entry.project).text
        : t(`donate:allocation.${entry.allocation}`);
    return linesOf(entry).map(({ account, debitCents, creditCents }) => [
      ...[entry.number, entry.receivedOn, journal, account, t(`payments:journal.account.${account}`), fund, piece, text],
      ...[debitCents / 100, creditCents / 100],
    ]);
  };
  for await (const entries of parts) yield entries.flatMap(rowsOf);
}
