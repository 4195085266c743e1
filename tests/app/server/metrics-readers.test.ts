import { expect, test } from "vitest";
import { secureHeaders } from "~/server/headers.server";
import { mayReadMetrics } from "~/server/metrics.server";

const token = "a token for tests, long enough";

test.each([
  ["this machine", {}, "127.0.0.1", undefined, true],
  ["this machine by its longer address", {}, "::ffff:127.0.0.1", undefined, true],
  ["this machine by IPv6", {}, "::1", undefined, true],
  ["a visitor through a proxy on this machine", { "x-forwarded-for": "203.0.113.9" }, "127.0.0.1", undefined, false],
  ["another machine", {}, "203.0.113.9", undefined, false],
  ["nobody known", {}, undefined, undefined, false],
  ["the token's holder", { authorization: `Bearer ${token}` }, "203.0.113.9", token, true],
  ["someone with another token", { authorization: "Bearer other" }, "127.0.0.1", token, false],
  ["this machine without the token that is set", {}, "127.0.0.1", token, false],
])("metrics are asked for by %s", (_, headers, address, set, allowed) => {
  const caller = { headers: new Headers(headers as Record<string, string>), ip: address };
  expect(mayReadMetrics({ ...caller, behindProxy: false }, set)).toBe(allowed);
  // A proxy on this machine that passes no address on would make everybody a caller from this machine.
  expect(mayReadMetrics({ ...caller, behindProxy: true }, set)).toBe(set !== undefined && allowed);
});

test.each([
  [undefined, "max-age=63072000"],
  ["subdomains", "max-age=63072000; includeSubDomains"],
  ["preload", "max-age=63072000; includeSubDomains; preload"],
] as const)("only the settings bind other hosts to https: %s", (hsts, header) => {
  const headers = new Headers();
  secureHeaders(headers, { https: true, secret: false, hsts });
  expect(headers.get("strict-transport-security")).toBe(header);
});
