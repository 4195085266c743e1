import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { fingerprint } from "./scripts/fingerprint.mjs";
import { releaseDate } from "./scripts/release-date.mjs";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

/** Said of packages' comments, and of routes that have no part in the browser. */
const expected = new Set(["INVALID_ANNOTATION", "EMPTY_BUNDLE"]);

/** What is loaded together is packed together, which makes it smaller: the dashboard's script by 4,228 bytes brotli for the icons. */
const together = [
  { name: "icons", modules: /\/node_modules\/lucide\// },
  // Stays the same, and so in browsers, when only our own code changes.
  {
    name: "framework",
    modules: /\/node_modules\/(@remix-run\/(react|router)|react|react-dom|react-router|react-router-dom|scheduler|turbo-stream)\//,
  },
  {
    name: "shell",
    modules:
      /\/app\/(root-data\.|ui\/(icon|own-svg|outside-link|logo|button|in-sight|avatar|page-context|link|kept-part)\.|images\/address\.|forms\/form\.|i18n\/(?!.*server)|page-parts\.|toasts\/toasts?\.|enhance\/events\.|errors\/(report-rules|scrub|browser-reports|status|office-error)\.)|\/contract\/(locale|addresses)\.|\/node_modules\/react-i18next\//,
  },
];

/** What the framework does where a page's script does not come is ours to say: see the module that is put in place of its own. */
const ownRouteModules: Plugin = {
  name: "own-route-modules",
  enforce: "pre",
  apply: "build",
  resolveId: (source, importer) =>
    source === "./routeModules.js" && importer?.includes("/@remix-run/react/dist/esm/")
      ? fileURLToPath(new URL("./app/errors/route-modules.ts", import.meta.url))
      : null,
};

export default defineConfig({
  plugins: [
    ownRouteModules,
    tailwindcss(),
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_routeConfig: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
  ],
  define: { "import.meta.env.RELEASED_AT": JSON.stringify(releaseDate()) },
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  // One file per icon on disk: bundled, so that the server does not read two thousand of them at start.
  ssr: { noExternal: ["lucide"] },
  build: {
    assetsInlineLimit: 0,
    target: "es2022",
    // The dashboard's script: 100,295 bytes brotli in place of the default's 104,063.
    minify: "terser",
    terserOptions: { module: true, compress: { passes: 2 } },
    rollupOptions: {
      output: { manualChunks: (id) => together.find(({ modules }) => modules.test(id))?.name },
      onwarn: (warning, warn) => expected.has(warning.code ?? "") || warn(warning),
    },
  },
  // The server stays readable; so its build makes other workers than the browser's, and must name them the same all the same.
  environments: { ssr: { build: { minify: false } } },
  worker: { format: "es", rollupOptions: { output: { entryFileNames: `assets/[name]-${fingerprint().slice(0, 8)}.js` } } },
});
