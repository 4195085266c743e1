import { filesOf, openDatabase, sessionSecretsOf } from "./composition.ts";
import { backendEnvironment, backendFaults } from "./config.ts";
import { verifyAndSign } from "./modules/audit/signing.ts";
import { loadDotEnv, logUncaught, openLog, readArguments, readSettings } from "./process.ts";

/** `npm run audit:verify`: reports whether the audit log is intact, or the first fault and its row; ends with 1 when it is broken, or not signed with `--sign`. */
loadDotEnv();
logUncaught(openLog("error"));
const { values } = readArguments("Usage: npm run audit:verify [-- --sign]", { flags: ["sign"], atMost: 0 });
const environment = readSettings({ ...backendEnvironment.shape }, backendFaults);
const database = await openDatabase(environment);
const clock = () => new Date();
const services = { db: database.jobs, files: filesOf(environment), clock, settings: { sessionSecrets: sessionSecretsOf(environment) } };
const isWell = await verifyAndSign(services, { sign: !!values.sign }, (line) => process.stdout.write(`${line}\n`));
await database.close();
process.exit(isWell ? 0 : 1);
