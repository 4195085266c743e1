import type { AppLoadContext } from "@remix-run/node";
import { sessionUserOf } from "#contract/accounts/session-user";
import { type ErrorReports, isReported } from "#contract/api/error-reports";
import { ApiError } from "~/api/api-error";

let reports: ErrorReports | null = null;

/** Sets where pages' errors are reported, if anywhere. */
export function startErrorReports(to: ErrorReports | null) {
  reports = to;
}

/**
 * Reports a page's error, unless its status says that it is not ours (S8-013), or the backend has
 * reported it already.
 */
export function reportError(
  error: unknown,
  { status, context }: { status: number; context: Pick<AppLoadContext, "requestId"> & Partial<Pick<AppLoadContext, "session">> },
) {
  const to = reports;
  if (!to || !isReported(status) || (error instanceof ApiError && error.body.reported)) return;
  Promise.resolve(context.session?.user())
    .catch(() => null)
    .then((user) => to.report(error, { requestId: context.requestId, user: user && sessionUserOf(user) }));
}
