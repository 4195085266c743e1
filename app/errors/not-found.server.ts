import { data } from "@remix-run/node";
import { ApiError } from "~/api/api-error";

/** For `.catch()` of a call about one record: the API's "no such thing", or "nothing we can read", becomes ours; any other failure goes on. */
export function orNotFound(error: unknown): never {
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) throw data(null, { status: error.status });
  throw error;
}
