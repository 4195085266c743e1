import type { QrPath } from "./qr-code.server";

/** A QR code on pure white. Its content must also be shown beside it, for people who cannot scan it. */
export function QrCode({ code: { size, path }, label, width = "w-60" }: { code: QrPath; label: string; width?: string }) {
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      className={`${width} rounded-lg bg-white`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
