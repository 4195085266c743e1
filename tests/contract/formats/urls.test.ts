import { describe, expect, test } from "vitest";
import { outsideUrl } from "#contract/formats/external-url";
import { isLocalPath, urlToFollow } from "#contract/formats/urls";

const followed = (value: unknown) => [urlToFollow(value, { outside: false }), urlToFollow(value, { outside: true })];

test.each(["/", "/en", "/dashboard?page=2#list", "/news/un-article", "/a//b", "/?to=https://x.example"])(
  "%j is a path of this site, followed wherever it stands",
  (path) => {
    expect(isLocalPath(path)).toBe(true);
    expect(followed(path)).toEqual([path, path]);
  },
);

test.each(["https://x.example", "http://x.example/a?b#c", "HTTPS://X.example/", "https://127.0.0.1:8080/"])(
  "S8-014: %j leads elsewhere, and is followed only where that is allowed",
  (address) => {
    expect(isLocalPath(address)).toBe(false);
    expect(followed(address)).toEqual([null, address]);
    expect(outsideUrl().safeParse(address).success).toBe(true);
  },
);

describe.each(["javascript", "data", "vbscript", "blob", "file", "about", "view-source"])("%s:", (scheme) => {
  test.each([
    `${scheme}:alert(1)`,
    `${scheme[0]?.toUpperCase()}${scheme.slice(1)}:alert(1)`,
    `${scheme}://x.example/%0aalert(1)`,
    ` ${scheme}:alert(1)`,
    `\u0001${scheme}:alert(1)`,
    `${scheme.slice(0, 2)}\n${scheme.slice(2)}:alert(1)`,
    `${scheme.slice(0, 2)}\t${scheme.slice(2)}:alert(1)`,
    `${scheme}:https://x.example/1`,
  ])("S8-015: %j is refused even where leading elsewhere is allowed", (address) => {
    expect(followed(address)).toEqual([null, null]);
    expect(outsideUrl().safeParse(address).success).toBe(false);
  });
});

test.each([
  "",
  "dashboard",
  "//x.example",
  "///x.example",
  "/\\x.example",
  "\\\\x.example",
  "/a\\b",
  "/\t/x.example",
  "/\n/x.example",
  "/\u0000",
  "/\u007f",
  " /",
  " https://x.example",
  "https:x.example",
  "https:/x.example",
  "https:\\\\x.example",
  "https://maillon.example@x.example/",
  "https://a:b@x.example/",
  "http://[",
  null,
  undefined,
  1,
  ["/"],
])("S8-014: %j leads nowhere", (value) => {
  expect(isLocalPath(value)).toBe(false);
  expect(followed(value)).toEqual([null, null]);
});
