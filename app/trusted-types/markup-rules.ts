/** Elements that a rendered text may contain. */
export const textElements = [
  ...["h2", "h3", "h4", "p", "ul", "ol", "li", "blockquote", "strong", "em", "a", "br", "hr", "code"],
  ...["table", "thead", "tbody", "tr", "th", "td"],
];
/** Elements that icons and drawings consist of. */
const drawnElements = ["path", "circle", "rect", "line", "ellipse", "polyline", "polygon", "g", "mask", "symbol", "use"];
const elements = new Set([...textElements, ...drawnElements]);

const tags = /<\/?([a-z][a-z0-9]*)((?: [a-zA-Z0-9-]+="[^"<>]*")*) ?\/?>/g;
const attributes = / ([a-zA-Z0-9-]+)="([^"]*)"/g;
const harmful = /^(?:on|src|style$)/i;
const harmlessAddress = /^(?:#|\/(?![/\\&])|https:|mailto:|tel:)/;

/** Whether markup has only elements of rendered texts and drawings, without handlers, styles or script URLs. */
export function isOwnMarkup(markup: string): boolean {
  const rest = markup.replace(tags, (tag, element: string, list: string) => (elements.has(element) && harmless(list) ? "" : tag));
  return !rest.includes("<");
}

function harmless(list: string): boolean {
  return [...list.matchAll(attributes)].every(
    ([, name = "", value = ""]) => !harmful.test(name) && (name !== "href" || harmlessAddress.test(value)),
  );
}
