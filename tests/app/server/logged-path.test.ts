import { expect, test } from "vitest";
import { loggedPath } from "~/server/logged-path.server";

test.each([
  "/news/Zinzolin@mail.example",
  "/news/Zinzolin%40mail.example",
  "/en/news/Zinzolin%2540mail.example",
  "/news/Zinzolin%252540mail.example",
  "/news/Zinzolin%25252540mail.example",
  `/news/Zinzolin%${"25".repeat(40)}40mail.example`,
  `/news/Zinzolin${encodeURIComponent("\uFE6B")}mail.example`,
  `/news/Zinzolin${encodeURIComponent("\uFF20")}mail.example`,
  `/news/Zinzolin${encodeURIComponent("\u{E0040}")}mail.example`,
  "/news/06,98,76,54,32",
  "/news/06-98-76-54-32",
  "/news/06%2F98%2F76%2F54%2F32",
  `/news/${encodeURIComponent("06\u201098\u201376\u200954\u00b732")}`,
  `/news/${encodeURIComponent("0\u200b6\u200b98")}`,
  `/news/${encodeURIComponent("\uFF10\uFF16\uFF19\uFF18\uFF17\uFF16")}`,
  "/news/+33%2520(0)6%252098%252076%252054%252032",
  "/news/0698765432",
  "/news/06%2098%2076%2054%2032",
  "/news/06.98.76.54.32",
  "/news/+33-6-98-76-54-32",
  `/news/${"a".repeat(61)}`,
  "/news/Zinzolin%",
])("a segment that may hold an address, a number or a token is masked: %s", (path) => {
  expect(loggedPath(path)).toMatch(/^(\/en)?\/news\/:masked$/);
});

test("a number whose parts are segments is masked whole, and what is beside it stays", () => {
  expect(loggedPath("/news/06/98/76/54/32/photo")).toBe(`/news${"/:masked".repeat(5)}/photo`);
  expect(loggedPath("/news/06//98//76//5432")).not.toMatch(/\d/);
  expect(loggedPath("/news/2026/11/25/photo")).toBe("/news/2026/11/25/photo");
});

test("a path of a megabyte takes no longer than a short one", () => {
  const started = performance.now();
  for (const part of ["/06", "%25", "/", "%EF%B9%AB", "/%2525252525", "\uFDFA", "1-"]) {
    const logged = loggedPath(`/news/${part.repeat(1_000_000 / part.length)}`);
    expect(logged.length).toBeLessThanOrEqual(200);
  }
  expect(performance.now() - started).toBeLessThan(1_000);
});

test.each([
  "/",
  "/news/une-tournee-en-2026",
  "/team/lyon/2026-11-25",
  "/dashboard/admin/sectors/0b0f4f4e-1234-4123-8123-456789012345/2026/11",
  "/dashboard/admin/users/0b0f4f4e-1234-4123-8123-123456789012",
  "/assets/entry-Bx12ab34.js",
])("others stay as they are: %s", (path) => {
  expect(loggedPath(path)).toBe(path);
});

test("the id of a pending login is left out", () => {
  expect(loggedPath("/oidc/auth/V1StGXR8/resume")).toBe("/oidc/auth/:id");
  expect(loggedPath("/api/auth/interactions/V1StGXR8")).toBe("/api/auth/interactions/:id");
  expect(loggedPath("/api/auth/interactions/V1StGXR8/login")).toBe("/api/auth/interactions/:id/login");
  expect(loggedPath("/a/".repeat(200))).toHaveLength(200);
});

test.each([
  ["/donate/DON-7K4M-Q2ZP", "/donate/:reference"],
  ["/en/donations/manage/don-7k4m-q2zp", "/en/donations/manage/:reference"],
  ["/api/pledges/DON7K4MQ2ZP/checkout", "/api/pledges/:reference/checkout"],
  ["/donate/DON-7O4M-Q2ZP", "/donate/:reference"],
  ["/donate/DON-7K4M-Q2ZP.data", "/donate/:reference"],
  ["/donations/manage/DON-7K4M-Q2ZP.data", "/donations/manage/:reference"],
  ["/donate/DON%2D7K4M%2DQ2ZP", "/donate/:reference"],
  ["/donate/DON%252D7K4M%252DQ2ZP", "/donate/:reference"],
  ["/donate/DON-7K4M-Q2ZP.", "/donate/:reference"],
  ["/donate/DON-7K4M-Q2ZP)", "/donate/:reference"],
  ["/donate/DON-7K4M-Q2ZP%C2%A0", "/donate/:reference"],
  ["/donate/%20(DON-7K4M-Q2ZP", "/donate/:reference"],
  ["/donate/DON-7K4M-Q2ZPXY", "/donate/:reference"],
  ["/dashboard/donator/requests", "/dashboard/donator/requests"],
  ["/dashboard/volunteer/donator-requests", "/dashboard/volunteer/donator-requests"],
  ["/donations/manage", "/donations/manage"],
])("the reference of a gift, which opens its payment, is left out: %s", (path, logged) => {
  expect(loggedPath(path)).toBe(logged);
});

test("the code of a certificate, which tells its holder's name, is left out", () => {
  expect(["/certificates/K7QM2TXR4HPA", "/en/certificates/k7qm-2txr", "/api/certificates/K7QM2TXR4HPA"].map(loggedPath)).toEqual([
    "/certificates/:code",
    "/en/certificates/:code",
    "/api/certificates/:code",
  ]);
  expect(loggedPath("/certificates")).toBe("/certificates");
});
