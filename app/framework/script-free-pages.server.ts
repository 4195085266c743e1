import {
  type AppLoadContext,
  createRequestHandler,
  type EntryContext,
  type HandleDocumentRequestFunction,
  type RequestHandler,
  type ServerBuild,
} from "@remix-run/node";
import { type AgnosticDataRouteObject, type AgnosticRouteMatch, matchRoutes } from "@remix-run/router";
import type { PageHandle } from "~/layouts/handle";
import { isDataPath } from "./request-paths";

type Route = NonNullable<ServerBuild["routes"][string]>;
type Loads = Map<string, Promise<unknown>>;
type Matches = AgnosticRouteMatch<string, AgnosticDataRouteObject>[];

/** Paths of pages without parameters. */
const maxCached = 100;

/**
 * The framework's handler of a build, with a short path for GET requests of pages without its script: such a page is matched once, its loaders
 * read the request as it came, and its data is not written out for a script. Whatever is not plain data on such a page (a refusal, a
 * redirect, a fault) is answered by the framework, from the results of the loaders.
 */
export function createPageHandler(build: ServerBuild, mode: string): RequestHandler {
  const loads = new WeakMap<AppLoadContext, Loads>();
  const framework = createRequestHandler(withLoads(build, loads), mode);
  const tree = childrenOf(build, undefined);
  const known = new Map<string, Matches>();
  const matchesOf = (pathname: string): Matches | null => {
    const found = known.get(pathname) ?? matchRoutes(tree, pathname, build.basename);
    if (found && known.size < maxCached && Object.keys(found[0]?.params ?? {}).length === 0) known.set(pathname, found);
    return found;
  };
  const renderPage = build.entry.module.default as HandleDocumentRequestFunction;
  /** Of the routes that the page is made of: the framework matches once more when it renders. */
  const assetsFor = new Map<string, ServerBuild["assets"]>();
  const assetsOf = (routes: Route[]): ServerBuild["assets"] => {
    const page = routes.at(-1)?.id ?? "";
    const found = assetsFor.get(page) ?? { ...build.assets, routes: pick(build.assets.routes, routes) };
    assetsFor.set(page, found);
    return found;
  };
  const entry = {
    routeModules: Object.fromEntries(Object.values(build.routes).map(({ id, module }) => [id, module])),
    future: build.future,
    isSpaMode: build.isSpaMode,
    renderMeta: {},
  } as Omit<EntryContext, "manifest" | "staticHandlerContext">;

  return async (request, context = {} as AppLoadContext) => {
    const { pathname, search } = new URL(request.url);
    const matches = request.method === "GET" && !isDataPath(pathname) ? matchesOf(pathname) : null;
    const routes = matches?.map(({ route }) => build.routes[route.id] as Route) ?? [];
    if (!matches || !isScriptFree(routes)) return framework(request, context);
    const requestLoads: Loads = new Map();
    for (const [at, { id, module }] of routes.entries())
      if (module.loader)
        requestLoads.set(
          id,
          startedNow(() => module.loader?.({ request, context, params: matches[at]?.params ?? {} })),
        );
    loads.set(context, requestLoads);
    const results = await Promise.allSettled(requestLoads.values());
    if (!results.every(isPlainData)) return framework(request, context);
    const loaderData = Object.fromEntries([...requestLoads.keys()].map((id, at) => [id, results[at]?.value]));
    try {
      const page = { ...entry, manifest: assetsOf(routes), staticHandlerContext: contextOf(loaderData) };
      return await renderPage(request, 200, new Headers(), page, context);
    } catch {
      // It fails again there, where errors are reported and answered.
      return framework(request, context);
    }

    function contextOf(loaderData: Record<string, unknown>): EntryContext["staticHandlerContext"] {
      return {
        basename: build.basename ?? "/",
        location: { pathname, search, hash: "", state: null, key: "default" },
        matches: matches as EntryContext["staticHandlerContext"]["matches"],
        loaderData,
        actionData: null,
        errors: null,
        statusCode: 200,
        loaderHeaders: {},
        actionHeaders: {},
        activeDeferreds: null,
      };
    }
  };
}

/** A page, not a file, without hydrated parts and without its own headers. */
function isScriptFree(routes: Route[]): boolean {
  const last = routes.at(-1);
  return !!last?.module.default && routes.every(({ module }) => !(module.handle as PageHandle | undefined)?.hydrate && !module.headers);
}

function isPlainData(result: PromiseSettledResult<unknown>): result is PromiseFulfilledResult<unknown> {
  if (result.status === "rejected" || result.value === undefined || result.value instanceof Response) return false;
  return (result.value as { type?: unknown } | null)?.type !== "DataWithResponseInit";
}

/** A build whose loaders are not called a second time for the same request. */
function withLoads(build: ServerBuild, loads: WeakMap<AppLoadContext, Loads>): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { loader } = route.module;
    if (!loader) return [id, route];
    const once: typeof loader = (args) => loads.get(args.context)?.get(id) ?? loader(args);
    return [id, { ...route, module: { ...route.module, loader: once } }];
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

async function startedNow(load: () => unknown): Promise<unknown> {
  return load();
}

function childrenOf(build: ServerBuild, parentId: string | undefined): AgnosticDataRouteObject[] {
  return Object.values(build.routes)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index, caseSensitive, module }) =>
      index
        ? { id, path, index, handle: module.handle }
        : { id, path, caseSensitive, handle: module.handle, children: childrenOf(build, id) },
    );
}

function pick<T>(all: Record<string, T>, routes: Route[]): Record<string, T> {
  return Object.fromEntries(routes.flatMap(({ id }) => (all[id] ? [[id, all[id]]] : [])));
}
