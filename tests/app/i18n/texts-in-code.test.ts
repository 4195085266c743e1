import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

/** Attributes and fields whose text people read or hear. */
const read = /^(?:aria-label|aria-description|alt|title|placeholder|label|hint|lead|description)$/;
const hasWords = (text: string) => /\p{L}{2}/u.test(text);
/** The key of a text, with or without its namespace. */
const isKey = (text: string) => /^[\w-]+[.:][\w.:-]+$/.test(text);
/** Parts of an address. */
const sameInBoth = ["› news ›"];

/** What people would read that stands in the code itself, where no other language can take its place. */
function textsIn(file: string, source: string): string[] {
  const found: string[] = [];
  const add = (text: string) => {
    if (hasWords(text) && !isKey(text) && !sameInBoth.includes(text.trim())) found.push(`${file}: ${text.trim()}`);
  };
  const addResult = (node: ts.Expression) => {
    if (ts.isStringLiteralLike(node)) add(node.text);
    else if (ts.isTemplateExpression(node))
      for (const { text } of [node.head, ...node.templateSpans.map(({ literal }) => literal)]) add(text);
    else if (ts.isParenthesizedExpression(node)) addResult(node.expression);
    else if (ts.isConditionalExpression(node)) for (const one of [node.whenTrue, node.whenFalse]) addResult(one);
    else if (ts.isBinaryExpression(node)) addResult(node.right);
  };
  const visit = (node: ts.Node) => {
    if (ts.isJsxText(node)) add(node.text);
    if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent)) addResult(node.expression);
    if (ts.isJsxAttribute(node) && read.test(node.name.getText()) && node.initializer) {
      if (ts.isStringLiteral(node.initializer)) add(node.initializer.text);
      else if (ts.isJsxExpression(node.initializer) && node.initializer.expression) addResult(node.initializer.expression);
    }
    if (ts.isPropertyAssignment(node) && read.test(node.name.getText())) addResult(node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return found;
}

test("no text that people read is in the code: each is in the files of both languages", () => {
  const files = globSync("app/**/*.{ts,tsx}").filter((file) => !file.includes(".examples.") && !file.startsWith("app/routes/dev/"));
  expect(files.flatMap((file) => textsIn(file, readFileSync(file, "utf8")))).toEqual([]);
});

test("texts are found between tags, in attributes that are read out, and in either case of a choice", () => {
  const texts = (source: string) => textsIn("a.tsx", source).map((one) => one.replace("a.tsx: ", ""));
  expect(texts('const a = <p title="Aide">Bonjour {name}</p>;')).toEqual(["Aide", "Bonjour"]);
  expect(texts('const a = <p aria-label={late ? "Page" : own}>{late ? "En retard" : t("a:b")}{late && "Vite"}</p>;')).toEqual([
    "Page",
    "En retard",
    "Vite",
  ]);
  expect(texts('flashToast(context, { title: "Enregistré." });')).toEqual(["Enregistré."]);
  expect(texts('const a = <p className="wrap mt-4" title={t("a:b")} data-to="menu">{t("a:c")} › 12</p>;')).toEqual([]);
});
