import type { Examples } from "./examples";
import { Progress } from "./progress";

export const examples: Examples = {
  piece: "Progress",
  states: {
    begun: () => <Progress label="Votre dossier" value={2} max={5} text="Étape 2 sur 5" />,
    done: () => <Progress label="Tournée de ce soir" value={12} max={12} text="12 portes sur 12" />,
    "nobody knows how far": () => <Progress label="Envoi du fichier" text="En cours" />,
  },
};
