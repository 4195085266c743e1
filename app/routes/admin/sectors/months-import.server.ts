import type { LoaderFunctionArgs } from "@remix-run/node";
import { ImportedMonth, monthsImportApi } from "#contract/charity/monthly-records";
import { sectorsApi } from "#contract/charity/sectors";
import type { ImportPage } from "~/content/import/target";

type Field = keyof typeof ImportedMonth.shape;

/** What the header of a file may call the fields of a month, in small letters without accents. */
const aliases: Record<Field, readonly string[]> = {
  sectorId: ["equipe", "secteur", "antenne", "ville", "team", "sector", "city"],
  month: ["mois", "periode", "date", "month"],
  kits: ["kits", "kits livres", "kits delivered"],
  hours: ["heures", "heures de benevolat", "benevolat", "hours", "volunteer hours"],
  kilograms: ["kilos", "kilogrammes", "kg", "kilos de nourriture", "nourriture", "kilograms", "food"],
};

const kinds = { sectorId: "reference", month: "month", kits: "number", hours: "decimal", kilograms: "decimal" } as const;
const labels = { month: "month", kits: "kits", hours: "hours", kilograms: "kilograms" } as const;

/** The import of what teams did in past months. */
export async function monthsImportPage({ api }: LoaderFunctionArgs["context"]): Promise<ImportPage> {
  const { items } = await api.call(sectorsApi.tree);
  // Also those that are not on the site, or closed since. One that was merged has its months elsewhere.
  const sectors = items.filter(({ kind, mergedInto }) => kind === "local_team" && !mergedInto);
  return {
    path: "/dashboard/admin/sectors/records",
    list: "/dashboard/admin/sectors",
    api: monthsImportApi,
    targets: (Object.keys(aliases) as Field[]).map((name) => ({
      key: name,
      field: { name, kind: kinds[name], ...(name === "sectorId" && { of: "sectors" as const }) },
      needed: !ImportedMonth.shape[name].safeParse(undefined).success,
      label: (t) => (name === "sectorId" ? t("sectors:records.import.teamColumn") : t(`sectors:records.${labels[name]}`)),
      aliases: aliases[name],
      word: (value) => value,
    })),
    choices: { sectors: sectors.map(({ id, name }) => ({ id, label: name, names: [name] })) },
    about: "months",
    created: "",
    agreement: false,
    foreign: true,
  };
}
