import { HelloassoDonor, helloassoDonorsApi } from "#contract/charity/helloasso-people";
import type { ImportPage } from "~/content/import/target";

type Field = keyof typeof HelloassoDonor.shape;

/** What HelloAsso calls the columns of its export of donors, in small letters without accents. */
const aliases: Record<Field, readonly string[]> = {
  email: ["email donateur", "e mail donateur", "email payeur", "adresse e mail", "email", "e mail", "email address"],
  lastName: ["nom donateur", "nom du donateur", "nom payeur", "nom", "last name"],
  firstName: ["prenom donateur", "prenom du donateur", "prenom payeur", "prenom", "first name"],
  company: ["raison sociale", "company", "organisation"],
  street: ["adresse donateur", "adresse payeur", "adresse", "address"],
  postalCode: ["code postal donateur", "code postal payeur", "code postal", "zip code", "postcode"],
  city: ["ville donateur", "ville payeur", "ville", "city"],
  country: ["pays donateur", "pays payeur", "pays", "country"],
};

/** The import of HelloAsso's export of donors. */
export const donorsImportPage: ImportPage = {
  path: "/dashboard/admin/donations/donors",
  list: "/dashboard/admin/fiscal-receipts/to-issue",
  api: helloassoDonorsApi,
  targets: (Object.keys(aliases) as Field[]).map((name) => ({
    key: name,
    field: { name, kind: name === "email" ? "email" : "line" },
    needed: !HelloassoDonor.shape[name].safeParse(undefined).success,
    label: (t) => t(`helloasso:donor.${name}`),
    aliases: aliases[name],
    word: (value) => value,
  })),
  choices: {},
  about: "helloassoDonors",
  created: "",
  agreement: false,
  foreign: true,
};
