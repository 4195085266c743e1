import { existsSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

const guide = readFileSync("docs/adding-a-subject.md", "utf8");
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, code = ""]) => code);
/** What the steps make does not exist. */
const madeByTheSteps = /award/;

/** The file of an import from the repository. */
function fileOf(from: string): string | undefined {
  const base = from
    .replace(/^~\//, "app/")
    .replace(/^#/, "")
    .replace(/^\.\.\//, "contract/");
  return [base, `${base}.ts`, `${base}.tsx`].find((file) => /\.tsx?$/.test(file) && existsSync(file));
}

/** The names that the code imports from our files, each with its file. */
function importedNames(code: string) {
  const { statements } = ts.createSourceFile("guide.tsx", code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  return statements.filter(ts.isImportDeclaration).flatMap(({ moduleSpecifier, importClause }) => {
    const from = (moduleSpecifier as ts.StringLiteral).text;
    const names = importClause?.namedBindings;
    if (!/^(~\/|#|\.\.\/\w+\/)/.test(from) || madeByTheSteps.test(from) || !names || !ts.isNamedImports(names)) return [];
    return names.elements.map(({ name }) => ({ from, name: name.text }));
  });
}

test("what the code of the guide imports exists", () => {
  const imported = [...blocks("ts"), ...blocks("tsx")].flatMap(importedNames);
  expect(imported.length).toBeGreaterThan(20);
  const missing = imported.filter(({ from, name }) => {
    const source = readFileSync(fileOf(from) ?? "/dev/null", "utf8");
    return !new RegExp(`export (?:async )?(?:const|function|type|class) ${name}\\b|export \\{[^}]*\\b${name}\\b`).test(source);
  });
  expect(missing).toEqual([]);
});

test("the guide names files that exist, and its texts have the same keys in both languages", () => {
  const named = [...guide.matchAll(/`((?:app|backend|contract|docs|locales|tests|e2e)\/[\w./-]+)`/g)].map(([, path = ""]) => path);
  expect(named.filter((path) => !madeByTheSteps.test(path) && !existsSync(path))).toEqual([]);
  const keysOf = (tree: object): string[] =>
    Object.entries(tree).flatMap(([key, value]) => (typeof value === "string" ? [key] : keysOf(value).map((below) => `${key}.${below}`)));
  const [french = "", english = ""] = blocks("json").filter((block) => block.includes('"namespaces"'));
  expect(keysOf(JSON.parse(french))).toEqual(keysOf(JSON.parse(english)));
});

/** The members of a type in a file. */
function membersOf(file: string, name: string): string[] {
  const { statements } = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const declared = statements.find((one): one is ts.TypeAliasDeclaration => ts.isTypeAliasDeclaration(one) && one.name.text === name);
  const members = declared && ts.isTypeLiteralNode(declared.type) ? [...declared.type.members] : [];
  return members.map((member) => (member.name as ts.Identifier).text);
}

/** The first column of the first table after a sentence. */
function tableAfter(sentence: string): string[] {
  const rows = guide.slice(guide.indexOf(sentence)).split("\n");
  const begin = rows.findIndex((row) => row.startsWith("|"));
  const table = rows.slice(begin, rows.indexOf("", begin));
  return table.flatMap((row) => /^\| `(\w+)`/.exec(row)?.[1] ?? []);
}

test("the guide names every declaration of a module and every option of contentRoutes, and no others", () => {
  expect(tableAfter("the module declares what others need").toSorted()).toEqual(
    membersOf("backend/declarations.ts", "Declarations").toSorted(),
  );
  const inTheCode = ["table", "entityType", "label"];
  const options = membersOf("backend/content/store.ts", "Subject").filter((name) => !inTheCode.includes(name));
  expect(tableAfter("`contentRoutes` gives").toSorted()).toEqual(options.toSorted());
});
