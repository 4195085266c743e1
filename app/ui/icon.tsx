import type { IconNode } from "lucide";
import { InlineSvg } from "./inline-svg";

const markup = new WeakMap<IconNode, string>();

function markupOf(icon: IconNode): string {
  const known = markup.get(icon);
  if (known) return known;
  const made = icon
    .map(([tag, attributes]) => {
      const list = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
      return `<${tag} ${list.join(" ")}/>`;
    })
    .join("");
  markup.set(icon, made);
  return made;
}

/** An icon of the package, drawn in the text's colour. Hidden from screen readers: a text or a label is beside it. */
export function Icon({ of, className }: { of: IconNode; className?: string }) {
  return <InlineSvg viewBox="0 0 24 24" className={className ? `icon ${className}` : "icon"} shapes={markupOf(of)} />;
}
