import { expect, test } from "vitest";
import { networkOf } from "#backend/http/ip";
import { slowedBy } from "#backend/identity/login";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["192.0.2.1:443", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::FFFF:c000:201", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2::"],
  ["[2001:db8:1:2::9]:8080", "2001:db8:1:2::"],
  ["2001:db8::7", "2001:db8:0:0::"],
  ["::1", "0:0:0:0::"],
  ["fe80::1%eth0", "fe80:0:0:0::"],
  ["", "unknown"],
  ["web tier", "unknown"],
])("%s counts as %s in a limit", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("ten failed tries are not delayed, each further one by a quarter of a second, two and a half at most", () => {
  expect([0, 10, 11, 14, 20, 500].map(slowedBy)).toEqual([0, 0, 250, 1_000, 2_500, 2_500]);
});
