import { expect, test } from "vitest";
import { redisChannel } from "#contract/api/changes";
import { redisUrl } from "#contract/api/environment";

test.each(["redis://cache", "redis://127.0.0.1:6379", "rediss://me:a%2Fsecret@cache.example:6380/2", "redis://[::1]/"])(
  "%s is an address of Redis",
  (address) => {
    expect(redisUrl.parse(address)).toBe(address);
  },
);

test.each(["cache:6379", "http://cache", "redis://", "redis:///2", "redis://cache:many", "redis://cache/name", "redis://cache?db=2"])(
  "%s is refused as an address of Redis",
  (address) => {
    expect(redisUrl.safeParse(address).error?.issues.map(({ message }) => message)).toEqual(["must be a redis:// or rediss:// address"]);
  },
);

test("sites that share a Redis do not share a channel; both tiers of one do", () => {
  expect(redisChannel("https://one.example")).not.toBe(redisChannel("https://two.example"));
  expect(redisChannel("http://localhost:3000")).toBe(redisChannel("http://localhost:3000/"));
});
