import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.backend.close());

test.each(["en-GB", "fr-FR"])(
  "/favicon.ico answers a browser that asks for %s, without a redirect to another language",
  async (language) => {
    const response = await site.visit("/favicon.ico", { language, cookie: language === "en-GB" ? "i18n_redirected=en" : undefined });
    expect([response.status, response.headers.get("content-type"), response.headers.get("location")]).toEqual([200, "image/x-icon", null]);
  },
);

test("it holds the logo at three sizes", async () => {
  const icon = Buffer.from(await (await site.visit("/favicon.ico")).arrayBuffer());
  expect([icon.readUInt16LE(0), icon.readUInt16LE(2)]).toEqual([0, 1]);
  const entries = Array.from({ length: icon.readUInt16LE(4) }, (_, index) => icon.subarray(6 + 16 * index, 22 + 16 * index));
  const sizes = entries.map(async (entry) => {
    const start = entry.readUInt32LE(12);
    const { format, width, height } = await sharp(icon.subarray(start, start + entry.readUInt32LE(8))).metadata();
    return [format, width, height];
  });
  expect(await Promise.all(sizes)).toEqual([16, 32, 48].map((size) => ["png", size, size]));
});
