import { isIPv4, isIPv6 } from "node:net";

/** An IP cut to its network, /24 or /48: enough to recognise a place, too little to identify a person. */
export function truncatedIp(ip: string): string | null {
  const mapped = ip.replace(/^::ffff:(?=\d+\.)/, "");
  const [, network] = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(mapped) ?? [];
  if (network) return `${network}.0`;
  return isIPv6(mapped) ? `${mapped.split("::")[0]?.split(":").slice(0, 3).join(":")}::` : null;
}

/** Longer than any IP with its zone and port. */
const longestIp = 100;

/**
 * The key of a limit by IP: an IPv4 address, or the /64 network of an IPv6 one, since a whole /64 belongs to one customer. An IPv4 address
 * written as IPv6 is the IPv4 one. Anything else is `unknown`.
 */
export function networkOf(given: string): string {
  const [ip = ""] = given
    .slice(0, longestIp)
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, "$1")
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1")
    .split("%", 1);
  if (isIPv4(ip)) return ip;
  if (!isIPv6(ip)) return "unknown";
  const groups = groupsOf(ip);
  const [sixth = 0, seventh = 0, eighth = 0] = groups.slice(5);
  if (groups.slice(0, 5).every((group) => group === 0) && sixth === 0xffff)
    return [seventh >> 8, seventh & 255, eighth >> 8, eighth & 255].join(".");
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::`;
}

/** The eight groups of an IPv6 address, however it is written. */
function groupsOf(ip: string): number[] {
  const written = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const [before = [], after = []] = written.split("::").map((side) => side.split(":").filter(Boolean));
  const gap = Array<string>(8 - before.length - after.length).fill("0");
  return [...before, ...gap, ...after].map((group) => Number.parseInt(group, 16));
}
