import { expect, test } from "vitest";
import { accountLink, type HeaderLink, headerLinks, isCurrent, searchLink } from "~/layouts/site/navigation";

const currentAt = (path: string) => headerLinks.filter((link) => isCurrent(link, path)).map(({ label }) => label);

test.each([
  ["/", "header.home"],
  ["/story", "header.story"],
  ["/story/?a=b", "header.story"],
  ["/news/une-collecte", "header.news"],
  ["/team/lyon", "header.team"],
  ["/delivraide", "header.actions"],
  ["/euro-solidaire/", "header.actions"],
  ["S2-036 /donation", "header.donate"],
  ["S2-036 /donations/manage", "header.donate"],
  ["S2-037 /actions", "header.actions"],
  ["S2-037 /actions/une-autre", "header.actions"],
])("%s has one current entry, %s", (path, label) => {
  expect(currentAt(path.replace(/^S\S+ /, ""))).toEqual([label]);
});

test.each(["/newspaper", "/contact", "/en-route", "/dashboard/news", "/reactions"])("%s has no current entry", (path) => {
  expect(currentAt(path)).toEqual([]);
});

test("S3-026 links have a label, and a description, an icon, a target and a click action where they need one", () => {
  const all: HeaderLink[] = [...headerLinks.flatMap((link) => [link, ...(link.children ?? [])]), searchLink, accountLink];
  for (const { label, target, click } of all)
    expect([label, Boolean(target || click)]).toEqual([expect.stringMatching(/^header\.\w+/), true]);
  expect(all.filter(({ description }) => description).map(({ target }) => target)).toEqual(["/delivraide", "/dressed", "/euro-solidaire"]);
  expect(all.filter(({ icon }) => icon).map(({ target }) => target)).toEqual(["/search", "/register"]);
  expect(all.filter(({ click }) => click).map(({ click, target }) => [click, target])).toEqual([
    ["subList", undefined],
    ["search", "/search"],
  ]);
});
