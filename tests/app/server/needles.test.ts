import { expect, test } from "vitest";
import { needlesIn } from "#tests/support/needles";

test.each([
  "tel=06+98+76+54+32",
  "tel=06%2098%2076%2054%2032",
  "tel=%2B33698765432",
  "06 98 76 54 32",
  "iban=FR76+3000+6000+0112+3456+7890+189",
  "FR76 3000 6000 0112 3456 7890 189",
  "siren=732 829 320 00074",
  "zinzolin%20écrit",
])("personal data in a log line is found however it is written: %s", (text) => {
  expect(needlesIn([{ msg: "a request" }, { url: `/?${text}` }])).toMatchObject([[expect.any(String), [{ url: `/?${text}` }]]]);
});

test("a secret is found with other spaces, and other lines are not", () => {
  expect(needlesIn([{ msg: "Trois mots" }, { msg: "trois+mots" }], ["troismots"])).toEqual([
    ["troismots", [{ msg: "Trois mots" }, { msg: "trois+mots" }]],
  ]);
  expect(needlesIn([{ url: "/?tel=06+11+22+33+44" }], ["trois mots"])).toEqual([]);
});
