/** Folders of `app/`, the ground floor first: each imports from its own floor and those before it. Types may be imported from anywhere. */
const floors = [
  ["access", "api", "i18n", "images", "styles", "trusted-types"],
  ["enhance", "errors", "framework", "ui"],
  ["lists", "toasts"],
  ["forms"],
  ["layouts"],
  ["server"],
  ["search"],
  ["subjects"],
  ["content"],
  ["routes"],
];
/** The same of `contract/`. */
const contractFloors = [["formats"], ["api"], ["accounts", "giving"], ["law"], ["publishing"], ["charity"]];

const layersOf = (root, layers) =>
  layers.slice(0, -1).map((layer, at) => ({
    name: `${root}-${layer.join("-")}-imports-nothing-above`,
    severity: "error",
    from: { path: `^${root}/(${layer.join("|")})/`, pathNot: "\\.examples\\." },
    to: {
      path: `^${root}/(${layers
        .slice(at + 1)
        .flat()
        .join("|")})/`,
      dependencyTypesNot: ["type-only"],
    },
  }));

/** The boundaries between folders. A wrong import is named with its rule. @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    ...layersOf("app", floors),
    ...layersOf("contract", contractFloors),
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } } },
    { name: "web-tier-calls-the-backend-over-its-contract", severity: "error", from: { path: "^app/" }, to: { path: "^backend/" } },
    {
      name: "backend-knows-no-pages",
      severity: "error",
      from: { path: "^backend/" },
      to: { path: "^(app|node_modules/(react|@remix-run))/" },
    },
    { name: "contract-is-zod-only", severity: "error", from: { path: "^contract/" }, to: { pathNot: "^(contract/|node_modules/zod/)" } },
    {
      name: "modules-share-through-services",
      comment: "a backend module reads another's tables, never its handlers",
      severity: "error",
      from: { path: "^backend/modules/([^/]+)/" },
      to: { path: "^backend/modules/([^/]+)/routes\\.ts$", pathNot: "^backend/modules/$1/" },
    },
    {
      name: "ground-imports-no-module",
      comment: "what all modules share knows none of them but their tables; what it needs of one, the module declares",
      severity: "error",
      from: { path: "^backend/(audit|dashboard|db|http|pdf|ports|privacy|search|timeline|worker)/" },
      to: { path: "^backend/modules/", pathNot: "/(tables|columns)\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "areas-are-islands",
      comment: "pages of one area never import those of another: what they share lives outside routes/",
      severity: "error",
      from: { path: "^app/routes/([^/]+)/" },
      to: { path: "^app/routes/", pathNot: "^app/routes/$1/" },
    },
    {
      name: "pieces-know-no-page",
      severity: "error",
      from: { path: "^app/", pathNot: "^app/(routes/|routes\\.ts)" },
      to: { path: "^app/routes/" },
    },
    {
      name: "kits-know-no-subject",
      severity: "error",
      from: { path: "^app/(ui|forms|lists|toasts)/" },
      to: { path: "^app/(subjects|routes)/" },
    },
    {
      name: "demo-data-only-at-the-opening",
      severity: "error",
      from: { pathNot: "^backend/(composition\\.ts|demo/|modules/[^/]+/module\\.ts$)" },
      // The settings of the demonstration are read with those of the environment.
      to: { path: "^backend/(demo/|modules/[^/]+/demo\\.ts$)", pathNot: "^backend/demo/settings\\.ts$" },
    },
    {
      name: "modules-name-their-demo-rows-without-loading-them",
      severity: "error",
      from: { path: "^backend/modules/([^/]+)/module\\.ts$" },
      to: { path: "^backend/(demo/|modules/[^/]+/demo\\.ts$)", dynamic: false },
    },
    {
      name: "modules-name-no-other-demo-rows",
      severity: "error",
      from: { path: "^backend/modules/([^/]+)/module\\.ts$" },
      to: { path: "^backend/(demo/|modules/[^/]+/demo\\.ts$)", pathNot: "^backend/modules/$1/demo\\.ts$" },
    },
    { name: "resolvable", severity: "error", from: {}, to: { couldNotResolve: true, pathNot: "\\.wasm\\?url$" } },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
