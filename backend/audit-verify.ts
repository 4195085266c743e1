import { filesOf, openDatabase, sessionSecretsOf } from "./composition.ts";
import { backendEnvironment, backendFaults } from "./config.ts";
import { anchorAuditLog, verifyAuditLog } from "./modules/audit/anchor.ts";
import { storeCheck } from "./modules/audit/last-check.ts";
import type { AuditFault } from "./modules/audit/verification.ts";
import { loadDotEnv, logUncaught, openLog, readArguments, readSettings } from "./process.ts";

/** `npm run audit:verify`: reports whether the audit log is intact, or the first fault and its row; ends with 1 when it is broken. */
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

loadDotEnv();
logUncaught(openLog("error"));
const { values } = readArguments("Usage: npm run audit:verify [-- --sign]", { flags: ["sign"], atMost: 0 });
const environment = readSettings({ ...backendEnvironment.shape }, backendFaults);
const database = await openDatabase(environment);
const clock = () => new Date();
const services = { db: database.jobs, files: filesOf(environment), clock, settings: { sessionSecrets: sessionSecretsOf(environment) } };
const verified = await verifyAuditLog(services);
const { rows, anchor, fault, unsigned, gone, goneYoung } = verified;
await storeCheck(services.files, { at: clock().toISOString(), from: 1, to: rows, fault });
const signed = anchor ? `signed up to row ${anchor.seq} on ${anchor.at}` : "not signed yet";
process.stdout.write(
  fault ? `The audit log is broken: ${faultTexts[fault.kind](fault.seq)}.\n` : `The audit log is whole: ${rows} rows, ${signed}.\n`,
);
if (unsigned > 0)
  process.stdout.write(`${unsigned} rows are not signed yet: whoever may write in the database could remove them without a trace.\n`);
if (gone > 0)
  process.stdout.write(
    `The values of ${gone} rows are gone; after twelve months that is expected. ${goneYoung} of them are younger${fault ? "" : ": rows of the log say that they were erased"}.\n`,
  );
if (values.sign) {
  const since = await anchorAuditLog(services, clock(), verified);
  process.stdout.write(
    since ? `It is not signed: ${faultTexts[since.kind](since.seq)}.\n` : `Its end, row ${verified.end.seq}, is signed as it is.\n`,
  );
}
await database.close();
process.exit(fault ? 1 : 0);
