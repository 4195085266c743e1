import { readFileSync } from "node:fs";
import { Hono } from "hono";
import pino from "pino";
import { describe, expect, test } from "vitest";
import { answerProblem } from "#backend/http/problems";
import type { Env } from "#backend/http/routes";
import { createTranslate } from "#backend/http/translation";
import { Refusal, type RefusalCode } from "#backend/refusal";
import { Problem } from "#contract/api/problem";
import { waitText } from "#contract/formats/duration";
import { frenchSpaces } from "#contract/formats/french-spaces";
import { type Locale, locales } from "#contract/formats/locale";

/** Every refusal with its status; the compiler says when one is missing. */
const statuses: Record<RefusalCode, number> = {
  bad_request: 400,
  not_authenticated: 401,
  token_refresh_failed: 401,
  account_pending: 403,
  forbidden: 403,
  restricted: 403,
  foreign_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  unsupported_type: 415,
  stale: 409,
  written_since: 409,
  wrong_state: 409,
  own_account: 403,
  not_for_role: 422,
  last_holder: 409,
  login_expired: 410,
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
  too_large: 413,
  too_many_documents: 409,
  too_many_driving_documents: 409,
  unsupported_file: 422,
  unsupported_document: 422,
  unsafe_file: 422,
  invalid: 422,
  already_sent: 422,
  wrong_credentials: 422,
  looks_automatic: 422,
  too_many_requests: 429,
  too_many_tasks: 429,
  token_expired: 498,
  unexpected: 500,
  unavailable: 503,
  too_slow: 503,
  storage_full: 507,
};
const codes = Object.keys(statuses) as RefusalCode[];
const textsOf = (locale: Locale) => JSON.parse(readFileSync(`locales/${locale}/problems.json`, "utf8")) as Record<string, string>;

async function answerTo(error: Error, locale: Locale) {
  const logged: Record<string, unknown>[] = [];
  const log = pino({ base: undefined }, { write: (line: string) => logged.push(JSON.parse(line)) });
  const services = { log, reports: null, translate: createTranslate() };
  const app = new Hono<Env>()
    .get("/", (http) => {
      http.set("requestId", "a-request");
      http.set("locale", locale);
      throw error;
    })
    .onError((thrown, http) => answerProblem(http, services, thrown));
  const response = await app.request("/");
  return { response, problem: (await response.json()) as Problem, logged };
}

test("there is a title for every refusal, and none too many", () => {
  const code = (key: string) => key.replace(/_(one|many|other)$/, "");
  for (const locale of locales) expect([...new Set(Object.keys(textsOf(locale)).map(code))].sort()).toEqual([...codes].sort());
});

describe.each(locales)("refusals in %s", (locale) => {
  test.each(codes)("%s has its status, type and title", async (code) => {
    const extras = { retryAfter: code === "too_many_requests" ? 42 : undefined, count: code.startsWith("too_many_") ? 5 : undefined };
    const { response, problem } = await answerTo(new Refusal(code, extras), locale);
    const text = textsOf(locale)[code]?.replace("{{wait}}", waitText(locale, 42)).replace("{{count}}", "5") ?? "";
    expect([response.status, response.headers.get("content-type"), response.headers.get("cache-control")]).toEqual([
      statuses[code],
      "application/problem+json",
      "no-store",
    ]);
    expect(Problem.parse(problem)).toMatchObject({
      type: `about:blank#${code}`,
      title: locale === "fr" ? frenchSpaces(text) : text,
      status: statuses[code],
      code,
      requestId: "a-request",
    });
    expect(problem.title).not.toMatch(/\{\{|problems:|^[a-z_]+$/);
    expect(response.headers.get("retry-after")).toBe(code === "too_many_requests" ? "42" : null);
  });

  test("the response to an unexpected error hides its cause, which is logged", async () => {
    const { response, problem, logged } = await answerTo(new Error("password=secret"), locale);
    expect([response.status, problem.code]).toEqual([500, "unexpected"]);
    expect(JSON.stringify(problem)).not.toContain("secret");
    expect(JSON.stringify(logged)).toContain("password=secret");
  });
});

test("the two languages say different things", () => {
  const [french, english] = [textsOf("fr"), textsOf("en")];
  for (const code of codes) expect(french[code], code).not.toBe(english[code]);
});
