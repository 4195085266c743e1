import { Clock } from "lucide";
import { Badge } from "./badge";
import { ButtonLink } from "./button";
import { Card } from "./card";
import type { Examples } from "./examples";

export const examples: Examples = {
  piece: "Card",
  states: {
    "title alone": () => <Card title="12 kits pour la résidence Jean-Zay" to="#card" level="h4" />,
    "with a state and an action": () => (
      <Card title="Dix cageots de courgettes" to="#card" level="h4">
        <p>
          <Badge meaning="warning" icon={Clock}>
            À prendre avant 18 h
          </Badge>
        </p>
        <p>Marché de la Guillotière, quai 3. Deux personnes et un vélo-cargo suffisent.</p>
        <p>
          <ButtonLink variant="line" small to="#offer">
            Je passe les prendre
          </ButtonLink>
        </p>
      </Card>
    ),
  },
};
