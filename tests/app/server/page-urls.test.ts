import type { ServerBuild } from "@remix-run/node";
import { expect, test } from "vitest";
import { createPageUrls } from "~/server/page-urls.server";

type RouteFacts = { path?: string; parentId?: string; index?: boolean; action?: boolean; files?: boolean; cache?: object; file?: boolean };

const routes: Record<string, RouteFacts> = {
  root: { path: "" },
  home: { parentId: "root", index: true },
  frame: { parentId: "root" },
  news: { parentId: "frame", path: "news", cache: { on: ["article"] } },
  article: { parentId: "frame", path: "news/:id" },
  feed: { parentId: "root", path: "news/feed.xml", file: true },
  team: { parentId: "root", path: "team/:id/calendar.ics" },
  texts: { parentId: "root", path: "builds/:version/texts/:namespaces" },
  section: { parentId: "root", path: "dashboard/admin" },
  create: { parentId: "section", path: "news/create", action: true, files: true },
  edit: { parentId: "section", path: "news/:id", action: true },
  rest: { parentId: "root", path: "*" },
};

const find = createPageUrls({
  routes: Object.fromEntries(
    Object.entries(routes).map(([id, { action, files, cache, file, ...route }]) => [
      id,
      { id, ...route, module: { ...(!file && { default: () => null }), handle: { files, cache }, ...(action && { action: () => null }) } },
    ]),
  ),
} as unknown as ServerBuild);

test.each([
  ["/", "/"],
  ["/en", "/en"],
  ["/en/", "/en"],
  ["/news", "/news"],
  ["/News/", "/news"],
  ["/n%65ws", "/news"],
  ["/news//", "/news"],
  ["/en//NEWS", "/en/news"],
  ["/News/Mon-Article", "/news/Mon-Article"],
  ["/news/%61", "/news/a"],
  ["/news/%c3%a9t%C3%A9", "/news/%C3%A9t%C3%A9"],
  ["/news/a%2Fb", "/news/a%2Fb"],
  ["/news/Feed.XML", "/news/feed.xml"],
  ["/Builds/A/texts/Common,News", "/builds/A/texts/Common,News"],
  ["/Dashboard/ADMIN/news/Create", "/dashboard/admin/news/create"],
  ["/team/Lyon/calendar.ICS", "/team/Lyon/calendar.ics"],
  ["/News.data", "/news.data"],
  ["/_root.data", "/_root.data"],
  ["/en/_root.data", "/en/_root.data"],
  ["/en.data", "/en.data"],
])("%s is %s", (given, own) => {
  expect(find(given)?.pathname).toBe(own);
  expect(find(own)?.pathname).toBe(own);
});

test.each(["/nothing", "/EN/news", "/newss", "/news/a/b", "/%5c", "/en/%5C'%3B%20SELECT", "/%", "/dashboard%2Fadmin", "/_root"])(
  "%s is no page",
  (given) => {
    expect(find(given)).toBeNull();
  },
);

test("a page says whether it takes forms, and whether these may hold files", () => {
  expect(find("/dashboard/admin/news/create")).toMatchObject({ takesForms: true, takesFiles: "files" });
  expect(find("/dashboard/admin/news/1")).toMatchObject({ takesForms: true, takesFiles: null });
  expect(find("/news")).toMatchObject({ takesForms: false, takesFiles: null });
});

test("a page says whether its responses may be cached for others", () => {
  expect(["/news", "/news/feed.xml", "/news/1"].map((path) => find(path)?.isShared)).toEqual([true, true, false]);
});
