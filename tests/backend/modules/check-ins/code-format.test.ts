import { expect, test } from "vitest";
import { codeOf, lettersOf, lookupsOf, readCode } from "#backend/modules/check-ins/code-format";
import { codeKinds } from "#contract/charity/check-ins";
import { codeSigns } from "#contract/formats/typed-code";

const secrets = ["the newest secret, long enough to pass", "an older secret, long enough to pass"];
const id = "0192f3c4-5a6b-7c8d-9e0f-a1b2c3d4e5f6";

test("a code of each kind is read as what it was made of, however it is typed", () => {
  for (const kind of codeKinds) {
    const subject = { kind, id, version: 300 };
    const code = codeOf(secrets, subject);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{50}$/);
    expect(readCode(secrets, code)).toEqual(subject);
    expect(readCode(secrets, ` ${code.toLowerCase().replace(/(.{5})/g, "$1 ")}`)).toEqual(subject);
  }
});

test("a code that another secret signed, or that was changed anywhere, is none of ours", () => {
  const code = codeOf(secrets, { kind: "ticket", id, version: 1 });
  expect(readCode([secrets[1] ?? "", secrets[0] ?? ""], code)).not.toBeNull();
  expect(readCode([secrets[1] ?? ""], code)).toBeNull();
  // The last sign has two bits that are no part of it.
  for (let place = 0; place < code.length - 1; place++) {
    const other = codeSigns[(codeSigns.indexOf(code[place] ?? "") + 1) % codeSigns.length];
    expect(readCode(secrets, code.slice(0, place) + other + code.slice(place + 1))).toBeNull();
  }
  for (const text of ["", "7K4MQ2ZP", code.slice(1), `${code}0`, "U".repeat(50)]) expect(readCode(secrets, text)).toBeNull();
});

test("letters differ for each version and kind, and are looked up under every secret", () => {
  const letters = ["ticket", "membership"].flatMap((kind) =>
    [1, 2].map((version) => lettersOf(secrets, { kind: kind as "ticket", id, version })),
  );
  expect(new Set(letters).size).toBe(4);
  for (const one of letters) expect(one).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  const [one = ""] = letters;
  expect(lookupsOf(secrets, `${one.slice(0, 4).toLowerCase()}-${one.slice(4)}`)).toEqual(lookupsOf(secrets, one));
  expect(lookupsOf(secrets, one)).toHaveLength(2);
  expect(lookupsOf([secrets[1] ?? ""], one)[0]).toBe(lookupsOf(secrets, one)[1]);
});
