import { createHash } from "node:crypto";
import { parse as parseSelectors, type Selector } from "css-what";
import { LRUCache } from "lru-cache";
import postcss, { type ChildNode, type Container, type Root } from "postcss";
import { isOn } from "#contract/api/performance-layers";

/** The style of a page, and its hash for the Content-Security-Policy. */
type Style = { css: Buffer; hash: string };

/** The features of a fragment that selectors of the sheet match; `key` is the same as a string. */
export type Styled = { has: Facts; key: string };

export type PageCss = {
  /** The features of a fragment. */
  read(html: string): Styled;
  /** The style of the whole page, given its fragments. */
  styleOf(pieces: Iterable<Styled>): Style;
};

/** A file of drawings that use the page's variables: its text is included where the page refers to its URL. */
type DrawnElsewhere = { url: string; text: string };

/**
 * Inlines a style sheet into pages, so that no file blocks their first view. It must stay small however many pages share
 * the sheet: each page gets the rules for the classes and attribute values it has, and the variables they refer to.
 * A page may be processed in fragments, some of which are shared by many pages.
 */
export function createPageCss(sheet: string, drawn?: DrawnElsewhere): PageCss {
  const parsed = postcss.parse(sheet);
  const nodes = nodesOf(parsed);
  const known: Known = { attributes: selectedAttributes(nodes), variables: declaredVariables(parsed) };
  const styles = new LRUCache<string, Style>({ max: maxStyles });
  const whole = isOn("page-css") ? undefined : styleOfCss(sheet);
  return {
    read(html) {
      const has = factsOf(tagsOf(html), known, drawn && html.includes(drawn.url) ? drawn.text : "");
      return { has, key: keyOf(has) };
    },
    styleOf(pieces) {
      if (whole) return whole;
      const different = new Map<string, Facts>();
      for (const { key, has } of pieces) different.set(key, has);
      const key = [...different.keys()].sort().join("\n");
      const known = isOn("style-cache") ? styles.get(key) : undefined;
      const style = known ?? styleFor(nodes, together([...different.values()]));
      styles.set(key, style);
      return style;
    },
  };
}

const maxStyles = 200;

type Node =
  | { kind: "rule"; selectors: { text: string; needs: Needs }[]; body: string }
  | { kind: "block"; head: string; children: Node[] }
  | { kind: "text"; text: string };

/** What a page must have for a selector to match: all of the names, and one set of each `anyOf`. */
type Needs = { classes: string[]; attributes: string[]; elements: string[]; anyOf: Needs[][] };

type Facts = { classes: Set<string>; attributes: Set<string>; variables: Set<string>; elements: Set<string> };

/** What the sheet names: no other attribute value and no other variable matters. */
type Known = { attributes: Set<string>; variables: Set<string> };

const classList = / class="([^"]*)"/g;
const valuedAttribute = / ((?:data|aria)-[\w-]+="[^"<]*")/g;
/** The attributes that refer to variables. What people typed is in others, where a quotation mark is escaped. */
const styledAttribute = / (?:style|fill|stroke)="([^"<]*)"/g;

/** The tags of a page, without the text between them. Within tags `<` and `>` are escaped. */
function tagsOf(html: string): string {
  let tags = "";
  for (let start = html.indexOf("<"); start >= 0; ) {
    const end = html.indexOf(">", start);
    if (end < 0) break;
    tags += html.slice(start, end + 1);
    start = html.indexOf("<", end);
  }
  return tags;
}

function factsOf(tags: string, known: Known, drawn: string): Facts {
  const classes = new Set<string>();
  for (const [, names = ""] of tags.matchAll(classList)) for (const name of names.split(" ")) classes.add(name);
  const attributes = new Set<string>();
  for (const [, text = ""] of tags.matchAll(valuedAttribute)) if (known.attributes.has(text)) attributes.add(text);
  const variables = new Set([...variablesIn(tags), ...variablesIn(drawn)].filter((name) => known.variables.has(name)));
  const elements = new Set([...tags.matchAll(rareElement)].map(([, name = ""]) => name));
  return { classes, attributes, variables, elements };
}

function variablesIn(tags: string): string[] {
  if (!tags.includes("var(--")) return [];
  const styled = [...tags.matchAll(styledAttribute)].map(([, text = ""]) => text);
  return styled.flatMap((text) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name = ""]) => name));
}

function keyOf({ classes, attributes, variables, elements }: Facts): string {
  return [classes, attributes, variables, elements].map((names) => [...names].sort().join(" ")).join("|");
}

function together(parts: Facts[]): Facts {
  const all = (read: (part: Facts) => Set<string>) => new Set(parts.flatMap((part) => [...read(part)]));
  return {
    classes: all(({ classes }) => classes),
    attributes: all(({ attributes }) => attributes),
    variables: all(({ variables }) => variables),
    elements: all(({ elements }) => elements),
  };
}

function declaredVariables(sheet: Root): Set<string> {
  const names = new Set<string>();
  sheet.walkDecls(/^--/, ({ prop }) => void names.add(prop));
  return names;
}

/** The attribute values in selectors of the sheet. */
function selectedAttributes(nodes: Node[]): Set<string> {
  const selected = new Set<string>();
  const read = ({ attributes, anyOf }: Needs) => {
    for (const text of attributes) selected.add(text);
    for (const sets of anyOf) sets.forEach(read);
  };
  for (const node of nodes) {
    if (node.kind === "rule") for (const { needs } of node.selectors) read(needs);
    if (node.kind === "block") for (const text of selectedAttributes(node.children)) selected.add(text);
  }
  return selected;
}

function styleFor(nodes: Node[], page: Facts): Style {
  const { variables } = page;
  return styleOfCss(withoutSingleUses(withUsedVariables(write(nodes, page), variables), variables));
}

const styleOfCss = (css: string): Style => ({ css: Buffer.from(css), hash: createHash("sha256").update(css).digest("base64") });

function write(nodes: Node[], page: Facts): string {
  let css = "";
  for (const node of nodes) {
    if (node.kind === "text") css += node.text;
    else if (node.kind === "block") {
      const inside = write(node.children, page);
      if (inside) css += `${node.head}{${inside}}`;
    } else {
      const selectors = node.selectors.filter(({ needs }) => has(page, needs));
      if (selectors.length > 0) css += `${selectors.map(({ text }) => text).join(",")}{${node.body}}`;
    }
  }
  return css;
}

function has(page: Facts, { classes, attributes, elements, anyOf }: Needs): boolean {
  return (
    classes.every((name) => page.classes.has(name)) &&
    attributes.every((text) => page.attributes.has(text)) &&
    elements.every((name) => page.elements.has(name)) &&
    anyOf.every((sets) => sets.some((needs) => has(page, needs)))
  );
}

/** Removes custom properties that neither the page nor a remaining declaration refers to. */
function withUsedVariables(css: string, usedByPage: Set<string>): string {
  let after = css;
  for (let before = ""; before !== after; ) {
    before = after;
    const used = new Set(usedByPage);
    for (const [, name = ""] of before.matchAll(/var\((--[\w-]+)/g)) used.add(name);
    after = before
      .replace(/@property (--[\w-]+)\{[^{}]*\}/g, (rule, name: string) => (used.has(name) ? rule : ""))
      .replace(/(?<=[{;])(--[\w-]+):[^;{}]*;?/g, (declaration, name: string) => (used.has(name) ? declaration : ""));
  }
  return after.replace(/(?<![^{};])[^{};]*\{\}/g, "");
}

const rootRule = /:root(?:,:host)?\{[^{}]*\}/;

/** A root variable that is set once and used once is replaced by its value. */
function withoutSingleUses(css: string, usedByPage: Set<string>): string {
  const [root = ""] = rootRule.exec(css) ?? [];
  let after = css;
  for (const [declaration, name = "", value = ""] of root.matchAll(/(?<![\w-])(--[\w-]+):([^;{}]*);?/g)) {
    const use = `var(${name})`;
    // expression-cost: a name of the sheet's own, and nothing that repeats
    const named = after.split(new RegExp(`${name}(?![\\w-])`)).length - 1;
    if (named !== 2 || usedByPage.has(name) || !after.includes(use)) continue;
    after = after.replace(declaration, "").replace(use, () => value);
  }
  return after;
}

function nodesOf(container: Container<ChildNode>): Node[] {
  return (container.nodes ?? []).flatMap(nodeOf);
}

function nodeOf(node: ChildNode): Node[] {
  if (node.type === "comment") return [];
  if (node.type === "rule") {
    const selectors = node.selectors.map((text) => ({ text, needs: allNeeds(parseSelectors(text)[0] ?? []) }));
    return [{ kind: "rule", selectors, body: node.nodes.map(declarationOf).join(";") }];
  }
  if (node.type !== "atrule" || !node.nodes) return [{ kind: "text", text: `${node};` }];
  const head = `@${node.name}${node.raws.afterName ?? ""}${node.params}`;
  // Tailwind's substitute for @property: browsers without it are older than the ones the theme is made for.
  if (head === "@layer properties") return [];
  if (/^(media|supports|layer|container)$/.test(node.name)) return [{ kind: "block", head, children: nodesOf(node) }];
  return [{ kind: "text", text: String(node) }];
}

/** The sheet is minified but for the values of variables, where spaces count only inside strings. */
function declarationOf(node: ChildNode): string {
  const text = String(node);
  return /["']/.test(text) ? text : text.replaceAll(", ", ",");
}

/** Elements that many pages lack: rules for only these are left out there. */
const rareElements = new Set(["select", "textarea", "table", "thead", "tbody", "tr", "th", "td"]);
// expression-cost: names of elements, and nothing that repeats
const rareElement = new RegExp(`<(${[...rareElements].join("|")})\\b`, "g");

function allNeeds(selector: Selector[]): Needs {
  const needs: Needs = { classes: [], attributes: [], elements: [], anyOf: [] };
  for (const part of selector) {
    if (part.type === "tag" && rareElements.has(part.name)) needs.elements.push(part.name);
    if (part.type === "attribute" && part.name === "class" && part.action === "element") needs.classes.push(part.value);
    if (part.type === "attribute" && part.action === "equals" && /^(data|aria)-/.test(part.name))
      needs.attributes.push(`${part.name}="${part.value}"`);
    // `:not` and `:has` are not evaluated.
    if (part.type === "pseudo" && (part.name === "is" || part.name === "where") && Array.isArray(part.data))
      needs.anyOf.push(part.data.map(allNeeds));
  }
  return needs;
}
