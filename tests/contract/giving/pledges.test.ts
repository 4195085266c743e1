import { expect, test } from "vitest";
import { ReceiptAddress } from "#contract/giving/pledge-donor";
import { PledgeDraft, PledgeForm } from "#contract/giving/pledges";

const person = { rhythm: "one_off", donor: "person", allocation: "any", method: "transfer", name: "Lou", email: "lou@example.org" };
const address = { street: "1 rue Haute", postcode: "69001", city: "Lyon" };

function faultsOf(answers: Record<string, unknown>) {
  const { error } = PledgeForm.safeParse({ ...person, ...answers });
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join("."), message]));
}

test("all errors are reported at once, those between fields too, and one for each field", () => {
  const wrong = { name: undefined, email: "lou", donor: "company", siren: "12", otherAmount: "vingt", receipt: true, postcode: "ABC" };
  expect(faultsOf(wrong)).toEqual({
    name: expect.any(String),
    email: "donate:error.email",
    company: "donate:error.company",
    siren: "donate:error.siren",
    legalForm: "donate:error.legalForm",
    otherAmount: "donate:error.amount",
    street: "donate:error.street",
    postcode: "donate:error.postcode",
    city: "donate:error.city",
  });
  const { error } = PledgeForm.safeParse({ ...person, name: undefined, receipt: true, ...address, postcode: "6".repeat(20) });
  expect(error?.issues.map(({ path }) => path.join("."))).toEqual(["name", "postcode"]);
});

test.each([
  ["12345678", "donate:error.siren"],
  ["12345678A", "donate:error.siren"],
  ["123456789", "donate:error.sirenUnknown"],
  ["732 829 320", undefined],
])("of the company number %s is said: %s", (siren, message) => {
  expect(faultsOf({ donor: "company", company: "Le Fournil", siren }).siren).toBe(message);
});

test("a company needs its legal form for a receipt, and for nothing else", () => {
  const company = { donor: "company", company: "Le Fournil", siren: "732829320" };
  expect(faultsOf({ ...company, receipt: true, ...address })).toEqual({ legalForm: "donate:error.legalForm" });
  expect([faultsOf({ ...company, receipt: true, ...address, legalForm: "SARL" }), faultsOf(company)]).toEqual([{}, {}]);
});

test("a receipt needs a postcode of five digits, with any spaces; without receipt it is not checked", () => {
  for (const postcode of ["ABC", "1234", "123456", ""]) {
    expect(faultsOf({ receipt: true, ...address, postcode })).toEqual({ postcode: "donate:error.postcode" });
    expect(ReceiptAddress.safeParse({ ...address, postcode }).success).toBe(false);
    expect(faultsOf({ ...address, postcode })).toEqual({});
  }
  expect(PledgeForm.parse({ ...person, receipt: true, ...address, postcode: "69 001" })).toMatchObject({
    postcode: "69001",
    country: "FR",
  });
});

test.each([
  ["BE", "1000", undefined],
  ["GB", "SW1A 1AA", undefined],
  ["CI", "", undefined],
  ["BE", "1".repeat(13), { postcode: "donate:error.postcodeAbroad" }],
  ["FR", "1000", { postcode: "donate:error.postcode" }],
  ["XX", "1000", { country: "donate:error.country" }],
  ["be", "1000", { country: "donate:error.country" }],
])("a receipt to the country %s with the postcode %s", (country, postcode, faults) => {
  const abroad = { ...address, country, postcode };
  expect(faultsOf({ receipt: true, ...abroad })).toEqual(faults ?? {});
  expect(ReceiptAddress.safeParse(abroad).success).toBe(!faults);
  if (!faults) expect(ReceiptAddress.parse(abroad).postcode).toBe(postcode);
});

test.each([null, [], "text", { siren: 123_456_789, donor: "company" }, { ...person, siren: [], otherAmount: {} }])(
  "nonsense is refused, not stumbled over: %j",
  (nonsense) => {
    for (const schema of [PledgeForm, PledgeDraft]) expect(schema.safeParse(nonsense).success).toBe(false);
  },
);
