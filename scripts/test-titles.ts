import { existsSync, globSync, readFileSync } from "node:fs";
import ts from "typescript";

/** `everyRow`: the layout whose rows of the routes' table the test asks, or `all`, when its title says that it asks every row. */
export type TestTitle = { file: string; title: string; ids: string[]; everyRow: string | null };

const runners = new Set(["test", "it"]);
const proveNothing = new Set(["skip", "todo", "fixme"]);
/** What runs only where something is there proves nothing where it is not. */
const conditional = new Set(["runIf", "skipIf"]);

/** The titles of the tests in these folders that always run, each with the rules it names. */
export function readTestTitles(folders: string[]): TestTitle[] {
  const files = folders.filter((folder) => existsSync(folder)).flatMap((folder) => globSync(`${folder}/**/*.{test,spec}.{ts,tsx}`));
  return files.sort().flatMap((file) => titlesOf(file, readFileSync(file, "utf8")));
}

/**
 * Rules are named singly (S2-024), as a range (S2-024..S2-033), or at the head of a text in the rows of a `test.each` table whose title
 * shows its rows. A group proves nothing by its title: it may be empty.
 */
export function titlesOf(file: string, text: string): TestTitle[] {
  const found: TestTitle[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node)) {
      const { name, modifiers, rows } = calledBy(node.expression);
      if (modifiers.some((modifier) => proveNothing.has(modifier))) return;
      if (modifiers.some((modifier) => conditional.has(modifier))) return;
      const isTest = runners.has(name) && !modifiers.includes("describe");
      const title = isTest ? titleFrom(node.arguments[0]) : null;
      if (title !== null)
        found.push({
          file,
          title,
          everyRow: everyRowIn(title),
          ids: [...rulesNamedIn(title), ...(/[%$]/.test(title) ? rows.flatMap(rulesAtHeadOf) : [])],
        });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** "every row of routes.csv", "every back-office row of routes.csv" */
function everyRowIn(title: string): string | null {
  const named = /\bevery (?:([\w-]+) )?row of routes\.csv/.exec(title);
  return named ? (named[1] ?? "all") : null;
}

function rulesNamedIn(title: string): string[] {
  return [...title.matchAll(/\bS(\d+)-(\d{3})(?:(?:\.\.|…|–)(?:S\1-)?(\d{3}))?/g)].flatMap(([, section, first, last = first]) => {
    const count = Number(last) - Number(first) + 1;
    if (count < 1) throw new Error(`"${title}" names a range that ends before it starts.`);
    return Array.from({ length: count }, (_, step) => `S${section}-${String(Number(first) + step).padStart(3, "0")}`);
  });
}

/** "S4-025 S4-026 a kept en wins" → the rules that come before the first other word. */
function rulesAtHeadOf(row: string): string[] {
  return rulesNamedIn(/^(?:S\d+-\d{3}[\s,:]*)*/.exec(row)?.[0] ?? "");
}

/** `test.each(rows)` → the name `test`, the modifier `each` and the texts of its rows. */
function calledBy(expression: ts.Expression) {
  const modifiers: string[] = [];
  const rows: string[] = [];
  let one = expression;
  while (!ts.isIdentifier(one)) {
    if (ts.isPropertyAccessExpression(one)) modifiers.push(one.name.text);
    else if (ts.isCallExpression(one)) for (const argument of one.arguments) collectTexts(argument, rows);
    else return { name: "", modifiers, rows };
    one = one.expression;
  }
  return { name: one.text, modifiers, rows };
}

function collectTexts(node: ts.Node, texts: string[]) {
  if (ts.isStringLiteralLike(node)) texts.push(node.text);
  ts.forEachChild(node, (child) => collectTexts(child, texts));
}

function titleFrom(argument: ts.Expression | undefined): string | null {
  if (!argument) return null;
  if (ts.isStringLiteralLike(argument)) return argument.text;
  if (ts.isTemplateExpression(argument))
    return argument.head.text + argument.templateSpans.map(({ literal }) => ` ${literal.text}`).join("");
  return null;
}
