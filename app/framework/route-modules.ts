import { lostScript } from "~/errors/lost-scripts";

type RouteModule = { default?: unknown };

/**
 * Replaces the framework's module of this name in the browser (`vite.config.ts`). When a page's script fails to load, the framework reloads
 * the current page, even when a link was only hovered, and drops the requested one. Here the router continues to that URL with
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
