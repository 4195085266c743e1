import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bucketFiles, localFiles } from "#backend/ports/files";

const bytes = new TextEncoder().encode("a picture");
const bucket = new Map<string, { body: Uint8Array; mime: string | null }>();
const signatures: (string | null)[] = [];
const address = "https://storage.example/maillon/:key";
const server = setupServer(
  http.put(address, async ({ request, params }) => {
    signatures.push(request.headers.get("authorization"));
    bucket.set(String(params.key), { body: new Uint8Array(await request.arrayBuffer()), mime: request.headers.get("content-type") });
    return new HttpResponse(null, { status: 200 });
  }),
  http.get(address, ({ params }) => {
    const found = bucket.get(String(params.key));
    return found ? HttpResponse.arrayBuffer(found.body.buffer as ArrayBuffer) : new HttpResponse(null, { status: 404 });
  }),
  http.delete(address, ({ params }) => {
    bucket.delete(String(params.key));
    return new HttpResponse(null, { status: 204 });
  }),
);

describe("a bucket", () => {
  beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
  beforeEach(() => {
    bucket.clear();
    signatures.length = 0;
  });
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());

  const files = bucketFiles({
    endpoint: "https://storage.example",
    bucket: "maillon",
    region: "eu-west-3",
    accessKeyId: "key",
    secretAccessKey: "secret",
  });

  test("stores a file with its type, returns it and removes it; each request is signed", async () => {
    await files.put("one.webp", bytes, "image/webp");
    expect(bucket.get("one.webp")).toEqual({ body: bytes, mime: "image/webp" });
    expect(signatures[0]).toMatch(/^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/eu-west-3\/s3\/aws4_request/);
    expect(await files.get("one.webp")).toEqual(bytes);
    await files.remove("one.webp");
    expect(await files.get("one.webp")).toBeNull();
  });

  test("a key is escaped part by part: no character of it is special in the URL", async () => {
    const seen: string[] = [];
    server.use(
      http.put("https://storage.example/maillon/*", ({ request }) => {
        seen.push(request.url);
        return new HttpResponse(null);
      }),
    );
    await files.put("public-media/a b?c#d%2e é", bytes, "image/webp");
    expect(seen).toEqual(["https://storage.example/maillon/public-media/a%20b%3Fc%23d%252e%20%C3%A9"]);
  });

  test.each(["../other/one", "a/../../other", "./one", "a//b", "/one", ".."])("no key leads out of it: %s", async (key) => {
    await expect(files.get(key)).rejects.toThrow("file key leaves its folder");
    await expect(files.put(key, bytes, "image/webp")).rejects.toThrow("file key leaves its folder");
    await expect(files.remove(key)).rejects.toThrow("file key leaves its folder");
  });

  test("a bucket that refuses is an error, never a missing file", async () => {
    server.use(http.get(address, () => new HttpResponse(null, { status: 403 })));
    await expect(files.get("one.webp")).rejects.toThrow("bucket answered 403 to GET one.webp");
  });

  test("a bucket that does not exist is named", async () => {
    server.use(http.put(address, () => new HttpResponse(null, { status: 404 })));
    await expect(files.put("one.webp", bytes, "image/webp")).rejects.toThrow("there is no bucket named maillon");
  });
});

describe("a folder", () => {
  const files = localFiles(mkdtempSync(join(tmpdir(), "maillon-files-test-")));

  test("stores a file, returns it and removes it", async () => {
    await files.put("one.webp", bytes, "image/webp");
    expect(new Uint8Array((await files.get("one.webp")) ?? [])).toEqual(bytes);
    await files.remove("one.webp");
    expect(await files.get("one.webp")).toBeNull();
  });

  test.each(["../outside", "/etc/passwd", "a/../../outside"])("no name leads out of it: %s", async (key) => {
    await expect(async () => files.get(key)).rejects.toThrow();
  });
});
