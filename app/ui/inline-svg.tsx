import { trustedConstant } from "~/trusted-types/pages-policy";

type Props = { shapes: string; viewBox?: string; className?: string; preserveAspectRatio?: string };

/** A drawing from markup of our own files or of the icon package, hidden from screen readers. */
export function InlineSvg({ shapes, ...svg }: Props) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: constant markup, never a person's words
  return <svg {...svg} aria-hidden="true" dangerouslySetInnerHTML={{ __html: trustedConstant(shapes) }} />;
}

/** Symbols for `<use>`, without a place of their own on the page. */
export function SvgSymbols({ shapes }: { shapes: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: constant markup, never a person's words
  return <svg width="0" height="0" className="absolute" aria-hidden="true" dangerouslySetInnerHTML={{ __html: trustedConstant(shapes) }} />;
}
