import { expect, test } from "vitest";
import { textsFor } from "~/i18n/texts.server";

test("a cached text depends on its values: another number, count or namespace gives another text", () => {
  const { instance } = textsFor("fr");
  const news = instance.getFixedT(null, "news");
  for (const _ of ["asked", "asked again"]) {
    expect([2, 3].map((page) => instance.t("pages.page", { page }))).toEqual(["Page 2", "Page 3"]);
    expect([0, 1, 2, 1500].map((count) => news("count", { count }).replace(/\s/g, " "))).toEqual([
      "0 article",
      "1 article",
      "2 articles",
      "1 500 articles",
    ]);
    expect(textsFor("en").instance.t("pages.page", { page: 2 })).toBe("Page 2");
  }
});
