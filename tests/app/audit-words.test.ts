import { execFileSync } from "node:child_process";
import { createInstance } from "i18next";
import { expect, test } from "vitest";
import { actionWords, entityWords } from "~/audit/words";
import type { Translate } from "~/i18n/translate";
import en from "../../locales/en/audit.json";
import fr from "../../locales/fr/audit.json";

/** What the backend's code says between the quotes of each place that matches. */
const written = (pattern: string) => [
  ...new Set(
    execFileSync("grep", ["-rhoE", pattern, "backend"], { encoding: "utf8" })
      .trim()
      .split("\n")
      .map((found) => found.split('"')[1] ?? ""),
  ),
];

test.each([
  ["fr", fr],
  ["en", en],
])("every action and kind that the backend records has words (%s)", async (lng, audit) => {
  const missing: string[] = [];
  const instance = createInstance();
  const t = await instance.init({ lng, ns: ["audit"], resources: { [lng]: { audit } }, saveMissing: true });
  instance.on("missingKey", (_, __, key: string) => missing.push(key));
  const actions = written('action: "[a-z_]+\\.[a-zA-Z_]+"');
  const kinds = written('entityType: "[a-z_]+"');
  expect([actions.length > 30, kinds.length > 20]).toEqual([true, true]);
  for (const action of actions) actionWords(action, t as unknown as Translate);
  for (const kind of kinds) entityWords(kind, t as unknown as Translate);
  expect(missing).toEqual([]);
});
