import { encode } from "uqr";
import { expect, test } from "vitest";
import { isIban } from "#contract/giving/bank-codes";
import { epcPayment } from "~/subjects/donations/epc-payment";
import { qrPath } from "~/ui/qr-code.server";

const transfer = {
  holder: "Maillon",
  iban: "FR119999900001MAILLON000182",
  bic: "MLLNFRPPXXX",
  amountCents: 1250,
  reference: "DON-K7Q2-9XTM",
};

test("a transfer is written line by line as EPC069-12 says", () => {
  const [tag, version, characters, order, bic = "", name = "", iban = "", amount, purpose, structured, text = "", ...rest] =
    epcPayment(transfer).split("\n");
  expect([tag, version, characters, order]).toEqual(["BCD", "002", "1", "SCT"]);
  expect(bic).toMatch(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/);
  expect([name, name.length <= 70, isIban(iban)]).toEqual(["Maillon", true, true]);
  expect(amount).toBe("EUR12.50");
  expect([purpose, structured, text, text.length <= 140, rest]).toEqual(["CHAR", "", "DON-K7Q2-9XTM", true, []]);
});

test.each([
  [100, "EUR1.00"],
  [10_000_000, "EUR100000.00"],
  [1905, "EUR19.05"],
])("%i cents are %s", (amountCents, line) => {
  expect(epcPayment({ ...transfer, amountCents }).split("\n")[7]).toBe(line);
});

test("the longest transfer fits: 331 bytes, a code of version 13 at most at level M, four modules of margin", () => {
  const longest = epcPayment({ ...transfer, holder: "é".repeat(90), amountCents: 10_000_000 });
  expect(new TextEncoder().encode(longest).length).toBeLessThanOrEqual(331);
  expect(encode(longest, { ecc: "M", maxVersion: 13 }).version).toBeLessThanOrEqual(13);
});

test("the path draws the dark modules of the code, and no others", () => {
  const text = epcPayment(transfer);
  const { size, path } = qrPath(text);
  const { data } = encode(text, { ecc: "M", maxVersion: 13, border: 4 });
  const drawn = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g))
    for (let at = 0; at < Number(run); at += 1) (drawn[Number(y)] as boolean[])[Number(x) + at] = true;
  expect(drawn).toEqual(data);
  const outer = [...drawn.slice(0, 4), ...drawn.slice(-4), ...drawn.map((row) => [...row.slice(0, 4), ...row.slice(-4)])].flat();
  expect(outer).not.toContain(true);
});
