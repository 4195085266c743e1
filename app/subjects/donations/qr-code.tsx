import type { QrPath } from "./qr-code.server";

/** A QR code on pure white. Its content must also be shown beside it, for people who cannot scan it. */
export function QrCode({ code: { size, path }, label }: { code: QrPath; label: string }) {
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className="w-60 rounded-lg bg-white" shapeRendering="crispEdges">
      <path d={path} fill="#000" />
    </svg>
  );
}
