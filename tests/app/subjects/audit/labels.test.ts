import { execFileSync } from "node:child_process";
import { createInstance } from "i18next";
import { expect, test } from "vitest";
import { internalTypes, shownTypes } from "#contract/api/entity-types";
import { contentNames, entityTypeOf } from "#contract/publishing/content-names";
import { localeTexts } from "#tests/support/locale-texts";
import { contentSubjects } from "~/content/subjects";
import type { Translate } from "~/i18n/translate";
import { fieldLabel } from "~/subjects/audit/field-labels";
import { actionLabel, entityLabel, listTitle } from "~/subjects/audit/labels";

/** The quoted strings of the backend's code that match. */
const written = (pattern: string) => [
  ...new Set(
    execFileSync("grep", ["-rhoE", pattern, "backend"], { encoding: "utf8" })
      .trim()
      .split("\n")
      .map((found) => found.split('"')[1] ?? ""),
  ),
];

test.each(["fr", "en"])("every action and kind that the backend records has words (%s)", async (lng) => {
  const { audit = {} } = localeTexts(lng);
  const missing: string[] = [];
  const instance = createInstance();
  const t = await instance.init({ lng, ns: ["audit"], resources: { [lng]: { audit } }, saveMissing: true });
  instance.on("missingKey", (_, __, key: string) => missing.push(key));
  const actions = written('action: "[a-z_]+\\.[a-zA-Z_]+"');
  expect(actions.length).toBeGreaterThan(30);
  for (const action of actions) actionLabel(action, t as unknown as Translate);
  for (const kind of [...shownTypes, ...internalTypes]) entityLabel(kind, t as unknown as Translate);
  expect(missing).toEqual([]);
});

/** The fields that the backend writes out when it records a change. */
const recorded = () => {
  const sides = execFileSync("grep", ["-rhoE", "(before|after)(: | = )\\{ [^}]*", "backend/modules"], { encoding: "utf8" })
    .trim()
    .split("\n");
  const names = sides.flatMap((side) => side.replace(/^[^{]*\{/, "").split(","));
  return [...new Set(names.map((part) => part.split(":")[0]?.trim() ?? "").filter((name) => /^[a-z][A-Za-z]+$/.test(name)))];
};

test.each(["fr", "en"])("a changed field is called as its form calls it, in words for all that the backend records (%s)", async (lng) => {
  const resources = localeTexts(lng);
  const t = (await createInstance().init({ lng, ns: Object.keys(resources), resources: { [lng]: resources } })) as unknown as Translate;
  const entities = [
    "user",
    "article",
    "oauth_client",
    "registration_link",
    "retention_policy",
    "legal_document",
    "data_request",
    "message",
    "pledge",
    "testimonial",
    "project",
  ];
  const fields = recorded();
  expect(fields).toEqual(expect.arrayContaining(["status", "accountState", "months", "maxUses"]));
  expect(fields.filter((field) => entities.every((entity) => fieldLabel(entity, field, t) === field))).toEqual([]);
  for (const name of contentNames) {
    const one = entityTypeOf(name);
    for (const { name: field } of contentSubjects[name].fields)
      expect([one, field, fieldLabel(one, field, t)]).not.toEqual([one, field, field]);
  }
  expect(fieldLabel("user", "firstName", t)).toBe(t("account:identity.firstName"));
  expect(fieldLabel("user", "unknownThing", t)).toBe("unknownThing");
});

test("files of a list that have no page have a title too", async () => {
  for (const locale of ["fr", "en"] as const) {
    const resources = { [locale]: localeTexts(locale) };
    const ns = Object.keys(resources[locale] ?? {});
    const t = (await createInstance().init({ lng: locale, ns, resources })) as unknown as Translate;
    expect(listTitle("/dashboard/admin/memberships/labels.pdf", t)).toBe(t("memberships:labels.title"));
  }
});

test("a list that was read or exported is called by its title", async () => {
  const resources = { fr: localeTexts("fr") };
  const t = (await createInstance().init({ lng: "fr", ns: Object.keys(resources.fr), resources })) as unknown as Translate;
  const lists = ["beneficiaries", "/dashboard/admin/users/volunteers/export.csv", "/dashboard/admin/users/donators", "gone"];
  expect(lists.map((list) => listTitle(list, t))).toEqual(["Bénéficiaires", "Bénévoles", "Donateurs", "gone"]);
});
