import type { ServerBuild } from "@remix-run/node";

type BuiltRoute = NonNullable<ServerBuild["routes"][string]>;

/** Each route of the build with its parents, the outermost first. */
export function routeChainsOf({ routes }: ServerBuild): BuiltRoute[][] {
  return Object.keys(routes).map((id) => chainOf(routes, id));
}

function chainOf(routes: ServerBuild["routes"], id: string): BuiltRoute[] {
  const route = routes[id];
  if (!route) return [];
  return route.parentId ? [...chainOf(routes, route.parentId), route] : [route];
}
