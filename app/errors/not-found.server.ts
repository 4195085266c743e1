import { data } from "@remix-run/node";
import { ApiError } from "~/api/api-error";

/** For `.catch()` of a call about one record: the API's 404, or its refusal of an unreadable id, becomes the page's 404; any other failure is rethrown. */
export function orNotFound(error: unknown): never {
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) throw data(null, { status: error.status });
  throw error;
}

/** The same where a page does without what is not there. */
export function orNone(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}
