import type { Context } from "hono";
import { databaseFault } from "#backend/db/faults";
import { sessionUserOf } from "#contract/accounts/session-user";
import { isReported } from "#contract/api/error-reports";
import type { Problem } from "#contract/api/problem";
import { waitText } from "#contract/formats/duration";
import { Refusal } from "../refusal.ts";
import type { Env } from "./routes.ts";
import type { Services } from "./services.ts";

/** Log texts of the specification's error catalogue; people read the translated title instead. */
const logTexts: Partial<Record<Refusal["code"], string>> = {
  token_expired: "Token expired",
  token_refresh_failed: "Token refresh failed",
};

/** An error as a problem document; anything that is not a refusal is logged, and the response hides its cause. */
export function answerProblem(
  http: Context<Env>,
  { log, reports, translate }: Pick<Services, "log" | "reports" | "translate">,
  error: unknown,
): Response {
  const refusal = error instanceof Refusal ? error : refusalOf(error, http.var.isList);
  const { requestId, locale, actor } = http.var;
  if (isReported(refusal.status)) {
    log.error({ err: error, requestId }, "request failed");
    reports?.report(error, { requestId, user: actor && sessionUserOf(actor) });
  }
  const logText = logTexts[refusal.code];
  if (logText) log.info({ requestId }, logText);
  const { retryAfter, count } = refusal.extras;
  const problem: Problem = {
    type: `about:blank#${refusal.code}`,
    title: translate(locale, `problems:${refusal.code}`, { wait: waitText(locale, retryAfter ?? 0), count }),
    status: refusal.status,
    code: refusal.code,
    requestId,
    ...(reports && isReported(refusal.status) && { reported: true }),
    ...refusal.extras,
  };
  const headers = new Headers(http.res.headers);
  headers.set("content-type", "application/problem+json");
  headers.set("cache-control", "no-store");
  if (retryAfter) headers.set("retry-after", String(retryAfter));
  return new Response(JSON.stringify(problem), { status: refusal.status, headers });
}

/** Seconds after which a request is worth retrying when the database was lost or busy. */
const pause = 5;

function refusalOf(error: unknown, isList: boolean): Refusal {
  const fault = databaseFault(error);
  if (fault === "storage_full") return new Refusal("storage_full");
  if (fault === "too_slow" && isList) return new Refusal("too_slow", { retryAfter: pause });
  return fault ? new Refusal("unavailable", { retryAfter: pause }) : new Refusal("unexpected");
}
