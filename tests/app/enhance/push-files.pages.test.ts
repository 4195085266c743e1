import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { defaultNotificationIcon } from "#contract/api/push-message";
import { type Site, startSite } from "#tests/support/site";
import { defaultAvatar } from "~/images/image-url";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.backend.close());

it("S2-066: the worker is served at its URL, as a script that browsers revalidate", async () => {
  const answer = await site.visit("/firebase-messaging-sw.js");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/javascript/);
  expect(answer.headers.get("cache-control")).toBe("no-cache");
  expect(await answer.text()).not.toMatch(/importScripts|\bimport\b/);
});

it("pages allow the worker, and no one else's", async () => {
  const { headers } = await site.visit("/story");
  const directives = headers.get("content-security-policy")?.split("; ") ?? [];
  // Workers are as scripts where nothing is said of them (CSP 3, 6.1.16).
  expect(directives.filter((one) => one.startsWith("worker-src") || one.startsWith("child-src"))).toEqual([]);
  expect(directives).toContain("script-src 'self'");
});

it("S9-011: the default icon is a PNG of 192 by 192", async () => {
  const answer = await site.visit(defaultNotificationIcon);
  expect(answer.headers.get("content-type")).toBe("image/png");
  const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  expect({ format, width, height }).toEqual({ format: "png", width: 192, height: 192 });
});

it.each(["/icons/icon-512x512.png", "/icons/icon-maskable-512x512.png", "/icons/apple-touch-icon.png"])("%s is light", async (path) => {
  const answer = await site.visit(path);
  expect(answer.status).toBe(200);
  expect((await answer.arrayBuffer()).byteLength).toBeLessThan(10_000);
});

it("S3-014: the default avatar is there", async () => {
  const answer = await site.visit(defaultAvatar);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("image/svg+xml");
});
