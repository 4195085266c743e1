import { isIPv6 } from "node:net";

/** An address cut to its network, /24 or /48: enough to recognise a place, too little to follow a person. */
export function truncatedAddress(address: string): string | null {
  const mapped = address.replace(/^::ffff:(?=\d+\.)/, "");
  const [, network] = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(mapped) ?? [];
  if (network) return `${network}.0`;
  return isIPv6(mapped) ? `${mapped.split("::")[0]?.split(":").slice(0, 3).join(":")}::` : null;
}
