import { EmptyState } from "./empty-state";
import type { Examples } from "./examples";

export const examples: Examples = {
  piece: "Empty state",
  states: {
    "nothing to do": () => <EmptyState drawing="coat" text="Aucune demande en attente. Profitez-en pour un café." />,
    "a filter that finds nothing": () => (
      <EmptyState drawing="crate" text="Aucun article ne correspond." action={{ to: "?", label: "Retirer les filtres" }} />
    ),
  },
};
