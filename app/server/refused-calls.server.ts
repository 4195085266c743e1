import { type ActionFunction, data, type LoaderFunction, type ServerBuild } from "@remix-run/node";
import { ApiError } from "~/api/api-error";

/** What the API may answer a page that is no fault of ours: what was sent cannot be taken, is not allowed, comes too late or too often, not now. */
const passedOn = [400, 403, 409, 413, 422, 429, 503];

/** A build whose pages answer with the API's status where it refuses a call that no page foresaw, in place of 500. */
export function withRefusedCalls(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route];
    const { loader, action } = route.module;
    const parts = { ...(loader && { loader: passingOn(loader) }), ...(action && { action: passingOn(action) }) };
    return [id, { ...route, module: { ...route.module, ...parts } }];
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

function passingOn<F extends LoaderFunction | ActionFunction>(handle: F): F {
  return (async (args: Parameters<F>[0]) => {
    try {
      return await handle(args as never);
    } catch (error) {
      if (error instanceof ApiError && passedOn.includes(error.status)) throw data(null, { status: error.status });
      throw error;
    }
  }) as F;
}
