export type TreeNode = string | { tag: string; properties: Record<string, unknown>; children: TreeNode[] };

const voids = /^(area|br|col|hr|img|input|link|meta|source|wbr)$/;
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
const reactNames: Record<string, string> = { class: "className", for: "htmlFor" };

/** The body of a page rendered by React as a tree of elements, without scripts. Other HTML may be misparsed. */
export function treeOfBody(html: string): TreeNode[] {
  const body = html.slice(html.indexOf("<body>") + 6, html.indexOf("</body>")).replace(/<script\b.*?<\/script>/gs, "");
  const top: TreeNode[] = [];
  const open: TreeNode[][] = [top];
  for (const [, close, tag = "", attributes = "", end, text] of body.matchAll(
    /<(?:(\/)[^>]*|([\w-]+)((?:\s[^\s=/>]+(?:="[^"]*")?)*)\s*(\/?))>|([^<]+)/g,
  )) {
    if (text) open.at(-1)?.push(plain(text));
    else if (close) open.pop();
    else {
      const node = { tag, properties: propertiesOf(attributes), children: [] };
      open.at(-1)?.push(node);
      if (!end && !voids.test(tag)) open.push(node.children);
    }
  }
  if (open.length !== 1) throw new Error("The page's elements are not closed as they were opened.");
  return top;
}

function propertiesOf(attributes: string): Record<string, unknown> {
  return Object.fromEntries(
    [...attributes.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].map(([, name = "", value]) => [
      reactNames[name] ?? name,
      name === "style" ? styleOf(plain(value ?? "")) : value === undefined ? "" : plain(value),
    ]),
  );
}

function styleOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(";").flatMap((declaration) => {
      const at = declaration.indexOf(":");
      if (at < 0) return [];
      const name = declaration.slice(0, at).trim();
      return [
        [
          name.startsWith("--") ? name : name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
          declaration.slice(at + 1).trim(),
        ],
      ];
    }),
  );
}

function plain(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? "");
}
