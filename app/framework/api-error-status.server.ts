import { type ActionFunction, data, type LoaderFunction, redirect, type ServerBuild } from "@remix-run/node";
import { tokenExpiredStatus } from "#contract/api/problem";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { isOutage } from "~/api/outage";
import { reportError } from "~/errors/report.server";

/** Statuses of the API that are not a fault of the site: invalid, forbidden, gone since the page was shown, conflicting or too many requests. */
const passedOn = [400, 403, 404, 409, 413, 422, 429];
/** The session ended while the page was rendered: the next request finds out. */
const sessionEnded = [401, tokenExpiredStatus];

/**
 * A build whose pages respond with the API's status when it refuses a call unexpectedly, in place of 500, and with 503 when the
 * backend is unavailable.
 */
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
      if (!(error instanceof ApiError)) throw error;
      const { context } = args;
      if (error.body.retryAfter) context.retryAfter(error.body.retryAfter);
      if (error.body.code === "too_many_tasks") {
        // Where they are, and can be stopped.
        flashToast(context, { title: error.body.title ?? "", icon: "warning", color: "warning" });
        throw redirect("/account/tasks", 303);
      }
      if (passedOn.includes(error.status)) throw data(null, { status: error.status });
      if (!isOutage(error) && !sessionEnded.includes(error.status)) throw error;
      context.log.warn({ requestId: context.requestId, status: error.status, err: error.cause }, "the backend cannot answer");
      reportError(error, { status: 503, context });
      throw data(null, { status: 503 });
    }
  }) as F;
}
