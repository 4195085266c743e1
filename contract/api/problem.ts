import * as z from "zod";

/**
 * Every error answer of the API, in the form of RFC 9457 (problem details).
 * `title` is translated into the caller's Accept-Language; `code` is for programs. Where the database is lost, refused
 * or busy it is `unavailable` (503), where a list or search took too long `too_slow` (503), on a full disk `storage_full` (507).
 */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  requestId: z.string(),
  detail: z.string().optional(),
  /** Message keys by field path (`title.fr`), on 422. */
  fieldErrors: z.record(z.string(), z.array(z.string())).optional(),
  /** The current record, on 409. */
  current: z.unknown().optional(),
  /** How many other records depend on this one, on 409. */
  count: z.int().optional(),
  /** Whether the backend has reported the error, on 500: the web tier need not. */
  reported: z.boolean().optional(),
  /** Seconds to wait, on 429 and 503. */
  retryAfter: z.int().optional(),
});
export type Problem = z.infer<typeof Problem>;

/** 498 is not a registered status: the specification uses it for an access token that has expired. */
export const tokenExpiredStatus = 498;
