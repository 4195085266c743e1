// Writes docs/conformance.md: every route and rule of the specification, and the test that proves it.
// `--check` writes nothing and fails when the page is out of date.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { parse } from "csv-parse/sync";
import { readTestTitles } from "./test-titles.ts";

const { check } = readFlags();
const page = "docs/conformance.md";
const sweep = "tests/app/access/access-sweep.pages.test.ts";
/** Served pages that the sweep leaves out: they change the session it works with. */
const outsideSweep = ["/login", "/logout"];

const readTable = (name) => parse(readFileSync(`docs/specification/${name}.csv`), { columns: true, bom: true });
const specifiedRoutes = readTable("routes");
const rules = readTable("rules");
const titles = readTestTitles(["tests", "e2e"]);
const pages = servedPages();
const proofs = proofsOfRules();

const text = render();
if (check) {
  const current = existsSync(page) ? readFileSync(page, "utf8") : "";
  if (current === text) process.exit(0);
  process.stderr.write(`${page} is out of date: run \`npm run conformance\`.\n`);
  process.exit(1);
}
writeFileSync(page, text);
process.stdout.write(`${page} is written.\n`);

function readFlags() {
  try {
    return parseArgs({ options: { check: { type: "boolean" } } }).values;
  } catch {
    process.stderr.write("Usage: npm run conformance [-- --check]\n");
    process.exit(2);
  }
}

/** What the production build serves: path in the specification's notation → whether the route loads anything itself. */
function servedPages() {
  const cli = spawnSync(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "routes", "--json"], {
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (cli.status !== 0) throw new Error(`remix routes failed:\n${cli.stderr}`);
  const found = new Map();
  const visit = (route, parent) => {
    const path = [parent, route.path].filter(Boolean).join("/");
    const address = `/${path}`.replace(/:(\w+)/g, "{$1}");
    const frame = route.children?.length > 0;
    if (!frame && (route.path || route.index) && !path.endsWith("*")) {
      const loads = /^export\b.*\bloader\b/m.test(readFileSync(`app/${route.file}`, "utf8"));
      found.set(address, loads);
    }
    for (const child of route.children ?? []) visit(child, path);
  };
  for (const route of JSON.parse(cli.stdout)) visit(route, "");
  return found;
}

/** Rule → files with a test whose title names it, and the rows of the routes' table that it is about, if it is about all. A title that names no known rule is a mistake worth stopping for. */
function proofsOfRules() {
  const known = new Set(rules.map(({ id }) => id));
  const found = new Map();
  for (const { file, ids, everyRow } of titles) {
    for (const id of ids) {
      if (!known.has(id)) throw new Error(`${file} names ${id}, which docs/specification/rules.csv does not have.`);
      const proof = found.get(id) ?? { files: new Set(), everyRow: null };
      found.set(id, { files: proof.files.add(file), everyRow: everyRow ?? proof.everyRow });
    }
  }
  return found;
}

/** The rows that a rule about every row is about, and those among them that no build serves. */
function rowsOf(everyRow) {
  const rows = specifiedRoutes.filter(({ layout }) => everyRow === "all" || layout === everyRow);
  if (rows.length === 0) throw new Error(`routes.csv has no row of the layout ${everyRow}.`);
  return { rows: rows.length, missing: rows.filter(({ path }) => !pages.has(path)).length };
}

/** "proven", "partly" where routes are missing that the rule is about, or "missing". */
function stateOf(id) {
  const proof = proofs.get(id);
  if (!proof) return "missing";
  return proof.everyRow && rowsOf(proof.everyRow).missing > 0 ? "partly" : "proven";
}

function proofCell(id) {
  const state = stateOf(id);
  if (state === "missing") return "**missing**";
  const { files, everyRow } = proofs.get(id);
  if (state === "proven") return links(files);
  const { rows, missing } = rowsOf(everyRow);
  return `**partly: ${rows - missing} of ${rows} routes, missing: ${missing} routes**<br>${links(files)}`;
}

function proofsOfRoute(path) {
  const naming = titles.filter(({ title }) => title.split(/[\s,;:()]+/).includes(path)).map(({ file }) => file);
  const swept = pages.get(path) && !outsideSweep.includes(path) && existsSync(sweep);
  return new Set([...naming, ...(swept ? [sweep] : [])]);
}

function render() {
  const built = specifiedRoutes.filter(({ path }) => pages.has(path));
  const counted = (of, state) => of.filter(({ id }) => stateOf(id) === state).length;
  const own = [...pages.keys()].filter((path) => !specifiedRoutes.some((route) => route.path === path)).sort();
  const sections = [...new Set(rules.map(({ section }) => section))];
  return `${[
    "# Conformance",
    "",
    "Every route and every rule of the specification, with the tests that prove it. Written by `npm run conformance` from",
    "`docs/specification/`, the routes of the production build and the titles of the tests; do not edit it by hand.",
    "",
    "- A route is *built* when the production build serves it. The access sweep asks every built page as a visitor and as each of the five",
    "  roles, in both languages; other tests count when their title names the path.",
    "- A rule is *proven* when the title of a test names it that always runs. A skipped test proves nothing, nor does one that runs only",
    "  under a condition, nor the title of a group.",
    "- A rule about every route is *partly* proven, which is not proven, as long as routes are missing that it is about.",
    "",
    ...table(["", "total", "done", "missing"], [["routes built", ...tally(specifiedRoutes.length, built.length)]]),
    "",
    ...table(
      ["", "total", "proven", "partly", "missing"],
      [["rules", rules.length, counted(rules, "proven"), counted(rules, "partly"), counted(rules, "missing")]],
    ),
    "",
    "## Routes",
    "",
    ...table(
      ["path", "layout", "access", "state", "tests"],
      specifiedRoutes.map(({ path, layout, access }) => [
        code(path),
        layout,
        access.replaceAll("|", ", "),
        pages.has(path) ? "built" : "**missing**",
        links(proofsOfRoute(path)),
      ]),
    ),
    "",
    "### Beyond the specification",
    "",
    ...own.map((path) => `- ${code(path)}`),
    "",
    "## Rules",
    "",
    ...table(
      ["section", "rules", "proven", "partly", "missing"],
      sections.map((section) => {
        const ofSection = rules.filter((rule) => rule.section === section);
        return [section, ofSection.length, ...["proven", "partly", "missing"].map((state) => counted(ofSection, state))];
      }),
    ),
    ...sections.flatMap((section) => [
      "",
      `### ${section}`,
      "",
      ...table(
        ["rule", "", "tests"],
        rules.filter((rule) => rule.section === section).map(({ id, rule }) => [id, plain(rule), proofCell(id)]),
      ),
    ]),
  ].join("\n")}\n`;
}

function tally(total, done) {
  return [String(total), String(done), String(total - done)];
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)];
}

function links(files) {
  const names = [...files].sort();
  return names.length
    ? names.map((file) => `[${file.replace(/^tests\//, "").replace(/\.(test|spec)\.tsx?$/, "")}](../${file})`).join("<br>")
    : "—";
}

function code(path) {
  return `\`${path}\``;
}

/** Text of the specification as it reads, whatever Markdown would make of its signs. */
function plain(rule) {
  return rule.replace(/\s+/g, " ").replace(/[\\|*<>[\]`]/g, "\\$&");
}
