import type { CspReports } from "#contract/api/csp-reports";

/** Replaces unknown names, and violations above the limit. */
export const other = "other";

/** Reports of one request that are read. */
const maxReports = 20;

const directives = new Set([
  "base-uri",
  "child-src",
  "connect-src",
  "default-src",
  "font-src",
  "form-action",
  "frame-ancestors",
  "frame-src",
  "img-src",
  "manifest-src",
  "media-src",
  "object-src",
  "require-trusted-types-for",
  "sandbox",
  "script-src",
  "script-src-attr",
  "script-src-elem",
  "style-src",
  "style-src-attr",
  "style-src-elem",
  "trusted-types",
  "upgrade-insecure-requests",
  "worker-src",
]);
const keywords = new Set(["inline", "eval", "wasm-eval", "self", "data", "blob", "trusted-types-policy", "trusted-types-sink"]);
const withOrigin = new Set(["http:", "https:", "ws:", "wss:"]);
const longestOrigin = 120;

type Violation = { directive: string; blocked: string };

/** The violations of a request, each reduced to a directive and an origin. */
export function violationsOf(reports: CspReports): Violation[] {
  if (!Array.isArray(reports)) {
    const { "effective-directive": effective, "violated-directive": violated, "blocked-uri": blocked } = reports["csp-report"];
    return [{ directive: directiveOf(effective ?? violated), blocked: blockedOf(blocked) }];
  }
  return reports
    .filter(({ type }) => type === "csp-violation")
    .slice(0, maxReports)
    .map(({ body }) => ({ directive: directiveOf(body?.effectiveDirective), blocked: blockedOf(body?.blockedURL) }));
}

/** Older browsers report the directive with all its sources. */
function directiveOf(given = ""): string {
  const name = given.slice(0, 40).trim().split(" ", 1)[0]?.toLowerCase() ?? "";
  return directives.has(name) ? name : other;
}

/** The origin of an address, without user, path and query; of an address that has none, its scheme. */
function blockedOf(given = ""): string {
  if (keywords.has(given)) return given;
  const shortened = given.slice(0, 2_000);
  if (!URL.canParse(shortened)) return other;
  const { protocol, host } = new URL(shortened);
  const origin = withOrigin.has(protocol) ? `${protocol}//${host}` : protocol.slice(0, -1);
  return origin.length <= longestOrigin ? origin : other;
}
