import { type AppLoadContext, data, type EntryContext, type LoaderFunction, redirect, type ServerBuild } from "@remix-run/node";
import { beforeEach, expect, test } from "vitest";
import { createPageHandler } from "~/framework/script-free-pages.server";

type Module = ServerBuild["routes"][string]["module"];

let loads = 0;
let rendered: EntryContext[] = [];
let faults: unknown[] = [];
let failing = false;

beforeEach(() => {
  loads = 0;
  rendered = [];
  faults = [];
  failing = false;
});

const counted =
  (load: () => ReturnType<LoaderFunction>): LoaderFunction =>
  () => {
    loads += 1;
    return load();
  };
const Page = () => null;
const pages: Record<string, Module> = {
  plain: { default: Page, loader: counted(() => ({ text: "so" })) },
  parcel: { default: Page, loader: counted(() => data({ text: "so" }, { status: 410 })) },
  elsewhere: { default: Page, loader: counted(() => redirect("/plain")) },
  refused: {
    default: Page,
    loader: counted(() => {
      throw data(null, { status: 403 });
    }),
  },
  scripted: { default: Page, handle: { hydrate: true }, loader: counted(() => ({ text: "so" })) },
  headed: { default: Page, headers: () => ({ "x-own": "1" }), loader: counted(() => ({ text: "so" })) },
  file: { default: undefined as never, loader: counted(() => new Response("file")) },
};

function handler() {
  const root = { id: "root", path: "", module: { default: Page, ErrorBoundary: Page } as Module };
  const routes = Object.entries(pages).map(([id, module]) => [id, { id, parentId: "root", path: id, module }]);
  const all = { root, ...Object.fromEntries(routes), one: { id: "one", parentId: "root", path: "one/:name", module: pages.plain } };
  const build = {
    routes: all,
    assets: {
      version: "1",
      url: "",
      entry: { module: "", imports: [] },
      routes: Object.fromEntries(Object.keys(all).map((id) => [id, { id }])),
    },
    entry: {
      module: {
        default: (_: Request, status: number, headers: Headers, context: EntryContext) => {
          rendered.push(context);
          if (failing) throw new Error("It cannot be made.");
          return new Response(JSON.stringify(context.staticHandlerContext.loaderData), { status, headers });
        },
        handleError: (error: unknown) => void faults.push(error),
      },
    },
    future: { v3_singleFetch: true, v3_relativeSplatPath: true },
    basename: "/",
    isSpaMode: false,
    publicPath: "/",
    assetsBuildDirectory: "",
  } as unknown as ServerBuild;
  const handle = createPageHandler(build, "production");
  return (path: string, init?: RequestInit) => handle(new Request(`http://site.example${path}`, init), {} as AppLoadContext);
}

/** Whether the framework had the page's data written out for a script. */
const writtenOut = () => rendered.map(({ serverHandoffStream }) => !!serverHandoffStream);

test("a page without script is rendered from its loaders' data, which is not serialised for a script", async () => {
  const answer = await handler()("/plain?a=1");
  expect([answer.status, await answer.json()]).toEqual([200, { plain: { text: "so" } }]);
  expect([loads, writtenOut()]).toEqual([1, [false]]);
  expect(rendered[0]?.staticHandlerContext.location).toMatchObject({ pathname: "/plain", search: "?a=1" });
  expect(Object.keys(rendered[0]?.manifest.routes ?? {})).toEqual(["root", "plain"]);
});

test("pages of one kind keep their own names apart", async () => {
  const visit = handler();
  for (const name of ["un", "deux"]) {
    await visit(`/one/${name}`);
    expect(rendered.at(-1)?.staticHandlerContext.matches.at(-1)?.params).toEqual({ name });
  }
});

test.each([
  ["/scripted", 200],
  ["/headed", 200],
  ["/parcel", 410],
  ["/refused", 403],
  ["/rien", 404],
])("%s is the framework's to answer, from loaders asked once", async (path, status) => {
  const answer = await handler()(path);
  expect([answer.status, writtenOut()]).toEqual([status, [true]]);
  expect(loads).toBe(path === "/rien" ? 0 : 1);
});

test("redirects and files are sent unchanged", async () => {
  const visit = handler();
  const sent = await visit("/elsewhere");
  expect([sent.status, sent.headers.get("location"), loads]).toEqual([302, "/plain", 1]);
  expect(await (await visit("/file")).text()).toBe("file");
  expect((await visit("/plain.data")).headers.get("content-type")).toBe("text/x-script");
  const head = await visit("/plain", { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("an error while a page is rendered is reported once, and answered with 500", async () => {
  failing = true;
  const answer = await handler()("/plain");
  expect(answer.status).toBe(500);
  expect([loads, faults.length > 0, new Set(faults.map(String)).size]).toEqual([1, true, 1]);
});
