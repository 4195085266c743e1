// Builds everything that production runs: the pages (Remix), the server bundle, and compressed copies of the assets.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { frameworkPatches } from "../app/framework/patches/plugin.mjs";
import { isOn } from "../contract/api/performance-layers.ts";
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

/**
 * What a server loads at its start, bundled with it: Node finds, reads and compiles each file by itself, and the web tier's were 798.
 * Other packages are not bundled: they have native code or files of their own, or are loaded on demand only.
 */
const bundled = new Set([
  ...["@conform-to/react", "@conform-to/zod", "@hono/node-server", "@remix-run/node", "@remix-run/react", "@remix-run/router"],
  ...[
    "cookie",
    "css-what",
    "csv-parse",
    "csv-stringify",
    "diff",
    "drizzle-orm",
    "fflate",
    "hono",
    "i18next",
    "isbot",
    "lru-cache",
    "markdown-it",
    "ofetch",
    "pino",
  ],
  ...[
    "postcss",
    "prom-client",
    "react",
    "react-dom",
    "react-i18next",
    "remix-i18next",
    "sanitize-html",
    "undici",
    "uqr",
    "zod",
    "zod-openapi",
  ],
]);
const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));

/** The framework brings a second undici for servers whose Node has no `fetch`: it stays where it is, and is never loaded. */
const withoutSecondUndici = {
  name: "without-second-undici",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^undici$/ }, ({ resolveDir }) => (resolveDir.includes("/@remix-run/node/") ? { external: true } : undefined)),
};

await build({
  entryPoints: {
    server: "server.ts",
    backend: "backend/server.ts",
    "audit-verify": "backend/audit-verify.ts",
    admin: "backend/admin.ts",
    "server/pages": "build/server/index.js",
    "server/workbook-worker": "app/lists/workbook-worker.ts",
    "server/sheet-worker": "app/content/import/sheet-worker.ts",
    "server/statement-worker": "app/content/import/statement-worker.ts",
  },
  outdir: "build",
  chunkNames: "server/chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node24",
  mainFields: ["module", "main"],
  external: Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !bundled.has(name)),
  define: { "process.env.NODE_ENV": '"production"', "process.env.BENCH_BUILD": JSON.stringify(process.env.BENCH_BUILD ?? "") },
  plugins: [withoutSecondUndici, ...(isOn("router-patches") ? [frameworkPatches] : [])],
  // Packages of the older module system ask for Node's own modules with `require`.
  banner: { js: 'const require = process.getBuiltinModule("node:module").createRequire(import.meta.url);' },
  sourcemap: true,
  logLevel: "warning",
});

if (wantsSourceMaps) sendSourceMaps();

for (const entry of readdirSync("build/client", { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(js|css|svg|json|txt|wasm|webmanifest)$/.test(entry.name)) continue;
  const file = join(entry.parentPath, entry.name);
  const body = readFileSync(file);
  if (body.byteLength < 1024) continue;
  writeFileSync(`${file}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
}

writeFileSync("build/fingerprint", before);
