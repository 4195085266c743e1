import { expect, test } from "vitest";
import { loggedPath } from "~/server/logged-path.server";

test.each([
  "/news/Zinzolin@mail.example",
  "/news/Zinzolin%40mail.example",
  "/en/news/Zinzolin%2540mail.example",
  "/news/0698765432",
  "/news/06%2098%2076%2054%2032",
  "/news/06.98.76.54.32",
  "/news/+33-6-98-76-54-32",
  `/news/${"a".repeat(61)}`,
  "/news/Zinzolin%",
])("a segment that may hold an address, a number or a token is masked: %s", (path) => {
  expect(loggedPath(path)).toMatch(/^(\/en)?\/news\/:masked$/);
});

test.each([
  "/",
  "/news/une-tournee-en-2026",
  "/team/lyon/2026-11-25",
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
