import type { LoaderFunctionArgs } from "@remix-run/node";
import { ImportedPerson, peopleImportApi } from "#contract/accounts/people-import";
import { publicSectorsApi } from "#contract/charity/sectors";
import { locales } from "#contract/formats/locale";
import type { ImportPage } from "~/content/import/target";

type Field = keyof typeof ImportedPerson.shape;

/** What the header of a file may call the fields of a person, in small letters without accents. */
const aliases: Record<Field, readonly string[]> = {
  firstName: ["prenom", "first name", "given name", "forename"],
  lastName: ["nom", "nom de famille", "last name", "surname", "family name"],
  email: ["e mail", "email", "mail", "courriel", "adresse e mail", "adresse mail", "email address"],
  phone: ["telephone", "tel", "portable", "mobile", "phone", "phone number"],
  postcode: ["code postal", "cp", "postcode", "postal code", "zip"],
  sectorId: ["equipe", "secteur", "antenne", "team", "sector"],
  locale: ["langue", "language"],
  skills: ["competences", "savoir faire", "skills"],
};

const kinds = { email: "email", phone: "tel", sectorId: "reference", locale: "choice" } as const;

/** The import of volunteers. */
export async function peopleImportPage({ api }: LoaderFunctionArgs["context"]): Promise<ImportPage> {
  const { items } = await api.call(publicSectorsApi.list);
  return {
    path: "/dashboard/admin/users/volunteers",
    api: peopleImportApi,
    targets: (Object.keys(aliases) as Field[]).map((name) => ({
      key: name,
      field: {
        ...{ name, kind: name in kinds ? kinds[name as keyof typeof kinds] : "line" },
        ...(name === "locale" && { values: locales }),
        ...(name === "sectorId" && { of: "sectors" as const }),
      },
      needed: !ImportedPerson.shape[name].safeParse(undefined).success,
      label: (t) => t(`people:import.field.${name}`),
      aliases: aliases[name],
      word: (value, t) => t(`people:import.locale.${value as "fr"}`),
    })),
    choices: { sectors: items.map(({ id, name }) => ({ id, label: name, names: [name] })) },
    about: "people",
    created: "?state=registered",
    agreement: true,
  };
}
