import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Problem } from "#contract/api/problem";

/** The codes of refusals; each has a translated title in `locales/<language>/problems.json`. */
export type RefusalCode =
  | "bad_request"
  | "not_authenticated"
  | "account_pending"
  | "forbidden"
  | "restricted"
  | "foreign_origin"
  | "not_found"
  | "method_not_allowed"
  | "stale"
  | "written_since"
  | "wrong_state"
  | "has_payments"
  | "line_returned"
  | "in_use"
  | "people_registered"
  | "in_series"
  | "event_cancelled"
  | "event_over"
  | "event_closed"
  | "registration_closed"
  | "kit_details"
  | "kit_too_early"
  | "kit_under_way"
  | "not_helped"
  | "link_gone"
  | "no_mail_server"
  | "duplicate"
  | "no_consent"
  | "still_home"
  | "not_approved"
  | "no_french"
  | "own_account"
  | "not_for_role"
  | "last_holder"
  | "too_large"
  | "too_many_documents"
  | "too_many_driving_documents"
  | "unsupported_type"
  | "unsupported_file"
  | "unsupported_document"
  | "unsafe_file"
  | "invalid"
  | "already_sent"
  | "wrong_credentials"
  | "login_expired"
  | "looks_automatic"
  | "too_many_requests"
  | "too_many_tasks"
  | "token_expired"
  | "token_refresh_failed"
  | "unexpected"
  | "unavailable"
  | "too_slow"
  | "storage_full";

const statusOf: Record<RefusalCode, number> = {
  bad_request: 400,
  not_authenticated: 401,
  account_pending: 403,
  forbidden: 403,
  restricted: 403,
  foreign_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  stale: 409,
  written_since: 409,
  wrong_state: 409,
  has_payments: 409,
  line_returned: 409,
  in_use: 409,
  people_registered: 409,
  in_series: 409,
  event_cancelled: 409,
  event_over: 409,
  event_closed: 409,
  registration_closed: 409,
  kit_details: 409,
  kit_too_early: 409,
  kit_under_way: 409,
  not_helped: 409,
  link_gone: 409,
  no_mail_server: 409,
  duplicate: 409,
  no_consent: 409,
  still_home: 409,
  not_approved: 409,
  no_french: 409,
  own_account: 403,
  not_for_role: 422,
  last_holder: 409,
  too_large: 413,
  too_many_documents: 409,
  too_many_driving_documents: 409,
  unsupported_type: 415,
  unsupported_file: 422,
  unsupported_document: 422,
  unsafe_file: 422,
  invalid: 422,
  already_sent: 422,
  wrong_credentials: 422,
  login_expired: 410,
  looks_automatic: 422,
  too_many_requests: 429,
  too_many_tasks: 429,
  token_expired: 498,
  token_refresh_failed: 401,
  unexpected: 500,
  unavailable: 503,
  too_slow: 503,
  storage_full: 507,
};

/** Thrown anywhere below a route; answered as a problem (RFC 9457). */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: ContentfulStatusCode;
  readonly extras: Partial<Pick<Problem, "fieldErrors" | "current" | "retryAfter" | "detail" | "count">>;

  constructor(code: RefusalCode, extras: Refusal["extras"] = {}) {
    super(code);
    this.name = "Refusal";
    this.code = code;
    this.status = statusOf[code] as ContentfulStatusCode;
    this.extras = extras;
  }
}

/** Refuses a form with one message at one field. */
export function fieldRefusal(field: string, message: string): Refusal {
  return new Refusal("invalid", { fieldErrors: { [field]: [message] } });
}
