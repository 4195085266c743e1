import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { isOn } from "./contract/api/performance-layers.ts";
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
  { name: "icons-of-public-pages", modules: iconsOfPublicPages() },
  { name: "icons", modules: /\/node_modules\/lucide\// },
  // Stays the same, and so in browsers, when only our own code changes.
  {
    name: "framework",
    modules: /\/node_modules\/(@remix-run\/(react|router)|react|react-dom|react-router|react-router-dom|scheduler|turbo-stream)\//,
  },
  {
    name: "shell",
    modules:
      /\/app\/(layouts\/(root-data|document-parts)\.|ui\/(icon|inline-svg|outside-link|logo|button|scroll-into-view|avatar|page-context|link|localized-text|cached-fragment)\.|images\/image-url\.|forms\/form\.|i18n\/(?!.*server)|toasts\/toasts?\.|enhance\/events\.|errors\/(report-rules|scrub|browser-reports|status)\.|layouts\/office\/office-error\.)|\/contract\/formats\/(locale|localized-text|urls)\.ts$|\/node_modules\/react-i18next\//,
  },
];

const chunkOf = (id: string) => together.find(({ modules }) => modules.test(id))?.name;

/** Icons that only public pages show, which have no framework script: no browser loads them as such. */
function iconsOfPublicPages(): RegExp {
  const namesIn = (files: string[]) =>
    files.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/import \{([^}]*)\} from "lucide"/g)].flatMap(
        ([, names = ""]) => names.match(/\b[A-Z]\w+/g) ?? [],
      ),
    );
  const isPublic = (file: string) => file.startsWith("app/routes/public/");
  const files = globSync("app/**/*.{ts,tsx}");
  const others = new Set(namesIn(files.filter((file) => !isPublic(file))));
  const own = namesIn(files.filter(isPublic)).filter((name) => !others.has(name));
  const inFiles = own.map((name) => name.replace(/([a-z])([A-Z0-9])/g, "$1-$2").toLowerCase());
  return new RegExp(`/node_modules/lucide/.*/icons/(${inFiles.join("|")})\\.`);
}

/** What the framework does where a page's script does not come is ours to say: see the module that is put in place of its own. */
const ownRouteModules: Plugin = {
  name: "own-route-modules",
  enforce: "pre",
  apply: "build",
  resolveId: (source, importer) =>
    source === "./routeModules.js" && importer?.includes("/@remix-run/react/dist/esm/")
      ? fileURLToPath(new URL("./app/framework/route-modules.ts", import.meta.url))
      : null,
};

const ofContract = /\/contract\/[^/]+\/[^/]+\.ts$/;
const forChecks = "?checks";

/**
 * The contract in the browser: pages have its lists of values, its sums and its words, and forms its schemas, once someone begins to fill them
 * in. Its modules do nothing but define, so what the pages do not use is left out; and what is imported at run time is a copy of its own:
 * otherwise a page that names a list of values would load the schemas that stand beside it, and their library of 24 KB.
 */
const contractInBrowser: Plugin = {
  name: "contract-in-browser",
  apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  async resolveDynamicImport(source, importer) {
    if (typeof source !== "string" || !source.startsWith("#contract/")) return null;
    const found = await this.resolve(source, importer);
    return found && found.id + forChecks;
  },
  resolveId: {
    order: "pre",
    async handler(source, importer) {
      if (!source.startsWith(".") || !importer?.endsWith(`.ts${forChecks}`)) return null;
      const found = await this.resolve(source, importer.slice(0, -forChecks.length));
      return found && found.id + forChecks;
    },
  },
  transform(code, id) {
    if (!ofContract.test(id) || !isOn("pure-contract")) return null;
    const defined = this.parse(code).body.flatMap((statement) => {
      const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
      return declaration?.type === "VariableDeclaration" ? declaration.declarations.flatMap(({ init }) => init ?? []) : [];
    });
    const pure = defined.reduceRight((text, node) => {
      const { start, end } = node as unknown as { start: number; end: number };
      const value = text.slice(start, end);
      if (!value.includes("(") || node.type === "ArrowFunctionExpression") return text;
      return `${text.slice(0, start)}/*#__PURE__*/ (() => (${value}))()${text.slice(end)}`;
    }, code);
    return { code: pure, map: null, moduleSideEffects: false };
  },
};

export default defineConfig({
  plugins: [
    ownRouteModules,
    contractInBrowser,
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
      output: { manualChunks: chunkOf },
      onwarn: (warning, warn) => expected.has(warning.code ?? "") || warn(warning),
    },
  },
  // The server stays readable; so its build makes other workers than the browser's, and must name them the same all the same. What it imports
  // at run time of the contract is there already.
  environments: {
    ssr: {
      build: {
        minify: false,
        rollupOptions: {
          output: { manualChunks: (id) => (ofContract.test(id) ? "contract" : chunkOf(id)), hoistTransitiveImports: false },
        },
      },
    },
  },
  worker: { format: "es", rollupOptions: { output: { entryFileNames: `assets/[name]-${fingerprint().slice(0, 8)}.js` } } },
});
