import pino from "pino";
import { expect, test } from "vitest";
import { backendEnvironment } from "#backend/config";
import { demoSettings } from "#backend/demo/settings";
import { warnOfMissingFacts, withDemonstration } from "#backend/process";
import { factNames } from "#contract/api/facts";
import { missingFacts, organisationOf } from "#contract/charity/organisation-facts";
import { webEnvironment } from "~/api/settings.server";

function logOf(act: (log: pino.Logger) => void): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  act(pino({ base: undefined }, { write: (line: string) => lines.push(JSON.parse(line)) }));
  return lines;
}

test("the start names each setting about the charity that is missing, in one warning without a value", () => {
  const given = { ORGANISATION_NAME: "Les Amis du Marché", CONTACT_PHONE: "01 23 45 67 89" };
  const missing = missingFacts(organisationOf({}, webEnvironment.parse(given)), webEnvironment.shape);
  const [line, ...more] = logOf((log) => warnOfMissingFacts(log, missing));
  expect([line?.level, line?.missing, more]).toEqual([40, missing, []]);
  expect(missing).toContain("REGISTRATION_NUMBER");
  expect(missing).not.toContain("CONTACT_PHONE");
  expect(JSON.stringify(line)).not.toMatch(/01 23|Amis/);
});

test("a start with all of them logs nothing", () => {
  expect(
    logOf((log) => warnOfMissingFacts(log, missingFacts(organisationOf({}, webEnvironment.parse(demoSettings)), webEnvironment.shape))),
  ).toEqual([]);
});

test("the tiers together check all settings but the mail server, which the start checks", () => {
  const nothing = organisationOf({}, {});
  const known = new Set([...missingFacts(nothing, webEnvironment.shape), ...missingFacts(nothing, backendEnvironment.shape)]);
  expect(factNames.filter((name) => !known.has(name))).toEqual(["SMTP_URL"]);
});

test("only an installation without DATABASE_URL gets the facts of the demonstration charity", () => {
  expect(withDemonstration({ CONTACT_PHONE: "01 23 45 67 89" })).toEqual({ ...demoSettings, CONTACT_PHONE: "01 23 45 67 89" });
  const elsewhere: Record<string, string>[] = [{ DATABASE_URL: "postgres://localhost/x" }, { API_BASE_URL: "http://127.0.0.1:3001" }];
  for (const real of elsewhere) expect(withDemonstration(real)).toEqual(real);
});
