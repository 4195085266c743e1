import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { Agent, fetch } from "undici";
import { isOutsideUrl } from "#contract/formats/urls";
import type { LinkProblem } from "#contract/publishing/link-checks";

/** The result of a link check: the status, and the fault if any. */
export type LinkResult = { status: number | null; problem: LinkProblem | null };

export type Links = {
  /** `timeout` is how long one answer may take, in milliseconds. */
  check(url: string, timeout?: number): Promise<LinkResult>;
};

/** A checker that checks nothing. */
export const noLinks: Links = { check: async () => ({ status: null, problem: null }) };

type Parts = {
  /** The User-Agent, with a contact for the owner of a page. */
  userAgent: string;
  /** Which IP addresses are refused. */
  isInside?: (ip: string) => boolean;
  resolve?: LookupFunction;
};

const hops = 5;

/**
 * Checks external pages: with HEAD, and with GET where that is refused, without reading the body. The URL is user input,
 * so it must not lead into our own network: the machine's IP is checked where the connection is made, again after every redirect.
 */
export function outsideLinks({ userAgent, isInside = isPrivateIp, resolve = lookup as LookupFunction }: Parts): Links {
  const agent = new Agent({ connect: { lookup: guarded(resolve, isInside) }, keepAliveTimeout: 1 });
  const send = async (url: string, method: "HEAD" | "GET", timeout: number) => {
    let current = url;
    for (let hop = 0; hop <= hops; hop += 1) {
      const { hostname } = new URL(current);
      const literal = hostname.replace(/^\[|\]$/g, "");
      if (!isOutsideUrl(current) || (isIP(literal) && isInside(literal))) throw new NotOutside();
      const answer = await fetch(current, {
        method,
        dispatcher: agent,
        redirect: "manual",
        signal: AbortSignal.timeout(timeout),
        headers: { "user-agent": userAgent, accept: "text/html,*/*;q=0.8" },
      });
      await answer.body?.cancel();
      const to = answer.status >= 300 && answer.status < 400 ? answer.headers.get("location") : null;
      if (!to || !URL.canParse(to, current)) return answer.status;
      current = new URL(to, current).href;
    }
    return 508;
  };
  return {
    async check(url, timeout = 8_000) {
      const head = await send(url, "HEAD", timeout).catch((error: unknown) => error);
      if (typeof head === "number" && head < 400) return { status: head, problem: null };
      if (problemOf(head) === "not_outside") return { status: null, problem: "not_outside" };
      const response = await send(url, "GET", timeout).catch((error: unknown) => error);
      return { status: typeof response === "number" ? response : null, problem: problemOf(response) };
    },
  };
}

class NotOutside extends Error {}

/**
 * The result for a response, or for none. Pages that only admit people (401, 403, 429) exist: they refuse programs such
 * as this one.
 */
function problemOf(answer: unknown): LinkProblem | null {
  if (typeof answer === "number") return answer === 404 || answer === 410 ? "gone" : answer >= 500 ? "failing" : null;
  const causes = [answer, (answer as { cause?: unknown })?.cause];
  if (causes.some((cause) => cause instanceof NotOutside)) return "not_outside";
  const codes = causes.map((cause) => String((cause as { code?: unknown })?.code ?? ""));
  if (codes.some((code) => code === "ENOTFOUND" || code === "ENODATA")) return "unknown_host";
  if (codes.some((code) => /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))) return "insecure";
  return "silent";
}

/** A DNS lookup that fails for refused IP addresses. */
function guarded(resolve: LookupFunction, isInside: (ip: string) => boolean): LookupFunction {
  return (hostname, options, callback) =>
    resolve(hostname, options, (error, found, family) => {
      const ips = Array.isArray(found) ? found.map(({ address }) => address) : [found];
      if (!error && ips.some((ip) => isInside(ip))) callback(new NotOutside() as NodeJS.ErrnoException, "", 0);
      else callback(error, found as string, family);
    });
}

const inside = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  inside.addSubnet(network, bits, "ipv4");

/** Of IPv6, only global unicast is outside, without its transition ranges to IPv4. */
const outside = new BlockList();
outside.addSubnet("2000::", 3, "ipv6");
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  inside.addSubnet(network, bits, "ipv6");

/** Whether an IP address is private or reserved. */
export function isPrivateIp(ip: string): boolean {
  const kind = isIP(ip);
  if (kind === 4) return inside.check(ip, "ipv4");
  if (kind !== 6) return true;
  return !outside.check(ip, "ipv6") || inside.check(ip, "ipv6");
}
