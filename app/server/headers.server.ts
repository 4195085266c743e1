import { cspReportsApi } from "#contract/api/csp-reports";
import type { HstsScope } from "~/api/settings.server";
import { policyNames } from "~/trusted-types/browser-api";

/** Two years of https only: this host, its subdomains, or also the preload list. The last two affect hosts that others may run. */
const strictTransport = {
  host: "max-age=63072000",
  subdomains: "max-age=63072000; includeSubDomains",
  preload: "max-age=63072000; includeSubDomains; preload",
} as const satisfies Record<HstsScope, string>;

/** Headers of every answer. A page's own Content-Security-Policy and Referrer-Policy stay. `secret`: its URL holds one. */
export function secureHeaders(headers: Headers, { https, secret, hsts = "host" }: { https: boolean; secret: boolean; hsts?: HstsScope }) {
  const referrer = headers.get("referrer-policy");
  for (const [name, value] of always) headers.set(name, value);
  // Not `no-referrer`, unless the page says so: its forms are then sent with `Origin: null`, and refused where that is checked.
  if (referrer) headers.set("referrer-policy", referrer);
  else if (secret) headers.set("referrer-policy", "same-origin");
  if (https) headers.set("strict-transport-security", strictTransport[hsts]);
  const policy = headers.get("content-security-policy");
  if (!policy) headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
  else if (policy.includes(reportTo)) headers.set("reporting-endpoints", `${reportGroup}="${cspReportsApi.report.path}"`);
}

const reportGroup = "csp";
const reportTo = `report-to ${reportGroup}`;

const always = [
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
  ["referrer-policy", "strict-origin-when-cross-origin"],
  // Camera, location and wake lock stay at their default, which is our own origin alone.
  ["permissions-policy", "microphone=(), payment=(), usb=(), browsing-topics=()"],
  ["cross-origin-opener-policy", "same-origin"],
  ["cross-origin-resource-policy", "same-origin"],
] as const;

/** The policy of pages in development: hot reload uses inline scripts and a WebSocket. */
export const developmentPagePolicy = "default-src 'self' 'unsafe-inline' data: blob: ws:; frame-ancestors 'none'; base-uri 'none'";

/** Where Firebase's library registers a browser for push. */
const pushOrigins = ["https://firebaseinstallations.googleapis.com", "https://fcmregistrations.googleapis.com"];

/** The origins that hydrated pages may call in addition to ours: only of services that are configured. */
export function outsideOrigins({ sentryDsn, push }: { sentryDsn: string | null; push: boolean }): string[] {
  return [...(sentryDsn ? [new URL(sentryDsn).origin] : []), ...(push ? pushOrigins : [])];
}

type PagePolicy = {
  https: boolean;
  /** Hash of the inline style sheet, if any. */
  styleHash?: string;
  /** Nonce of the framework's inline scripts; pages without framework script have none. */
  nonce?: string;
  /** Origins that scripts may call in addition to ours: error reports, push. */
  connect?: string[];
  /** Origins of pictures in addition to ours: the storage of portraits. */
  pictures?: string[];
  /** Other origins that a form may redirect to: an application that sent the person here to log in. */
  formTo?: string[];
  /** Whether scripts may compile WebAssembly; text never becomes script. */
  webAssembly?: boolean;
};

/** The policy of a page: no inline code but what is listed, nothing from other origins, never in a frame. */
export function pagePolicy({ https, styleHash, nonce, connect = [], pictures = [], formTo = [], webAssembly }: PagePolicy): string {
  const directives = [
    "default-src 'none'",
    `script-src 'self'${nonce ? ` 'nonce-${nonce}'` : ""}${webAssembly ? " 'wasm-unsafe-eval'" : ""}`,
    `style-src 'self'${styleHash ? ` 'sha256-${styleHash}'` : ""}`,
    [`img-src 'self'${nonce ? " data: blob:" : ""}`, ...pictures].join(" "),
    ["connect-src 'self'", ...connect].join(" "),
    "manifest-src 'self'",
    // Without it, workers are as scripts.
    ...(nonce ? ["worker-src 'self'"] : []),
    ["form-action 'self'", ...formTo].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${nonce ? `${policyNames.enhance} ${policyNames.pages}` : policyNames.enhance}`,
    ...(https ? ["upgrade-insecure-requests"] : []),
    // All browsers support the first, some prefer the second. That needs a header more, for which pages of content have no bytes to spare.
    `report-uri ${cspReportsApi.report.path}`,
    ...(nonce ? [reportTo] : []),
  ];
  return directives.join("; ");
}
