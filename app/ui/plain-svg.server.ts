import { logoSymbols } from "~/ui/logo";

export type Primary = "pink" | "green";

/** The theme's colours, which a picture outside the page cannot refer to. */
const colours = {
  pink: { primary: "#cb1067", "primary-active": "#8b0747", "primary-vivid": "#ff5c9e", "primary-pale": "#ffc9de" },
  green: { primary: "#0f7443", "primary-active": "#084a2b", "primary-vivid": "#3cc584", "primary-pale": "#bfe9d0" },
};
const shared = { white: "#ffffff", sun: "#ffc83d", ink: "#211a1c", beige: "#f5e9d8", "beige-deep": "#e7d3b6", leaf: "#1f7a4f" };

/** Drawings as a file of their own: the theme's variables become the colours that they have on the page. */
export function plainSvg(viewBox: string, shapes: string, primary: Primary): string {
  const palette: Record<string, string> = { ...colours[primary], ...shared };
  const symbols = /#(ma|mb|mark|word)\b/.test(shapes) ? `<defs>${logoSymbols}</defs>` : "";
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${symbols}${shapes}</svg>`;
  const coloured = picture.replace(/var\(--color-([\w-]+)\)/g, (_, name: string) => palette[name] ?? shared.ink);
  return coloured.replace(/var\(--[\w-]+,\s*(#\w+)\)/g, "$1");
}
