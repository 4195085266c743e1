import { lostScript } from "~/errors/lost-scripts";

type RouteModule = { default?: unknown };

/**
 * Stands in the browser for the framework's module of this name (`vite.config.ts`). Where a page's script does not come, the framework reloads
 * the page one is on, even when a link was only pointed at, and leaves the one that was asked for. Here the router goes on to that address with
 * a page that fails, whose error boundary reloads it, once.
 */
export async function loadRouteModule(route: { id: string; module: string }, known: Record<string, RouteModule>): Promise<RouteModule> {
  const there = known[route.id];
  if (there) return there;
  let loaded: RouteModule;
  try {
    loaded = await import(/* @vite-ignore */ route.module);
  } catch (error) {
    const lost = lostScript(route.module, error);
    return {
      default() {
        throw lost;
      },
    };
  }
  known[route.id] = loaded;
  return loaded;
}
