import { createHash } from "node:crypto";

/** A page with the style it uses in place of the mark, and that style's hash for the content security policy. */
type Styled = { html: string; hash: string };

/**
 * Puts a style sheet into pages, so that no file blocks their first view. It must stay small however many pages share
 * the sheet: each page gets the rules for the classes and attribute values it has, and the variables they refer to,
 * and class names are sent as one to three letters.
 */
export function createPageCss(sheet: string, mark: string): (html: string) => Styled {
  const short = new Map<string, string>();
  const nodes = parse(sheet, short);
  const known = new Map<string, { css: string; hash: string }>();
  return (html) => {
    const page = factsOf(html);
    const style = known.get(page.key) ?? styleFor(nodes, page);
    known.set(page.key, style);
    const [oldest] = known.keys();
    if (known.size > kept && oldest !== undefined) known.delete(oldest);
    const renamed = new Map([...page.lists].map((names) => [names, renamedList(names, short)]));
    const shortened = html.replace(classList, (_, names: string) => renamed.get(names) ?? "");
    return { html: shortened.replace(mark, () => style.css), hash: style.hash };
  };
}

const kept = 100;

type Node =
  | { kind: "rule"; selectors: Selector[]; body: string }
  | { kind: "block"; head: string; children: Node[] }
  | { kind: "text"; text: string };
type Selector = { text: string; classes: string[]; attributes: string[]; elements: string[] };
type Page = {
  lists: Set<string>;
  classes: Set<string>;
  attributes: Set<string>;
  variables: Set<string>;
  elements: Set<string>;
  key: string;
};

const classList = / class="([^"]*)"/g;

function renamedList(names: string, short: Map<string, string>): string {
  const used = names.split(" ").flatMap((name) => short.get(name) ?? []);
  return used.length > 0 ? ` class="${used.join(" ")}"` : "";
}

function factsOf(html: string): Page {
  // Rows of a list have the same lists of classes: each is taken apart once.
  const lists = new Set<string>();
  for (const [, names = ""] of html.matchAll(classList)) lists.add(names);
  const classes = new Set([...lists].flatMap((names) => names.split(" ")));
  const attributes = new Set<string>();
  for (const [text] of html.matchAll(/\b(?:data|aria)-[\w-]+="[^"<]{0,24}"/g)) attributes.add(text);
  const variables = new Set<string>();
  for (const [, name = ""] of html.matchAll(/var\((--[\w-]+)/g)) variables.add(name);
  const elements = new Set([...html.matchAll(/<(select|textarea|table)\b/g)].map(([, name = ""]) => name));
  const key = [...classes, ...attributes, ...variables, ...elements].sort().join(" ");
  return { lists, classes, attributes, variables, elements, key };
}

function styleFor(nodes: Node[], page: Page) {
  const css = withoutSingleUses(withUsedVariables(write(nodes, page), page.variables), page.variables);
  return { css, hash: createHash("sha256").update(css).digest("base64") };
}

function write(nodes: Node[], page: Page): string {
  let css = "";
  for (const node of nodes) {
    if (node.kind === "text") css += node.text;
    else if (node.kind === "block") {
      const inside = write(node.children, page);
      if (inside) css += `${node.head}{${inside}}`;
    } else {
      const selectors = node.selectors.filter(
        ({ classes, attributes, elements }) =>
          classes.every((name) => page.classes.has(name)) &&
          attributes.every((text) => page.attributes.has(text)) &&
          elements.every((name) => page.elements.has(name)),
      );
      if (selectors.length > 0) css += `${selectors.map(({ text }) => text).join(",")}{${node.body}}`;
    }
  }
  return css;
}

/** Takes out custom properties that neither the page nor another kept declaration refers to. */
function withUsedVariables(css: string, usedByPage: Set<string>): string {
  let after = css;
  for (let before = ""; before !== after; ) {
    before = after;
    const used = new Set(usedByPage);
    for (const [, name = ""] of before.matchAll(/var\((--[\w-]+)/g)) used.add(name);
    after = before
      .replace(/@property (--[\w-]+)\{[^}]*\}/g, (rule, name: string) => (used.has(name) ? rule : ""))
      .replace(/(?<=[{;])(--[\w-]+):[^;{}]*(;|(?=\}))/g, (declaration, name: string) => (used.has(name) ? declaration : ""));
  }
  return after.replace(/[^{};]*\{\}/g, "");
}

const rootRule = /:root(?:,:host)?\{[^{}]*\}/;

/** A variable of the root that is set once and used once is its value. */
function withoutSingleUses(css: string, usedByPage: Set<string>): string {
  const [root = ""] = rootRule.exec(css) ?? [];
  let after = css;
  for (const [declaration, name = "", value = ""] of root.matchAll(/(--[\w-]+):([^;{}]*)(?:;|(?=\}))/g)) {
    const use = `var(${name})`;
    const named = after.split(new RegExp(`${name}(?![\\w-])`)).length - 1;
    if (named !== 2 || usedByPage.has(name) || !after.includes(use)) continue;
    after = after.replace(declaration, "").replace(use, () => value);
  }
  return after;
}

/** Reads a minified style sheet: rules, and the blocks (media, layer, supports) around them. */
function parse(sheet: string, short: Map<string, string>): Node[] {
  const text = sheet.replace(/\/\*[\s\S]*?\*\//g, "");
  const nodes: Node[] = [];
  let at = 0;
  while (at < text.length) {
    const end = text.slice(at).search(/[;{]/);
    if (end < 0) break;
    const head = text.slice(at, at + end).trim();
    if (text[at + end] === ";") {
      nodes.push({ kind: "text", text: `${head};` });
      at += end + 1;
      continue;
    }
    const close = closingBrace(text, at + end);
    nodes.push(...nodeOf(head, text.slice(at + end + 1, close), short));
    at = close + 1;
  }
  return nodes;
}

function nodeOf(head: string, body: string, short: Map<string, string>): Node[] {
  // Tailwind's substitute for @property: browsers without it are older than the ones the theme is made for.
  if (head === "@layer properties") return [];
  if (/^@(media|supports|layer|container)/.test(head)) return [{ kind: "block", head, children: parse(body, short) }];
  if (head.startsWith("@")) return [{ kind: "text", text: `${head}{${body}}` }];
  return [{ kind: "rule", selectors: splitSelectors(head).map((text) => selectorOf(text, short)), body }];
}

function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}") depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

/** Commas inside brackets and functions (`:is(a,b)`) belong to their selector. */
function splitSelectors(head: string): string[] {
  return head.split(/(?<!\\),(?![^([]*(?<!\\)[)\]])/);
}

/** Elements that many pages lack: rules for them alone are left out there. */
const rareElement = /(?<![\w.#[=-])(select|textarea|table)(?![\w-])/g;

const className = /\.((?:\\.|[A-Za-z_-])(?:\\.|[\w-])*)/g;

function selectorOf(text: string, short: Map<string, string>): Selector {
  // One thing in :is() or :where() decides as if it stood alone. Of several, or what must be absent, nothing is known.
  const opened = text.replace(/(?<!\\):(?:is|where)\(([^(),\\]*(?::not\([^(),]*\)[^(),\\]*)?)\)/g, " $1");
  const plain = opened.replace(/:(is|where|not|has)\((?:[^()]|\([^()]*\))*\)/g, "");
  const classes = [...plain.matchAll(className)].map(([, name = ""]) => name.replace(/\\/g, ""));
  const attributes = [...plain.matchAll(/\[((?:data|aria)-[\w-]+)=["']?([^\]"']*)["']?\]/g)].map(([, name, value]) => `${name}="${value}"`);
  const renamed = text.replace(className, (_, name: string) => `.${shortNameOf(name.replace(/\\/g, ""), short)}`);
  const elements = [...plain.matchAll(rareElement)].map(([, name = ""]) => name);
  return { text: renamed, classes, attributes, elements };
}

function shortNameOf(name: string, short: Map<string, string>): string {
  const known = short.get(name);
  if (known) return known;
  let letters = "";
  for (let rest = short.size + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(97 + ((rest - 1) % 26)) + letters;
  short.set(name, letters);
  return letters;
}
