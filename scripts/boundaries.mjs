// Checks which folder imports which: the rules of `.dependency-cruiser.mjs`, and that no folders import each other in a cycle.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const sources = ["app", "backend", "contract", "server.ts"];

const tables = "backend: tables";
const isOfTables = (file) => /^backend\/(?!db\/).*\/(tables|columns|base-columns)\.ts$/.test(file);

/**
 * The folder that an import counts for: the first one below `app`, `backend` or `contract`, a single one below `backend/modules` and `app/subjects`, and `tables`
 * for all files that define tables or their columns. Files beside these folders count alone.
 */
export function folderOf(file) {
  if (isOfTables(file)) return tables;
  const [top, first, second, ...deeper] = file.split("/");
  if (second === undefined) return file;
  return ["modules", "subjects"].includes(first) && deeper.length > 0 ? `${top}/${first}/${second}` : `${top}/${first}`;
}

/** The folder that a file is in, at any depth, with the same exceptions. */
export function innermostFolderOf(file) {
  if (isOfTables(file)) return tables;
  const parts = file.split("/");
  return parts.length <= 2 ? file : parts.slice(0, -1).join("/");
}

/** One line for each cycle between folders: `a → b → a`, with an import for each arrow. `imports` are pairs of files; imports of types alone are not given. */
export function folderCycles(imports, folder = folderOf) {
  const arrows = new Map();
  for (const [from, to] of imports) {
    const [a, b] = [folder(from), folder(to)];
    if (a === b) continue;
    if (!arrows.has(a)) arrows.set(a, new Map());
    if (!arrows.get(a).has(b)) arrows.get(a).set(b, `${from} imports ${to}`);
  }
  const done = new Set();
  const cycles = [];
  const visit = (at, path) => {
    const seenAt = path.indexOf(at);
    if (seenAt >= 0) {
      const cycle = [...path.slice(seenAt), at];
      const examples = cycle.slice(1).map((to, index) => arrows.get(cycle[index]).get(to));
      cycles.push(`${cycle.join(" → ")}: ${examples.join(", ")}`);
      return;
    }
    if (done.has(at)) return;
    for (const next of arrows.get(at)?.keys() ?? []) visit(next, [...path, at]);
    done.add(at);
  };
  for (const at of arrows.keys()) visit(at, []);
  return cycles;
}

function checkAll() {
  const cli = "node_modules/dependency-cruiser/bin/dependency-cruise.mjs";
  const args = [cli, "--config", ".dependency-cruiser.mjs", "--output-type", "json", ...sources];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 1e9 });
  if (!stdout) throw new Error(stderr);
  const { modules, summary } = JSON.parse(stdout);
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ resolved, dependencyTypes }) => /^(app|backend|contract)\//.test(resolved) && !dependencyTypes.includes("type-only"))
      .map(({ resolved }) => [source, resolved]),
  );
  const broken = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} imports ${to}`);
  const counted = imports.filter(([from]) => !from.includes(".examples."));
  const faults = [...new Set([...broken, ...folderCycles(counted), ...folderCycles(counted, innermostFolderOf)])];
  process.stdout.write(faults.length > 0 ? `${faults.join("\n")}\n` : `${imports.length} imports, no cycle of folders\n`);
  return faults.length === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(checkAll() ? 0 : 1);
