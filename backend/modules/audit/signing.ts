import { anchorAuditLog, type Deps, verifyAuditLog } from "./anchor.ts";
import { storeCheck } from "./last-check.ts";
import type { AuditFault } from "./verification.ts";

const faultTexts: Record<AuditFault["kind"], (seq: number) => string> = {
  value_changed: (seq) => `the values or the reason of row ${seq} were changed`,
  values_gone: (seq) =>
    `the values or the reason of row ${seq} are gone within twelve months, and no row of the log says that they were erased`,
  row_changed: (seq) => `row ${seq} was changed, or does not follow from the row before`,
  row_removed: (seq) => `row ${seq} was removed`,
  row_added: (seq) => `row ${seq} was put in outside the chain`,
  end_cut: (seq) => `the end was cut off: row ${seq} and what came after are missing`,
  chain_rewritten: (seq) => `the chain was rebuilt: row ${seq} is not the one that was signed`,
  head_missing: (seq) => `its head (the row of audit_head) is missing; the newest row is ${seq}`,
  never_signed: () =>
    "it was never signed, though it has rows of more than a day ago. If audit/head.json was never there, check the rows and sign with --sign",
  anchor_missing: () => "the signed end is missing from the files (audit/head.json)",
  anchor_forged: () => "the signed end (audit/head.json) bears no signature of SESSION_SECRETS",
};

/**
 * Verifies the whole log, stores and writes the result, and signs its end with `sign`. Returns whether the log is intact and, with `sign`, signed.
 */
export async function verifyAndSign(services: Deps, { sign }: { sign: boolean }, write: (line: string) => void): Promise<boolean> {
  const { clock, files } = services;
  const verified = await verifyAuditLog(services);
  const { rows, anchor, fault, unsigned, gone, goneYoung } = verified;
  await storeCheck(files, { at: clock().toISOString(), from: 1, to: rows, fault });
  const signed = anchor ? `signed up to row ${anchor.seq} on ${anchor.at}` : "not signed yet";
  write(fault ? `The audit log is broken: ${faultTexts[fault.kind](fault.seq)}.` : `The audit log is whole: ${rows} rows, ${signed}.`);
  if (unsigned > 0) write(`${unsigned} rows are not signed yet: whoever may write in the database could remove them without a trace.`);
  if (gone > 0) {
    const young = `${goneYoung} of them are younger${fault ? "" : ": rows of the log say that they were erased"}.`;
    write(`The values of ${gone} rows are gone; after twelve months that is expected. ${young}`);
  }
  if (!sign) return !fault;
  const since = await anchorAuditLog(services, clock(), verified);
  write(since ? `It is not signed: ${faultTexts[since.kind](since.seq)}.` : `Its end, row ${verified.end.seq}, is signed as it is.`);
  return !fault && !since;
}
