import { type ErrorReports, type Report, scrubbed } from "#contract/api/error-reports";

/** Opens the error reports of a server when an address for them is configured; the library is loaded only then. */
export async function openErrorReports(dsn: string | undefined, release?: string): Promise<ErrorReports | null> {
  if (!dsn) return null;
  const sentry = await import("@sentry/node");
  sentry.init({
    dsn,
    release,
    beforeSend: <E extends object>(event: E) => scrubbed(event as Report) as E,
    sendDefaultPii: false,
    tracesSampleRate: 0,
    defaultIntegrations: false,
    integrations: [sentry.linkedErrorsIntegration()],
    skipOpenTelemetrySetup: true,
  });
  const reported = new Set<string>();
  return {
    report(error, { requestId, job, user = null }) {
      if (requestId && !isNew(reported, `${requestId} ${error}`)) return;
      sentry.withScope((scope) => {
        scope.setUser(user);
        scope.setTags({ requestId, job });
        sentry.captureException(error);
      });
    },
    async flush() {
      await sentry.flush(2_000);
    },
  };
}

/** The number of remembered reports: a retry follows within seconds. */
const remembered = 100;

/** Whether an error is reported for the first time. A page retries a failed call once, under the same id. */
function isNew(reported: Set<string>, what: string): boolean {
  if (reported.has(what)) return false;
  reported.add(what);
  const [oldest] = reported;
  if (reported.size > remembered && oldest) reported.delete(oldest);
  return true;
}
