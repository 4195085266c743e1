import { expect, test } from "vitest";
import { isLocalPath } from "#contract/session";

test.each(["/", "/en", "/dashboard?page=2#list", "/news/un-article", "/a//b", "/?to=https://x.example"])(
  "%j is a path of this site",
  (path) => {
    expect(isLocalPath(path)).toBe(true);
  },
);

test.each([
  "",
  "dashboard",
  "https://x.example",
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
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "blob:https://x.example/1",
  null,
  undefined,
  1,
  ["/"],
])("%j is none", (value) => {
  expect(isLocalPath(value)).toBe(false);
});
