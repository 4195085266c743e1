import type { LoaderFunctionArgs } from "@remix-run/node";
import { hoursImportApi, ImportedHours } from "#contract/charity/hours-import";
import { publicSectorsApi } from "#contract/charity/sectors";
import { hoursActivities } from "#contract/charity/volunteer-hours";
import type { ImportPage } from "~/content/import/target";

type Field = keyof typeof ImportedHours.shape;

/** What the header of a file may call the fields of hours, in small letters without accents. */
const aliases: Record<Field, readonly string[]> = {
  email: ["e mail", "email", "mail", "courriel", "adresse e mail", "email address"],
  date: ["date", "jour", "day"],
  hours: ["heures", "duree", "hours", "duration"],
  activity: ["mission", "activite", "activity"],
  sectorId: ["equipe", "secteur", "team", "sector"],
  description: ["precision", "description", "commentaire", "comment", "note"],
};

const kinds = { email: "email", date: "date", hours: "decimal", activity: "choice", sectorId: "reference" } as const;

/** The import of hours of past years. */
export async function hoursImportPage({ api }: LoaderFunctionArgs["context"]): Promise<ImportPage> {
  const { items } = await api.call(publicSectorsApi.list);
  return {
    path: "/dashboard/admin/volunteer-hours",
    api: hoursImportApi,
    targets: (Object.keys(aliases) as Field[]).map((name) => ({
      key: name,
      field: {
        ...{ name, kind: name in kinds ? kinds[name as keyof typeof kinds] : "line" },
        ...(name === "activity" && { values: hoursActivities }),
        ...(name === "sectorId" && { of: "sectors" as const }),
      },
      needed: !ImportedHours.shape[name].safeParse(undefined).success,
      label: (t) => t(`hours:import.field.${name}`),
      aliases: aliases[name],
      word: (value, t) => t(`hours:activity.${value as "other"}`),
    })),
    choices: { sectors: items.map(({ id, name }) => ({ id, label: name, names: [name] })) },
    about: "hours",
    created: "?source=import",
    agreement: false,
  };
}
