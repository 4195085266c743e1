import { expect, test } from "vitest";
import { callerIp } from "#backend/http/caller";
import { backendSecretHeader } from "#contract/api/backend-secret";

const newest = "the newer secret of both tiers";
const secrets = ["the older secret of both tiers", newest];
const hops = "203.0.113.66, 198.51.100.7";

test.each([
  ["a caller without proxy", {}, false, "192.0.2.1"],
  ["one that forges a hop in front of the proxy", {}, true, "198.51.100.7"],
  ["the web tier", { [backendSecretHeader]: newest }, false, "203.0.113.66"],
  ["one with a wrong secret", { [backendSecretHeader]: "a guess" }, false, "192.0.2.1"],
  ["one with an empty secret", { [backendSecretHeader]: "" }, false, "192.0.2.1"],
] as const)("the IP of %s is not the caller's to choose", (_, secret, trustProxy, address) => {
  const headers = new Headers({ "x-forwarded-for": hops, ...secret });
  expect(callerIp(headers, "192.0.2.1", { secrets, trustProxy })).toBe(address);
});
