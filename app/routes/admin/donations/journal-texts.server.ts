import { type JournalEntry, journalOf } from "#contract/giving/journal";
import type { Translate } from "~/i18n/translate";

/** What files say of an entry: its journal, its document and what it is, without a name. */
export function entryTexts(entry: JournalEntry, t: Translate) {
  const piece = entry.deposit ?? entry.reference ?? entry.id.slice(0, 8);
  const kind = t(`payments:journal.kind.${kindOf(entry)}`);
  return { journal: journalOf(entry), piece, text: [kind, entry.reference].filter(Boolean).join(" ") };
}

function kindOf({ donor, reversal }: JournalEntry) {
  if (reversal === "mistake") return reversal;
  if (donor === "member") return reversal ? "duesRefund" : "dues";
  return reversal ?? "gift";
}
