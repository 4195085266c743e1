import { isRouteErrorResponse } from "@remix-run/react";

/** The status that an error page shows: the thrown response's own, or 500 for a crash. */
export function statusOf(error: unknown): number {
  if (isRouteErrorResponse(error)) return error.status;
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === "number" && status >= 400 && status < 600 ? status : 500;
}
