import { expect, test } from "vitest";
import { isFree, otherLicences } from "../../scripts/licences.mjs";

test.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0)", true],
  ["(MIT AND Zlib)", false],
  ["GPL-3.0-only", false],
  ["SEE LICENSE IN README.md", false],
])("%s is free: %s", (licence, free) => {
  expect(isFree(licence)).toBe(free);
});

test("a production package with another licence is named, one for development is not", () => {
  const packages = {
    "": { license: "MIT" },
    "node_modules/a": { license: "GPL-3.0-only" },
    "node_modules/b/node_modules/@c/d": {},
    "node_modules/e": { license: "GPL-3.0-only", dev: true },
    "node_modules/argparse": { license: "PSF-2.0" },
  };
  expect(otherLicences({ packages })).toEqual([
    { name: "a", license: "GPL-3.0-only" },
    { name: "@c/d", license: "none said" },
  ]);
});
