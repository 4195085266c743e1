/**
 * The points that Mozilla's HTTP Observatory gives an answer, by its scoring of 2024 (github.com/mdn/mdn-http-observatory, `grader/charts.js`
 * and `analyzer/tests`; the older github.com/mozilla/http-observatory, `docs/scoring.md`, takes the same points away). What only a scanner
 * outside can see, the redirection of http and the preload list, is left out: both give nothing here.
 */
const points = {
  "csp-no-unsafe-default-none": 10,
  "csp-no-unsafe": 5,
  "csp-unsafe-inline-in-style": 0,
  "csp-insecure-scheme-in-pictures": -10,
  "csp-unsafe-eval": -10,
  "csp-unsafe-inline": -20,
  "csp-insecure-scheme": -20,
  "csp-missing": -25,
  "cookies-none": 0,
  "cookies-secure-httponly-samesite": 5,
  "cookies-without-samesite": 0,
  "cookies-samesite-none": -20,
  "cookies-session-without-httponly": -30,
  "cookies-without-secure": -40,
  "cors-closed": 0,
  "cors-open": -50,
  "cross-origin-resource-policy-same": 10,
  "cross-origin-resource-policy-missing": 0,
  "cross-origin-resource-policy-cross": -5,
  "referrer-private": 5,
  "referrer-missing": 0,
  "referrer-unsafe": -5,
  "hsts-six-months": 0,
  "hsts-shorter": -10,
  "hsts-missing": -20,
  "scripts-own-or-none": 0,
  "scripts-foreign-without-integrity": -50,
  nosniff: 0,
  "nosniff-missing": -5,
  "frames-refused-by-csp": 5,
  "frames-refused-by-header": 0,
  "frames-allowed": -20,
} as const;
type Finding = keyof typeof points;

/** Extra points count for who has so many without them. */
const neededForMore = 90;

/** The score of an answer to an https address, with what it was given for; 100 and more is an A+. */
export function headerScore(headers: Headers, html: string): { score: number; findings: Finding[] } {
  const policy = policyOf(headers.get("content-security-policy"));
  const findings = [
    contentPolicy(policy),
    cookies(headers.getSetCookie()),
    headers.has("access-control-allow-credentials") ? "cors-open" : "cors-closed",
    resourcePolicy(headers.get("cross-origin-resource-policy")),
    referrer(headers.get("referrer-policy")),
    strictTransport(headers.get("strict-transport-security")),
    scripts(html),
    headers.get("x-content-type-options") === "nosniff" ? "nosniff" : "nosniff-missing",
    frames(policy, headers.get("x-frame-options")),
  ] as const satisfies Finding[];
  const sum = (counted: (modifier: number) => boolean) =>
    findings
      .map((finding) => points[finding])
      .filter(counted)
      .reduce<number>((total, modifier) => total + modifier, 0);
  const without = 100 + sum((modifier) => modifier < 0);
  return { score: Math.max(0, without >= neededForMore ? without + sum((modifier) => modifier > 0) : without), findings: [...findings] };
}

type Policy = Map<string, string[]>;

function policyOf(header: string | null): Policy {
  const directives = (header ?? "").split(";").map((directive) => directive.trim().split(/\s+/));
  return new Map(directives.filter(([name]) => name).map(([name = "", ...sources]) => [name.toLowerCase(), sources]));
}

const broad = ["ftp:", "http:", "https:", "*", "http://*", "https://*"];
const inline = ["'unsafe-inline'", "data:"];
const isInsecure = (source: string) => /^(http|ftp):/.test(source);

function contentPolicy(policy: Policy): Finding {
  if (policy.size === 0) return "csp-missing";
  const sourcesOf = (name: string) => policy.get(name) ?? policy.get("default-src") ?? ["*"];
  const [script, style, object] = [sourcesOf("script-src"), sourcesOf("style-src"), sourcesOf("object-src")];
  const passive = ["img-src", "media-src"];
  const active = [...policy].filter(([name]) => !passive.includes(name)).flatMap(([, sources]) => sources);
  if (script.some((source) => [...broad, ...inline].includes(source)) || object.some((source) => broad.includes(source)))
    return "csp-unsafe-inline";
  if (active.some(isInsecure)) return "csp-insecure-scheme";
  if ([...script, ...style].includes("'unsafe-eval'")) return "csp-unsafe-eval";
  if (passive.flatMap(sourcesOf).some(isInsecure)) return "csp-insecure-scheme-in-pictures";
  if (style.some((source) => [...broad, ...inline].includes(source))) return "csp-unsafe-inline-in-style";
  return policy.get("default-src")?.join(" ") === "'none'" ? "csp-no-unsafe-default-none" : "csp-no-unsafe";
}

/** Of all cookies what the worst is; every one of ours counts as one of a session, which is harder than the original. */
function cookies(lines: string[]): Finding {
  const has = (attribute: RegExp) => lines.every((line) => attribute.test(line));
  if (lines.length === 0) return "cookies-none";
  if (!has(/; *secure(;|$)/i)) return "cookies-without-secure";
  if (!has(/; *httponly(;|$)/i)) return "cookies-session-without-httponly";
  if (lines.some((line) => /; *samesite=none/i.test(line))) return "cookies-samesite-none";
  return has(/; *samesite=(lax|strict)(;|$)/i) ? "cookies-secure-httponly-samesite" : "cookies-without-samesite";
}

function resourcePolicy(value: string | null): Finding {
  if (!value) return "cross-origin-resource-policy-missing";
  return /^same-(origin|site)$/.test(value) ? "cross-origin-resource-policy-same" : "cross-origin-resource-policy-cross";
}

const privateReferrers = ["no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"];

function referrer(value: string | null): Finding {
  if (!value) return "referrer-missing";
  return privateReferrers.includes(value) ? "referrer-private" : "referrer-unsafe";
}

const sixMonths = 15_768_000;

function strictTransport(value: string | null): Finding {
  const age = /max-age=(\d+)/.exec(value ?? "")?.[1];
  if (age === undefined) return "hsts-missing";
  return Number(age) >= sixMonths ? "hsts-six-months" : "hsts-shorter";
}

function scripts(html: string): Finding {
  const foreign = [...html.matchAll(/<script\b[^>]*\bsrc="(https?:)?\/\/[^>]*>/g)].map(([tag]) => tag);
  return foreign.every((tag) => /\bintegrity="/.test(tag)) ? "scripts-own-or-none" : "scripts-foreign-without-integrity";
}

function frames(policy: Policy, header: string | null): Finding {
  const ancestors = policy.get("frame-ancestors");
  if (ancestors && !ancestors.some((source) => broad.includes(source))) return "frames-refused-by-csp";
  return /^(deny|sameorigin)$/i.test(header ?? "") ? "frames-refused-by-header" : "frames-allowed";
}
