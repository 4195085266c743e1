/**
 * What the build changes in the framework's server code, and for which version: see the README beside this file. Each text to replace must occur
 * exactly once in the file. `keep` holds code that the new text needs, at the end of the file.
 */
export const patches = [
  {
    name: "@remix-run/router",
    version: "1.23.3",
    file: "dist/router.js",
    replace: [
      {
        from: "  let branches = flattenRoutes(routes);\n  rankRouteBranches(branches);\n",
        to: "  let branches = rankedBranchesOf(routes);\n",
      },
      {
        from: "    matches = matchRouteBranch(branches[i], decoded, allowPartial);\n",
        to: "    if (allowPartial || lowered.startsWith(branches[i].literal)) matches = matchRouteBranch(branches[i], decoded, allowPartial);\n",
      },
      {
        from: "  let decoded = decodePath(pathname);\n  for (",
        to: "  let decoded = decodePath(pathname);\n  let lowered = decoded.toLowerCase();\n  for (",
      },
      {
        from: "  let [matcher, compiledParams] = compilePath(pattern.path, pattern.caseSensitive, pattern.end);\n",
        to: "  let [matcher, compiledParams] = compiledPathOf(pattern.path, pattern.caseSensitive, pattern.end);\n",
      },
    ],
    keep: `
const knownBranches = new WeakMap();
function rankedBranchesOf(routes) {
  let branches = knownBranches.get(routes);
  if (branches) return branches;
  branches = flattenRoutes(routes);
  rankRouteBranches(branches);
  for (const branch of branches) branch.literal = literalOf(branch.path);
  knownBranches.set(routes, branches);
  return branches;
}
// The lower-case prefix of a path that a branch can match: everything before the first parameter or star.
function literalOf(path) {
  return path.split(/\\/[:*]/, 1)[0].replace(/\\/+$/, "").toLowerCase();
}
const mostCompiledPaths = 2000;
const compiledPaths = new Map();
function compiledPathOf(path, caseSensitive, end) {
  const name = (caseSensitive ? "c" : "i") + (end === false ? "p" : "e") + path;
  const known = compiledPaths.get(name);
  if (known) return known;
  const compiled = compilePath(path, caseSensitive, end);
  if (compiledPaths.size < mostCompiledPaths) compiledPaths.set(name, compiled);
  return compiled;
}
`,
  },
  {
    name: "@remix-run/react",
    version: "2.17.5",
    file: "dist/esm/server.js",
    replace: [
      {
        from: "  let routes = createServerRoutes(manifest.routes, routeModules, context.future, context.isSpaMode);\n",
        to: "  let routes = serverRoutesOf(manifest.routes, routeModules, context.future, context.isSpaMode);\n",
      },
    ],
    keep: `
const knownRoutes = new WeakMap();
function serverRoutesOf(manifestRoutes, routeModules, future, isSpaMode) {
  const known = knownRoutes.get(manifestRoutes);
  if (known) return known;
  const routes = createServerRoutes(manifestRoutes, routeModules, future, isSpaMode);
  knownRoutes.set(manifestRoutes, routes);
  return routes;
}
`,
  },
  {
    name: "react-router-dom",
    version: "6.30.4",
    file: "server.js",
    replace: [
      {
        from: "  let manifest = {};\n  let dataRoutes = router.UNSAFE_convertRoutesToDataRoutes(routes, reactRouter.UNSAFE_mapRouteProperties, undefined, manifest);\n  // Because",
        to: "  let { manifest, dataRoutes } = dataRoutesOf(routes);\n  // Because",
      },
    ],
    keep: `
const knownDataRoutes = new WeakMap();
function dataRoutesOf(routes) {
  const known = knownDataRoutes.get(routes);
  if (known) return known;
  const manifest = {};
  const dataRoutes = router.UNSAFE_convertRoutesToDataRoutes(routes, reactRouter.UNSAFE_mapRouteProperties, undefined, manifest);
  knownDataRoutes.set(routes, { manifest, dataRoutes });
  return { manifest, dataRoutes };
}
`,
  },
];
