import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";

test("a build that is told of the service of error reports sends it the source maps of its release, and stores none", async () => {
  const requested: string[] = [];
  const chunks: Buffer[] = [];
  const receiver = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    requested.push(`${request.method} ${request.url}`);
    const { port } = receiver.address() as AddressInfo;
    const chunkUpload = {
      url: `http://127.0.0.1:${port}/chunks`,
      chunkSize: 8_388_608,
      chunksPerRequest: 64,
      maxRequestSize: 33_554_432,
      concurrency: 1,
      hashAlgorithm: "sha1",
      compression: [],
      accept: ["release_files", "sources", "artifact_bundles"],
    };
    response.setHeader("content-type", "application/json");
    if (request.url?.endsWith("/chunk-upload/")) return response.end(JSON.stringify(chunkUpload));
    if (request.url === "/chunks") chunks.push(Buffer.concat(parts));
    if (request.url?.endsWith("/assemble/")) {
      const { chunks: wanted = [] } = JSON.parse(Buffer.concat(parts).toString()) as { chunks?: string[] };
      return response.end(
        JSON.stringify(chunks.length ? { state: "ok", missingChunks: [] } : { state: "not_found", missingChunks: wanted }),
      );
    }
    return response.end(JSON.stringify({ version: "abc123", dateCreated: "2026-01-01T00:00:00Z", projects: [] }));
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");

  const folder = mkdtempSync(join(tmpdir(), "maillon-maps-"));
  const assets = join(folder, "build/client/assets");
  mkdirSync(assets, { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  writeFileSync(join(assets, "manifest-abc123.js"), "window.x=1");
  writeFileSync(join(assets, "page-1.js"), "console.log(1);\n");
  const map = { version: 3, file: "page-1.js", sources: ["page.tsx"], sourcesContent: ["console.log(1)"], names: [], mappings: "AAAA" };
  writeFileSync(join(assets, "page-1.js.map"), JSON.stringify(map));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const settings = {
    SENTRY_URL: url,
    SENTRY_AUTH_TOKEN: "token",
    SENTRY_ORG: "charity",
    SENTRY_PROJECT: "maillon",
    SENTRY_LOAD_DOTENV: "0",
  };
  const code = `const { sendSourceMaps, wantsSourceMaps } = await import(${JSON.stringify(resolve("scripts/source-maps.mjs"))}); if (wantsSourceMaps) sendSourceMaps();`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { cwd: folder, env: { ...process.env, ...settings } });
  let output = "";
  child.stderr.on("data", (part) => (output += part));
  const [status] = await once(child, "exit");
  receiver.close();

  expect([status, output]).toEqual([0, expect.not.stringContaining("error")]);
  expect(requested[0]).toBe("POST /api/0/projects/charity/maillon/releases/");
  expect([existsSync(join(assets, "page-1.js")), existsSync(join(assets, "page-1.js.map"))]).toEqual([true, false]);
  const sent = Buffer.concat(chunks);
  // The archive follows the mark of its kind, from which its offsets count.
  const files = unzipSync(sent.subarray(sent.indexOf("SYSB")));
  expect(Object.keys(files).some((name) => name.endsWith("page-1.js.map"))).toBe(true);
  const manifest = JSON.parse(strFromU8(files["manifest.json"] ?? new Uint8Array())) as {
    release: string;
    files: Record<string, { url: string }>;
  };
  expect(manifest.release).toBe("abc123");
  expect(Object.values(manifest.files).map(({ url }) => url)).toContain("~/assets/page-1.js");
  rmSync(folder, { recursive: true });
});
