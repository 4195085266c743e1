import { existsSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { httpUrl, port } from "#contract/api/environment";
import type { Locale } from "#contract/formats/locale";
import { backendSettings, openDatabase } from "./composition.ts";
import { backendEnvironment, backendFaults } from "./config.ts";
import { createTranslate } from "./http/translation.ts";
import { openOrganisation } from "./modules/organisation/current.ts";
import { makeSetupLink, UnusableEmail } from "./modules/setup/links.ts";
import { cannotStart, loadDotEnv, logUncaught, openLog, readArguments, readSettings } from "./process.ts";

/** `npm run admin -- someone@example.org`: a link that makes an administrator, once, within two days. It is mailed too, where there is a mail server. */
const usage = "Usage: npm run admin -- someone@example.org [--english]";

loadDotEnv();
logUncaught(openLog("error"));
const { values, positionals } = readArguments(usage, { flags: ["english"], atMost: 1 });
const email = z.email().max(254).safeParse(positionals[0]?.trim());
if (!email.success) {
  process.stderr.write(`An e-mail address is missing, or is none.\n${usage}\n`);
  process.exit(1);
}
const environment = readSettings({ PORT: port.default(3000), PUBLIC_URL: httpUrl.optional(), ...backendEnvironment.shape }, backendFaults);
// Without the settings of the site, the link would be for a new and empty database that nothing serves.
if (process.env.NODE_ENV === "production" && !environment.DATABASE_URL && !existsSync(join(environment.DATA_FOLDER, "database")))
  cannotStart(`there is no DATABASE_URL, and no database in ${environment.DATA_FOLDER}. Run this with the settings of the site.`);
const publicUrl = environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`;
const locale: Locale = values.english ? "en" : "fr";
const database = await openDatabase(environment);
const clock = () => new Date();
const { settings } = await openOrganisation(database.db, clock, backendSettings(environment, publicUrl));
const services = { db: database.db, clock, settings, translate: createTranslate(), wakeMail: () => {} };
const mailed = environment.SMTP_URL !== undefined;
try {
  const { url, expiresAt, administrators } = await makeSetupLink(services, { email: email.data, locale, mailed });
  const until = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "Europe/Paris" }).format(expiresAt);
  if (administrators > 0)
    process.stdout.write(
      `This site has ${administrators} administrator${administrators > 1 ? "s" : ""} already. The link adds one; the audit log says so.\n`,
    );
  process.stdout.write(`Open this link once, before ${until} (France). Whoever has it can administer the site:\n\n  ${url}\n\n`);
  process.stdout.write(`Links that were made before no longer work.${mailed ? ` The link is also mailed to ${email.data}.` : ""}\n`);
} catch (error) {
  if (!(error instanceof UnusableEmail)) throw error;
  process.stderr.write("The account of this address is not one of staff, or was closed. Name another address.\n");
  process.exitCode = 1;
}
await database.close();
process.exit();
