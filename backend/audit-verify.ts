import { filesOf, openDatabase, sessionSecretsOf } from "./composition.ts";
import { backendEnvironment, backendFaults } from "./config.ts";
import { anchorAuditLog, verifyAuditLog } from "./modules/audit/anchor.ts";
import { storeCheck } from "./modules/audit/last-check.ts";
import type { AuditFault } from "./modules/audit/verification.ts";
import { loadDotEnv, logUncaught, openLog, readArguments, readSettings } from "./process.ts";

/** `npm run audit:verify`: reports whether the audit log is intact, or the first fault and its row; ends with 1 when it is broken. */
const faultTexts: Record<AuditFault["kind"], (seq: number) => string> = {
  value_changed: (seq) => `the values or the reason of row ${seq} were changed`,
  row_changed: (seq) => `row ${seq} was changed, or does not follow from the row before`,
  row_removed: (seq) => `row ${seq} was removed`,
  row_added: (seq) => `row ${seq} was put in outside the chain`,
  end_cut: (seq) => `the end was cut off: row ${seq} and what came after are missing`,
  chain_rewritten: (seq) => `the chain was rebuilt: row ${seq} is not the one that was signed`,
  anchor_missing: () => "the signed end is missing from the files (audit/head.json)",
  anchor_forged: () => "the signed end (audit/head.json) bears no signature of SESSION_SECRETS",
};

loadDotEnv();
logUncaught(openLog("error"));
const { values } = readArguments("Usage: npm run audit:verify [-- --sign]", { flags: ["sign"], atMost: 0 });
const environment = readSettings({ ...backendEnvironment.shape }, backendFaults);
const database = await openDatabase(environment);
const services = { db: database.jobs, files: filesOf(environment), settings: { sessionSecrets: sessionSecretsOf(environment) } };
const { rows, anchor, fault } = await verifyAuditLog(services);
await storeCheck(services.files, { at: new Date().toISOString(), from: 1, to: rows, fault });
const signed = anchor ? `signed up to row ${anchor.seq} on ${anchor.at}` : "not signed yet";
process.stdout.write(
  fault ? `The audit log is broken: ${faultTexts[fault.kind](fault.seq)}.\n` : `The audit log is whole: ${rows} rows, ${signed}.\n`,
);
if (values.sign) {
  await anchorAuditLog(services, new Date());
  process.stdout.write(`Its end, row ${rows}, is signed as it is.\n`);
}
await database.close();
process.exit(fault ? 1 : 0);
