import { createInstance } from "i18next";
import { expect, test } from "vitest";
import type { AuditRow } from "#contract/law/audit";
import { localeTexts } from "#tests/support/locale-texts";
import type { Translate } from "~/i18n/translate";
import { entityPage } from "~/subjects/audit/labels";
import { withLabels } from "~/subjects/audit/lines";

const texts = localeTexts("fr");

/** Both sides of one changed field, as the log says them in French. */
async function labelsOf(entityType: string, field: string, before: unknown, after: unknown, names = {}) {
  const i18n = createInstance();
  const t = await i18n.init({ lng: "fr", ns: Object.keys(texts), resources: { fr: texts }, interpolation: { escapeValue: false } });
  const row = { entityType, fields: [field], changes: { [field]: { before, after } }, names } as unknown as AuditRow;
  const change = withLabels([row], t as unknown as Translate, "fr")[0]?.changes?.[field];
  return [change?.before, change?.after];
}

test("a record referred to by id is shown by its name, in the reader's language if available", async () => {
  const [kits, gone] = ["0a0a0a0a-0000-4000-8000-000000000001", "0a0a0a0a-0000-4000-8000-000000000002"];
  expect(await labelsOf("faq_question", "categoryId", gone, kits, { [kits]: { fr: "Les kits", en: "Kits" } })).toEqual([gone, "Les kits"]);
  expect(await labelsOf("article", "tagIds", [], [kits, kits], { [kits]: { fr: "Les kits" } })).toEqual([undefined, "Les kits, Les kits"]);
});

const saturday = { weekday: 6, opensAt: "10:00", closesAt: "12:30", kind: "drop_off", note: null };

test.each([
  ["job", "kind", "job", "internship", ["Emploi", "Stage"]],
  ["job", "status", "published", "archived", ["Publié", "Archivé"]],
  ["message", "status", "new", "answered", ["À répondre", "Traité"]],
  ["further_support", "free", true, false, ["Oui", "Non"]],
  ["further_support", "languages", ["fr"], ["fr", "lsf"], ["Français", "Français, Langue des signes"]],
  ["further_support", "checkedOn", null, "2026-11-20", [undefined, "20 nov. 2026"]],
  ["article", "publishedAt", undefined, "2026-11-20T17:30:00.000Z", [undefined, "20 nov. 2026, 18\u00a0h\u00a030"]],
  ["team", "hours", saturday, undefined, [expect.stringMatching(/^Samedi, de 10\u00a0h à 12\u00a0h\u00a030, dépôt de dons$/), undefined]],
  ["job", "title", { fr: "Un", en: "One" }, { fr: "Deux", en: "One" }, ["Un", "Deux"]],
  ["job", "title", { fr: "Un", en: "One" }, { fr: "Deux", en: "Two" }, ["Français : Un\nEnglish : One", "Français : Deux\nEnglish : Two"]],
  ["user", "accountState", "to_validate", "validated", ["À valider", "Compte validé"]],
  ["legal_document", "version", 1, 2, ["1", "2"]],
  ["saved_view", "query", { q: "lune" }, undefined, ['{"q":"lune"}', undefined]],
])("the log says a %s's %s in words", async (entityType, field, before, after, words) => {
  expect(await labelsOf(entityType, field, before, after)).toEqual(words);
});

test.each([
  ["partner", "/dashboard/admin/partners/7/edit"],
  ["faq_question", "/dashboard/admin/faq/questions/7/edit"],
  ["further_support_category", "/dashboard/admin/further-support/categories/7/edit"],
  ["message", "/dashboard/admin/messages/7"],
  ["session", null],
])("a line about a %s leads to %s", (entityType, page) => {
  expect(entityPage({ action: `${entityType}.edit`, entityType, entityId: "7" })).toBe(page);
  expect(entityPage({ action: `${entityType}.remove`, entityType, entityId: "7" })).toBeNull();
});

test("changes are shown without the columns common to all records", async () => {
  const technical = ["id", "createdAt", "updatedAt", "updatedBy", "position", "version"];
  const i18n = createInstance();
  const t = await i18n.init({ lng: "fr", ns: Object.keys(texts), resources: { fr: texts } });
  const changes = Object.fromEntries([...technical, "outlet"].map((field) => [field, { before: "1", after: "2" }]));
  const row = { action: "press.remove", entityType: "press", fields: Object.keys(changes), changes, names: {} } as unknown as AuditRow;
  const [line] = withLabels([row], t as unknown as Translate, "fr");
  expect([line?.fields, line?.labels, Object.keys(line?.changes ?? {})]).toEqual([["outlet"], ["Média"], ["outlet"]]);
});
