/** Elements that a rendered text may contain. */
export const textElements = [
  ...["h2", "h3", "h4", "p", "ul", "ol", "li", "blockquote", "strong", "em", "a", "br", "hr", "code"],
  ...["table", "thead", "tbody", "tr", "th", "td"],
  "img",
];
/** Elements that icons and drawings consist of. */
const drawnElements = ["path", "circle", "rect", "line", "ellipse", "polyline", "polygon", "g", "mask", "symbol", "use"];
const elements = new Set([...textElements, ...drawnElements]);

const tags = /<\/?([a-z][a-z0-9]*)((?: [a-zA-Z0-9-]+="[^"<>]*")*) ?\/?>/g;
const attributes = / ([a-zA-Z0-9-]+)="([^"]*)"/g;
const harmful = /^(?:on|src|style$)/i;
const harmlessUrl = /^(?:#|\/(?![/\\&])|https:|mailto:|tel:)/;
/** A picture of ours in a text: by the image layer, or for staff. */
const pictureUrl = /^(?:\/images\/local\/\d{1,4}@[12]x\/[\da-f-]{36}\.webp|(?:\/en)?\/dashboard\/admin\/news\/pictures\/[\da-f-]{36})$/;

/** Whether a text may show the picture at a URL. */
export const isOwnPicture = (url: string): boolean => pictureUrl.test(url);

/** Whether markup has only elements of rendered texts and drawings, without handlers, styles, script URLs or pictures from elsewhere. */
export function isOwnMarkup(markup: string): boolean {
  const rest = markup.replace(tags, (tag, element: string, list: string) => (elements.has(element) && harmless(list) ? "" : tag));
  return !rest.includes("<");
}

function harmless(list: string): boolean {
  return [...list.matchAll(attributes)].every(([, name = "", value = ""]) => {
    if (name === "src") return isOwnPicture(value);
    if (name === "srcset") return value.split(", ").every((one) => isOwnPicture(one.replace(/ \d+w$/, "")));
    return !harmful.test(name) && (name !== "href" || harmlessUrl.test(value));
  });
}
