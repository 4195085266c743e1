import { expect, test } from "vitest";
import { sheetRows, sheets } from "#backend/modules/imports/tables";
import { contentNames } from "#contract/publishing/content-names";
import { backendForTest } from "#tests/support/backend";
import { localeTexts } from "#tests/support/locale-texts";
import { signIn } from "#tests/support/people";
import { type Page, pages } from "~/pages";

const served = (Object.values(pages).flat() as Page[]).map(([path]) => path as string);

test("the task of each import leads to the page of its list, which has a title, and to a page of its own", async () => {
  const backend = await backendForTest();
  const { db, taskKinds } = backend.services;
  const admin = await signIn(backend, { role: "ADMIN" });
  const titles = ["fr", "en"].map((locale) => Object.keys(localeTexts(locale).titles ?? {}));
  const imports = [...taskKinds].filter(([path, { task }]) => path.endsWith("/import") && task.nameOf({}) === "import");
  const led = new Map<string, string>();
  const faults: string[] = [];
  for (const [subject, { task }] of imports) {
    const [sheet] = await db
      .insert(sheets)
      .values({ ownerId: admin.id, subject, fileName: "a.csv", columns: ["a"] })
      .returning();
    const [row] = await db
      .insert(sheetRows)
      .values({ sheetId: sheet?.id ?? "", line: 2, cells: ["a"] })
      .returning();
    const described = await task.describe({ db, actor: admin as never, locale: "fr", body: {} }, [row?.id ?? ""]);
    const [page = ""] = (described.get(row?.id ?? "")?.path ?? "").split("?");
    if (led.has(page)) faults.push(`${subject} and ${led.get(page)} have the same page`);
    led.set(page, subject);
    if (!served.includes(page)) faults.push(`${page} of ${subject} is no page`);
    const list = task.listOf({});
    if (!served.includes(list)) faults.push(`${list} of ${subject} is no page`);
    if (!titles.every((some) => some.includes(list))) faults.push(`${list} of ${subject} has no title`);
  }
  expect(imports.length).toBeGreaterThan(contentNames.length);
  expect(faults).toEqual([]);
});
