import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { publicUrl } from "#tests/support/backend";
import { signIn } from "#tests/support/people";
import { addRecords, servedPages } from "#tests/support/served-pages";
import { type Site, startSite } from "#tests/support/site";
import { timeouts } from "~/api/client.server";
import type { Transport } from "~/api/transport.server";
import { pictureLife, sourceTimeouts } from "~/images/image-response.server";
import { lightBytes } from "~/images/image-url";

const picture = await sharp({ create: { width: 3_000, height: 1_500, channels: 3, background: "#cb1067" } })
  .png()
  .toBuffer();

/** A public bucket with its requests. `moved` redirects, `silent` never responds, `broken` fails. */
const requested: string[] = [];
const bucket = createServer((request, response) => {
  requested.push(request.url ?? "");
  if (request.url === "/media/silent") return;
  if (request.url === "/media/broken") return void response.writeHead(502).end();
  if (request.url === "/media/moved") return void response.writeHead(302, { location: "/media/logo" }).end();
  if (request.url === "/media/text") return void response.end("<svg xmlns='http://www.w3.org/2000/svg'/>");
  if (request.url === "/media/market") return void response.writeHead(200, { "content-type": "image/png" }).end(photograph);
  if (request.url !== "/media/logo" && request.url !== "/media/partners/logo") return void response.writeHead(404).end();
  response.writeHead(200, { "content-type": "image/png" }).end(picture);
});

let site: Site;
let bucketUrl: string;
let local: string;
beforeAll(async () => {
  bucket.listen(0, "127.0.0.1");
  await once(bucket, "listening");
  bucketUrl = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}/media`;
  const plain = await startSite();
  const settings = plain.app.publicSettings(plain.app.webEnvironment.parse({ PUBLIC_BUCKET_URL: bucketUrl }), {
    publicUrl,
    organisation: "Maillon",
    buildId: plain.build.assets.version,
  });
  site = await startSite({ settings }, plain.backend);
  local = await upload();
});
afterAll(async () => {
  bucket.closeAllConnections();
  bucket.close();
  await site.backend.close();
});
beforeEach(() => {
  requested.length = 0;
});

async function upload(bytes = picture): Promise<string> {
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const body = new FormData();
  body.set("file", new File([bytes as BlobPart], "cover.png", { type: "image/png" }));
  const answer = await site.backend.request("/api/documents/public-media", { method: "POST", cookie, body });
  return ((await answer.json()) as { id: string }).id;
}

const urlOf = (source: string, name: string, width = 640, density = 1) => `/images/${source}/${width}@${density}x/${name}.webp`;
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test("S7-026 an image comes from the local proxy and from the bucket of the public configuration; any other source is refused", async () => {
  expect((await site.visit(urlOf("local", local))).status).toBe(200);
  expect(requested).toEqual([]);
  expect((await site.visit(urlOf("bucket", "logo"))).status).toBe(200);
  expect((await site.visit(urlOf("bucket", "partners/logo"))).status).toBe(200);
  expect(requested).toEqual(["/media/logo", "/media/partners/logo"]);
  for (const source of ["remote", "http", "constructor", "LOCAL"]) expect((await site.visit(urlOf(source, local))).status).toBe(400);
});

test("without a bucket in the configuration nothing is fetched", async () => {
  const bare = await startSite({}, site.backend);
  expect((await bare.visit(urlOf("bucket", "logo"))).status).toBe(404);
  expect(requested).toEqual([]);
});

test("S7-029 the answer is WebP, whatever the source holds", async () => {
  for (const [source, name] of [
    ["local", local],
    ["bucket", "logo"],
  ] as const) {
    const response = await site.visit(urlOf(source, name, 320));
    const bytes = await bytesOf(response);
    expect([response.headers.get("content-type"), bytes.toString("latin1", 0, 4), bytes.toString("latin1", 8, 12)]).toEqual([
      "image/webp",
      "RIFF",
      "WEBP",
    ]);
    expect(response.headers.get("cache-control")).toBe("public, max-age=3600, must-revalidate");
    const again = await site.visit(urlOf(source, name, 320), { headers: { "if-none-match": response.headers.get("etag") ?? "" } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  }
});

test.each([320, 640, 768, 1_024, 1_280, 1_536])("S7-027 S7-028 %i is a width, at densities 1 and 2", async (width) => {
  for (const density of [1, 2]) {
    const response = await site.visit(urlOf("bucket", "logo", width, density));
    expect([response.status, (await sharp(await bytesOf(response)).metadata()).width]).toEqual([200, Math.min(width * density, 3_000)]);
  }
});

test.each(["321@1x", "0@1x", "1@1x", "99999@1x", "3072@1x", "0640@1x", "640@3x", "640@0x", "640", "-640@1x"])(
  "S7-027 S7-028 %s is refused, and its source not asked",
  async (size) => {
    expect((await site.visit(`/images/bucket/${size}/logo.webp`)).status).toBe(400);
    expect(requested).toEqual([]);
  },
);

test.each([
  "https://elsewhere.example/a",
  "//elsewhere.example/a",
  "..%2f..%2fsecret",
  "%2e%2e/secret",
  "a/b/c",
  "logo%3Fx=1",
  "logo.png",
  "logo%00",
  "a".repeat(81),
])("nobody makes the layer fetch %s", async (name) => {
  for (const source of ["local", "bucket"]) expect((await site.visit(urlOf(source, name))).status).toBeGreaterThanOrEqual(400);
  expect(requested).toEqual([]);
});

test("a query does not change the picture: the library's own modifiers cannot be used", async () => {
  const plain = await bytesOf(await site.visit(urlOf("local", local)));
  expect(await bytesOf(await site.visit(`${urlOf("local", local)}?w=9000&blur=5`))).toEqual(plain);
  expect((await site.visit(`/images/local/w_9000,blur_5/${local}.webp`)).status).toBe(400);
});

test("a redirect of the bucket is not followed, and what is no picture is not passed on", async () => {
  expect((await site.visit(urlOf("bucket", "moved"))).status).toBe(404);
  expect(requested).toEqual(["/media/moved"]);
  const text = await site.visit(urlOf("bucket", "text"));
  expect([text.status, await text.text()]).not.toEqual([200, expect.stringContaining("<svg")]);
});

test("a cached picture expires after an hour, so that one that its source has removed is no longer shown", async () => {
  const path = urlOf("bucket", "logo", 1_536, 2);
  const later = Date.now() + 2 * pictureLife;
  const now = vi.spyOn(Date, "now");
  onTestFinished(() => now.mockRestore());
  const drawnAgain = async (after: number) => {
    requested.length = 0;
    now.mockReturnValue(later + after);
    expect((await site.visit(path)).status).toBe(200);
    return requested.length > 0;
  };
  expect([await drawnAgain(0), await drawnAgain(pictureLife - 1), await drawnAgain(pictureLife)]).toEqual([true, false, true]);
});

test("a picture is resized once, however many request it at the same time", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => site.visit(urlOf("bucket", "partners/logo", 1_280, 2))));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(requested).toEqual(["/media/partners/logo"]);
});

test("S9-018 a bucket that never answers is given up at 1500 ms, and asked again the next time", async () => {
  expect(sourceTimeouts.bucket).toBe(1_500);
  const started = performance.now();
  expectAway(await site.visit(urlOf("bucket", "silent")));
  const waited = performance.now() - started;
  expect(waited).toBeGreaterThan(1_400);
  expect(waited).toBeLessThan(2_500);
  await site.visit(urlOf("bucket", "silent"));
  expect(requested).toEqual(["/media/silent", "/media/silent"]);
});

test("a picture of the own backend is waited for as long as any other call of a page", async () => {
  const { fetch } = site.app.inProcess(publicUrl, site.backend.fetch);
  const slow: Transport = { baseUrl: publicUrl, fetch: (...call) => setTimeout(sourceTimeouts.bucket + 200).then(() => fetch(...call)) };
  const stuck: Transport = { baseUrl: publicUrl, fetch: () => new Promise<Response>(() => {}) };
  const answerOf = async (transport: Transport) => (await startSite({ transport }, site.backend)).visit(urlOf("local", local));
  const started = performance.now();
  const [late, never] = await Promise.all([answerOf(slow), answerOf(stuck)]);
  expect(late.status).toBe(200);
  expectAway(never);
  const waited = performance.now() - started;
  expect(waited).toBeGreaterThan(timeouts.request - 100);
  expect(waited).toBeLessThan(timeouts.request + 2_000);
});

test("an unavailable or failing source is an outage, a missing picture is not", async () => {
  expectAway(await site.visit(urlOf("bucket", "broken")));
  const transport = { baseUrl: publicUrl, fetch: () => Promise.reject(new TypeError("fetch failed")) };
  const alone = await startSite({ transport }, site.backend);
  expectAway(await alone.visit(urlOf("local", local)));
  expect((await site.visit(urlOf("bucket", "no-such-picture"))).status).toBe(404);
  expect((await site.visit(urlOf("bucket", "moved"))).status).toBe(404);
});

/** Retried soon, and not cached as missing. */
function expectAway({ status, headers }: Response) {
  expect([status, headers.get("retry-after"), headers.get("cache-control")]).toEqual([503, "5", "no-store"]);
}

/** An article on line with a picture; answers the last part of its path. */
async function publish(cookie: string, title: string, body = "Texte."): Promise<string> {
  const json = { title: { fr: title }, lead: { fr: "" }, body: { fr: body }, cover: { imageId: local, alt: { fr: "Un vélo rose" } } };
  const created = await site.backend.request("/api/admin/articles", { method: "POST", cookie, json });
  const { id, slug } = (await created.json()) as { id: string; slug: { fr: string } };
  await site.backend.request(`/api/admin/articles/${id}/publication`, { method: "POST", cookie, json: {} });
  return slug.fr;
}

test("S7-027 S7-028 every picture of the pages goes through the layer, with both densities of a named width", async () => {
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const slug = await publish(cookie, "Avec une image", "Texte. [ailleurs](https://elsewhere.example/a.png)");
  for (const page of ["/", "/news", `/news/${slug}`]) {
    const html = await (await site.visit(page)).text();
    const pictures = [...html.matchAll(/<img [^>]*>/g)].map(([tag]) => tag);
    expect(pictures.length, page).toBeGreaterThan(0);
    for (const tag of pictures) {
      expect(tag).toMatch(/ src="\/images\/(local|bucket)\/(320|640|768|1024|1280|1536)@1x(-light)?\//);
      const set = / srcSet="([^"]*)"/i.exec(tag)?.[1] ?? "";
      expect(set).toMatch(/^(\/images\/\w+\/\d+)@1x((?:-light)?\/[\w/-]+)\.webp 1x, \1@2x\2\.webp 2x$/);
      for (const candidate of set.split(", ")) expect((await site.visit(candidate.split(" ")[0] ?? "")).status).toBe(200);
    }
  }
});

test("S7-025 every raster image of every page that visitors may read comes from the layer", async () => {
  const { cookie, id: authorId } = await signIn(site.backend, { role: "ADMIN" });
  await publish(cookie, "À la une", "Texte. [ailleurs](https://elsewhere.example/a.png)");
  const urlOf = await addRecords(site, { admin: cookie, authorId });
  const listed = [...(await (await site.visit("/sitemap.xml")).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url]) => new URL(url ?? ""),
  );
  const paths = new Set(listed.map(({ pathname }) => pathname));
  for (const { path, hasPage } of servedPages(site.build)) if (hasPage) for (const prefix of ["", "/en"]) paths.add(urlOf(path, prefix));
  let [pictures, read] = [0, 0];
  const unread: Record<string, number> = {};
  for (const path of paths) {
    const answer = await site.visit(path);
    if (answer.status !== 200) {
      unread[path.replace(/^\/en(?=\/)/, "")] = answer.status;
      continue;
    }
    read += 1;
    for (const [tag] of (await answer.text()).matchAll(/<(?:img|source)\b[^>]*>/g)) {
      const sources = [/ src="([^"]*)"/i.exec(tag)?.[1], ...(/ srcSet="([^"]*)"/i.exec(tag)?.[1]?.split(", ") ?? [])];
      const raster = sources.filter((source) => source !== undefined && !/\.svg(\?|$)|^data:image\/svg/.test(source));
      pictures += raster.length;
      for (const source of raster) expect(source, `${path}: ${tag}`).toMatch(/^\/images\/(local|bucket)\//);
    }
  }
  const ofVisitors = Object.entries(unread).filter(([path]) => !/^\/(dashboard|account)/.test(path));
  expect(Object.fromEntries(ofVisitors)).toEqual({
    ...{ "/login": 302, "/login/consent": 302, "/register/basic": 302, "/register/donator-form": 302, "/register/saved": 302 },
    ...{ "/register/resume": 410, "/setup/organisation": 302, "/setup/sector": 302, "/setup/contents": 302 },
    // The gift of somebody, an article that is not there, and the id of a team in place of its address.
    ...{ [urlOf("/donations/manage/{id}", "")]: 302, [urlOf("/news/{id}", "")]: 404, [urlOf("/team/{id}", "")]: 301 },
  });
  expect(read).toBeGreaterThan(60);
  expect(pictures).toBeGreaterThan(8);
});

/** As much detail as a busy photograph, without plain areas. */
const photograph = await sharp({
  create: { width: 1_600, height: 1_000, channels: 3, background: "#777", noise: { type: "gaussian", mean: 128, sigma: 60 } },
})
  .blur(1.2)
  .png()
  .toBuffer();

test.each([1, 2])("a picture of the first view weighs 10 KB at most, however much there is to see on it (%d×)", async (density) => {
  const id = await upload(photograph);
  const full = await bytesOf(await site.visit(urlOf("local", id, 640, density)));
  const light = await bytesOf(await site.visit(urlOf("local", id, 640, density).replace("x/", "x-light/")));
  expect(full.byteLength).toBeGreaterThan(lightBytes);
  expect(light.byteLength).toBeLessThanOrEqual(lightBytes);
  expect((await sharp(light).metadata()).width).toBeGreaterThanOrEqual(160 * density);
});

test("a light picture takes four encodings at most, each of which reads the source", async () => {
  const light = await site.visit(urlOf("bucket", "market", 640, 2).replace("x/", "x-light/"));
  expect(light.status).toBe(200);
  expect(requested.length).toBeGreaterThan(1);
  expect(requested.length).toBeLessThanOrEqual(4);
});

test("the first picture of the news and an article's own are light and loaded eagerly; all others are sized and lazy", async () => {
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const slugs: string[] = [];
  for (const title of ["Photo une", "Photo deux", "Photo trois"]) slugs.push(await publish(cookie, title));
  for (const path of ["/news", `/news/${slugs[0]}`, "/"]) {
    const page = await (await site.visit(path)).text();
    const pictures = page.match(/<img [^>]*>/g) ?? [];
    expect(pictures.length).toBeGreaterThan(0);
    const eager = pictures.filter((one) => !one.includes('loading="lazy"'));
    expect(eager.length).toBeLessThanOrEqual(2);
    for (const one of pictures) expect(one).toMatch(/ width="\d+" height="\d+"/);
    for (const one of eager) expect(one).toMatch(/src="[^"]*x-light\//);
  }
});
