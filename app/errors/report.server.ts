import type { AppLoadContext } from "@remix-run/node";
import { sessionUserOf } from "#contract/session-user";
import { isReported } from "./report-rules";
import { type Report, scrubbed } from "./scrub";

type Sentry = typeof import("@sentry/remix");
let sentry: Sentry | undefined;

/** Starts error reports when an address for them is configured; the library is loaded only then. */
export async function startErrorReports(dsn: string | null, release: string) {
  if (!dsn) return;
  sentry = await import("@sentry/remix");
  const beforeSend = <E extends object>(event: E) => scrubbed(event as Report) as E;
  sentry.init({ dsn, release, beforeSend, sendDefaultPii: false, tracesSampleRate: 0, defaultIntegrations: false });
}

/** Reports a page's error, unless its status says that it is not ours (section 8 of the specification). */
export function reportError(
  error: unknown,
  { status, context }: { status: number; context: Pick<AppLoadContext, "requestId"> & Partial<Pick<AppLoadContext, "session">> },
) {
  if (!sentry || !isReported(status)) return;
  const reports = sentry;
  Promise.resolve(context.session?.user())
    .catch(() => null)
    .then((user) =>
      reports.withScope((scope) => {
        scope.setUser(user ? sessionUserOf(user) : null);
        scope.setTag("requestId", context.requestId);
        reports.captureException(error);
      }),
    );
}

/** Sends what waits before the process ends. */
export async function flushErrorReports() {
  await sentry?.flush(2_000);
}
