// Checks every regular expression of the sources: none may take more than linear time for some text. Where one may all the same, or is put
// together while the program runs, the line above it says why that does no harm: `expression-cost: <reason>`.
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { check } from "recheck";
import ts from "typescript";

const sources = ["app/**/*.{ts,tsx}", "backend/**/*.ts", "contract/**/*.ts", "public/**/*.js", "server.ts", "scripts/**/*.{mjs,ts}"];
const atOnce = 2;
const limits = { timeout: 20_000, randomSeed: 1 };
/** Milliseconds for the text of an attack, which has tens of thousands of characters: linear expressions take under 5, quadratic ones seconds. */
const linearWithin = 200;

/** The regular expressions of a text: literals, and what is given to `RegExp`; `pattern` is null where that is made of parts. */
export function expressionsIn(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lines = text.split("\n");
  const found = [];
  const add = (node, pattern, flags) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
    // The statement may begin further up.
    const excused = lines.slice(Math.max(0, line - 2), line).some((one) => /\/\/ expression-cost: \S/.test(one));
    if (!excused) found.push({ place: `${file}:${line + 1}`, pattern, flags });
  };
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      add(node, node.text.slice(1, end), node.text.slice(end + 1));
    }
    const isMade = (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(source) === "RegExp";
    if (isMade) {
      const [pattern, flags] = node.arguments ?? [];
      const known = pattern && ts.isStringLiteralLike(pattern) && (!flags || ts.isStringLiteralLike(flags));
      add(node, known ? pattern.text : null, known ? (flags?.text ?? "") : "");
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What is wrong with an expression, in one line; null when nothing is. */
export async function faultOf({ place, pattern, flags }, ask = check) {
  if (pattern === null) return `${place}: put together while the program runs`;
  // The checker does not know the sets of the flag v, which none of ours uses.
  const { status, complexity, attack, error, checker } = await ask(pattern, flags.replace("v", "u"), limits);
  if (status === "safe") return null;
  // The search for attacks counts steps of its own model of the engine, and is sometimes wrong.
  if (status === "vulnerable" && checker === "fuzz" && isQuick(pattern, flags, attack.string)) return null;
  return `${place}: /${pattern}/${flags} ${complexity?.summary ?? error?.kind ?? status}${attack ? `, as for ${attack.pattern}` : ""}`;
}

function isQuick(pattern, flags, text) {
  const global = flags.includes("g") ? flags : `${flags}g`;
  try {
    runInNewContext("text.replace(new RegExp(pattern, flags), '')", { text, pattern, flags: global }, { timeout: linearWithin });
    return true;
  } catch {
    return false;
  }
}

async function checkAll() {
  const files = [...new Set(sources.flatMap((pattern) => globSync(pattern)))].sort();
  const all = files.flatMap((file) => expressionsIn(file, readFileSync(file, "utf8")));
  const different = [...new Map(all.map((one) => [`${one.pattern} ${one.flags} ${one.pattern === null && one.place}`, one])).values()];
  const faults = [];
  const left = different.values();
  const work = async () => {
    for (const one of left) faults.push(await faultOf(one));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const found = faults.filter(Boolean);
  process.stdout.write(found.length > 0 ? `${found.join("\n")}\n` : `${different.length} expressions, all linear\n`);
  return found.length === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit((await checkAll()) ? 0 : 1);
