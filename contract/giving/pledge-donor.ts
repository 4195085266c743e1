import * as z from "zod";
import { countryName, homeCountry } from "../formats/country-names.ts";
import { filled, shortText } from "../formats/validation.ts";
import { isSiren } from "./bank-codes.ts";

export const donorKinds = ["person", "company"] as const;

/** The longest values of the fields of a form about a gift. */
export const longest = { street: 200, postcode: 12, city: 120, siren: 20, legalForm: 80, otherAmount: 20 } as const;
const line = (name: "street" | "city") => filled(`donate:error.${name}`, longest[name]);
const withoutSpaces = (typed: string) => typed.replaceAll(/\s/g, "");

const country = shortText(2, "donate:error.country")
  .refine((letters) => countryName("fr", letters) !== undefined, "donate:error.country")
  .default(homeCountry);

type Posted = { postcode?: string; country: string };
/** In France spaces are not significant; elsewhere they are part of the postcode. */
export const tidyPostcode = <Address extends Posted>(address: Address): Address =>
  address.country === homeCountry && address.postcode ? { ...address, postcode: withoutSpaces(address.postcode) } : address;

/** The postal address that the law wants on a receipt: asked with the gift, and changed later, by one rule. */
export const ReceiptAddress = z
  .object({
    street: line("street"),
    postcode: z.string().trim().max(longest.postcode, "donate:error.postcodeAbroad").default(""),
    city: line("city"),
    country,
  })
  .overwrite(tidyPostcode)
  .superRefine(
    (address, context) => {
      if (address.country !== homeCountry || /^\d{5}$/.test(withoutSpaces(address.postcode))) return;
      context.addIssue({ code: "custom", path: ["postcode"], message: "donate:error.postcode" });
    },
    { when: ({ value }) => z.object({ postcode: z.string().max(longest.postcode), country: z.string() }).safeParse(value).success },
  );
export type ReceiptAddress = z.infer<typeof ReceiptAddress>;

export const donorFields = {
  donor: z.enum(donorKinds),
  name: filled("donate:error.name", 120),
  company: z.string().trim().max(160).optional(),
  siren: shortText(longest.siren).overwrite(withoutSpaces).optional(),
  legalForm: z.string().trim().max(longest.legalForm).optional(),
  receipt: z.boolean().default(false),
  street: z.string().trim().max(longest.street).optional(),
  postcode: z.string().trim().max(longest.postcode, "donate:error.postcodeAbroad").optional(),
  city: z.string().trim().max(longest.city).optional(),
  country,
};

type DonorFields = z.output<z.ZodObject<typeof donorFields>>;

/** Whether fields can be compared although some are missing or wrong: all errors are reported at once. */
export const together = {
  when: ({ value }: { value: unknown }) =>
    z
      .object({ siren: z.string().max(longest.siren).optional(), otherAmount: z.string().max(longest.otherAmount).optional() })
      .safeParse(value).success,
};

/** A company needs its name and number, a receipt an address, and of a company its legal form. */
export function completeDonor(value: DonorFields, context: z.RefinementCtx) {
  const reported = new Set(context.issues.map(({ path }) => path?.[0]));
  const missing = (path: string, message: string) => {
    if (!reported.has(path)) context.addIssue({ code: "custom", path: [path], message });
  };
  if (value.donor === "company" && !value.company) missing("company", "donate:error.company");
  if (value.donor === "company" && !isSiren(value.siren ?? ""))
    missing("siren", /^\d{9}$/.test(value.siren ?? "") ? "donate:error.sirenUnknown" : "donate:error.siren");
  if (!value.receipt) return;
  if (value.donor === "company" && !value.legalForm) missing("legalForm", "donate:error.legalForm");
  for (const { path, message } of ReceiptAddress.safeParse(value).error?.issues ?? []) missing(String(path[0]), message);
}

/** Who gave, as receipts to come name them, corrected by staff. The kind of donor is as the pledge has it; an address may come with the wish for a receipt. */
export const PledgeDonor = z.object(donorFields).overwrite(tidyPostcode).superRefine(completeDonor, together);
export type PledgeDonor = z.infer<typeof PledgeDonor>;
