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
