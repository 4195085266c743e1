import { Check, Clock, Info, Pencil, Sparkles, TriangleAlert } from "lucide";
import { Badge } from "./badge";
import type { Examples } from "./examples";

export const examples: Examples = {
  piece: "Badge",
  states: {
    plain: () => (
      <Badge meaning="plain" icon={Pencil}>
        Brouillon
      </Badge>
    ),
    success: () => (
      <Badge meaning="success" icon={Check}>
        En ligne
      </Badge>
    ),
    warning: () => (
      <Badge meaning="warning" icon={Clock}>
        À relire
      </Badge>
    ),
    danger: () => (
      <Badge meaning="danger" icon={TriangleAlert}>
        Refusé
      </Badge>
    ),
    information: () => (
      <Badge meaning="information" icon={Info}>
        Programmé
      </Badge>
    ),
    primary: () => (
      <Badge meaning="primary" icon={Sparkles}>
        Nouveau
      </Badge>
    ),
  },
};
