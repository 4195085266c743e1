import { inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { faqCategories } from "#backend/modules/faq/tables";
import { press } from "#backend/modules/press/tables";
import type { ContentAction, ContentBulkResult } from "#contract/publishing/content";
import type { ContentName } from "#contract/publishing/content-names";
import { backendForTest } from "#tests/support/backend";
import { addContent, publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";
import { contentSubjects } from "~/content/subjects";

async function office() {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const bulk = async (name: ContentName, action: ContentAction, selection: object, dryRun = false) => {
    const path = (await contentSubjects[name].api()).bulk.path;
    const answer = await backend.request(path, { method: "POST", cookie, json: { action, selection, dryRun } });
    expect(answer.status).toBe(200);
    return (await answer.json()) as ContentBulkResult;
  };
  const logged = async (ids: string[]) =>
    (await backend.services.db.select().from(auditLog).where(inArray(auditLog.entityId, ids)).orderBy(auditLog.seq)).map(
      ({ action }) => action.split(".")[1],
    );
  return { backend, cookie, bulk, logged };
}

const counts = ({ count, changed, unchanged, refused }: ContentBulkResult) => ({ count, changed, unchanged, refused });

test("a dry run has the same result as the real run and changes nothing", async () => {
  const { backend, cookie, bulk, logged } = await office();
  const draft = await addContent(backend, "press", cookie, { title: { fr: "Brouillon", en: "Draft" } });
  const online = await publishContent(backend, "press", cookie, { title: { fr: "En ligne" } });
  const stored = await addContent(backend, "press", cookie, { title: { fr: "Ancien" } });
  await bulk("press", "archived", { ids: [stored.id] });
  const ids = [draft.id, online.id, stored.id];
  const before = await logged(ids);
  const publish = (dryRun: boolean) => bulk("press", "published", { ids: [...ids, crypto.randomUUID()] }, dryRun);
  const expected = {
    count: 3,
    changed: 1,
    unchanged: 1,
    refused: 1,
    names: ["Brouillon"],
    batch: null,
    task: null,
    refusals: [{ id: stored.id, name: "Ancien", reason: "wrong_state", dependents: 0 }],
  };
  expect(await publish(true)).toEqual(expected);
  const states = async () => new Map((await backend.services.db.select().from(press)).map(({ id, status }) => [id, status]));
  expect([await logged(ids), (await states()).get(draft.id)]).toEqual([before, "draft"]);
  expect(await publish(false)).toEqual(expected);
  expect([(await states()).get(draft.id), (await states()).get(stored.id)]).toEqual(["published", "archived"]);
  expect(counts(await publish(false))).toEqual({ count: 3, changed: 0, unchanged: 2, refused: 1 });
});

test("what is on line, or what others depend on, is not removed, and is named with the reason", async () => {
  const { backend, cookie, bulk } = await office();
  const [used, online, free] = [
    await addContent(backend, "faq/categories", cookie, { name: { fr: "Utilisée" } }),
    await publishContent(backend, "faq/categories", cookie, { name: { fr: "En ligne" } }),
    await addContent(backend, "faq/categories", cookie, { name: { fr: "Libre" } }),
  ];
  for (const _ of [1, 2]) await addContent(backend, "faq/questions", cookie, { categoryId: used.id });
  const result = await bulk("faq/categories", "remove", { all: true, query: {} });
  expect([counts(result), result.refusals]).toEqual([
    { count: 3, changed: 1, unchanged: 0, refused: 2 },
    [
      { id: used.id, name: "Utilisée", reason: "in_use", dependents: 2 },
      { id: online.id, name: "En ligne", reason: "wrong_state", dependents: 0 },
    ],
  ]);
  const left = await backend.services.db.select().from(faqCategories);
  expect(left.some(({ id }) => id === free.id)).toBe(false);
});

test("a testimonial without agreement stays off line while the others are published", async () => {
  const { backend, cookie, bulk } = await office();
  await addContent(backend, "testimonials", cookie, { initials: "A. A." });
  const without = await addContent(backend, "testimonials", cookie, { initials: "B. B.", consentedOn: null });
  const result = await bulk("testimonials", "published", { all: true, query: {} });
  expect([counts(result), result.refusals]).toEqual([
    { count: 2, changed: 1, unchanged: 0, refused: 1 },
    [{ id: without.id, name: "B. B.", reason: "no_consent", dependents: 0 }],
  ]);
});

test("all that match are those of the filters and the search, over all pages of the list", async () => {
  const { backend, cookie, bulk } = await office();
  const { id } = await addContent(backend, "press", cookie);
  const [one] = await backend.services.db
    .select()
    .from(press)
    .where(inArray(press.id, [id]));
  const rest = { outlet: "L’Étudiant", kind: "radio", day: "2026-11-01", title: { fr: "Pari" }, quote: { fr: "" } } as const;
  await backend.services.db.insert(press).values(Array.from({ length: 150 }, (_, at) => ({ ...rest, position: at + 2 })));
  const query = { q: "etudiant", kind: "radio", page: "2", perPage: "10", columns: "title" };
  expect(counts(await bulk("press", "published", { all: true, query }))).toEqual({ count: 150, changed: 150, unchanged: 0, refused: 0 });
  const [after] = await backend.services.db
    .select()
    .from(press)
    .where(inArray(press.id, [id]));
  expect([one?.status, after?.status]).toEqual(["draft", "draft"]);
});

test("two people who remove the same rows at once: each row goes once", async () => {
  const { backend, cookie, bulk, logged } = await office();
  const ids = [(await addContent(backend, "press", cookie)).id, (await addContent(backend, "press", cookie)).id];
  const results = await Promise.all([bulk("press", "remove", { ids }), bulk("press", "remove", { ids })]);
  expect(results.reduce((sum, { changed }) => sum + changed, 0)).toBe(2);
  expect((await logged(ids)).filter((verb) => verb === "remove")).toHaveLength(2);
});

test.each(["VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const)(
  "%s changes no rows at once, a dry run included",
  async (role) => {
    const { backend } = await office();
    const { cookie } = await signIn(backend, { role });
    const json = { action: "remove", selection: { all: true, query: {} }, dryRun: true };
    expect((await backend.request("/api/admin/press/bulk", { method: "POST", cookie, json })).status).toBe(403);
    expect((await backend.request("/api/admin/press/bulk", { method: "POST", json })).status).toBe(401);
  },
);
