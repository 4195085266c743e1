import type { Examples } from "./examples";
import { Tabs } from "./tabs";

export const examples: Examples = {
  piece: "Tabs",
  states: {
    "the first is current": () => (
      <Tabs
        label="Pages de l'exemple"
        tabs={[
          { to: "/dev/gallery", label: "Écrire" },
          { to: "/dashboard", label: "Voir" },
          { to: "/dashboard/views", label: "Historique (3)" },
          { to: "/news", label: "Publication et annonces" },
        ]}
      />
    ),
  },
};
