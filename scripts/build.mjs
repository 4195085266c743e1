// Builds everything that production runs: the pages (Remix), the server bundle, and compressed copies of the assets.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { fingerprint } from "./fingerprint.mjs";
import { sendSourceMaps, wantsSourceMaps } from "./source-maps.mjs";

const before = fingerprint();
rmSync("build", { recursive: true, force: true });

const remix = spawnSync(
  process.execPath,
  [
    "node_modules/@remix-run/dev/dist/cli.js",
    "vite:build",
    "--logLevel",
    "warn",
    ...(wantsSourceMaps ? ["--sourcemapClient", "hidden"] : []),
  ],
  {
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production" },
  },
);
if (remix.status !== 0) process.exit(remix.status ?? 1);

// Node reads the package.json of drizzle-orm, 175 KB, again for each of its modules: bundled, none is read.
const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const external = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name !== "drizzle-orm");

await build({
  entryPoints: { server: "server.ts", backend: "backend/server.ts" },
  outdir: "build",
  chunkNames: "server/chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node24",
  external,
  sourcemap: true,
  logLevel: "warning",
});

if (wantsSourceMaps) sendSourceMaps();

for (const entry of readdirSync("build/client", { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(js|css|svg|json|txt|webmanifest)$/.test(entry.name)) continue;
  const file = join(entry.parentPath, entry.name);
  const body = readFileSync(file);
  if (body.byteLength < 1024) continue;
  writeFileSync(`${file}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
}

writeFileSync("build/fingerprint", before);
