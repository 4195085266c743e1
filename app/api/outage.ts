import { ApiError } from "./api-error";

/** Statuses below 500 that say that the backend cannot answer now. */
const notNow = [408, 425];

/**
 * Whether a call failed because the backend could not answer it: it was not reached, said so, or said nothing that can be read. A fault of its
 * own in one call, which it names `unexpected`, is none: the next call may go well.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 500 ? error.body.code !== "unexpected" : error.status > 500 || notNow.includes(error.status);
}
