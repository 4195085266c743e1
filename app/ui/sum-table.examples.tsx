import type { Examples } from "./examples";
import { SumTable } from "./sum-table";

export const examples: Examples = {
  piece: "SumTable",
  states: {
    several: () => (
      <SumTable
        caption="Dons de 2026"
        columns={[{ label: "Fonds" }, { label: "Montant", amount: true }]}
        rows={[
          { key: "any", cells: ["Là où c’est utile", "120 €"], detail: "3 dons" },
          { key: "kits", cells: ["Paniers", "80 €"] },
        ]}
        total={{ label: "Total", cells: ["200 €"] }}
      />
    ),
  },
};
