import { ApiError } from "./api-error";

/** Statuses below 500 that mean that the backend is unavailable. */
const notNow = [408, 425];

/**
 * Whether a call failed because the backend is unavailable: it was not reached, reported so, or sent an unreadable response. A fault of its
 * own in one call, with the code `unexpected`, does not count: the next call may succeed.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 500 ? error.body.code !== "unexpected" : error.status > 500 || notNow.includes(error.status);
}

/** Refusals of one request: a search that took too long, and a change for which the disk has no room. */
const ofOneRequest = ["too_slow", "storage_full"];

/** Whether other calls will fail too: their pages come from the cache until the backend is available again. */
export function isBackendUnavailable(error: unknown): boolean {
  return isOutage(error) && !ofOneRequest.includes((error as ApiError).body.code ?? "");
}
