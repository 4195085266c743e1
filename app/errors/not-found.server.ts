import { data } from "@remix-run/node";
import { ApiError } from "~/api/api-error";

/** For `.catch()` of a call about one record: the API's "no such thing" becomes ours, any other failure goes on. */
export function orNotFound(error: unknown): never {
  if (error instanceof ApiError && error.status === 404) throw data(null, { status: 404 });
  throw error;
}
