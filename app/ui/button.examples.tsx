import { Check } from "lucide";
import { Button, ButtonLink } from "./button";
import type { Examples } from "./examples";
import { Icon } from "./icon";

const button = (props: Parameters<typeof Button>[0]) => () => <Button type="button" {...props} />;

export const examples: Examples = {
  piece: "Button",
  states: {
    primary: button({ children: "Proposer une heure" }),
    line: button({ variant: "line", children: "Garder cette vue" }),
    ink: button({ variant: "ink", children: "Répondre avant 23 h 30" }),
    danger: button({ variant: "danger", children: "Archiver" }),
    "danger, in a dialog": button({ variant: "danger-full", children: "Archiver l'article" }),
    small: button({ variant: "line", small: true, children: "Filtrer" }),
    busy: button({ busy: true, children: "Envoi…" }),
    "with an icon": () => (
      <Button type="button">
        <Icon of={Check} />
        Valider
      </Button>
    ),
    "white and hollow, on a coloured band": () => (
      <div className="gallery-on-colour on-colour gallery-row">
        <Button type="button" variant="white">
          Je propose une heure
        </Button>
        <Button type="button" variant="hollow">
          Plus tard
        </Button>
      </div>
    ),
    "a link that looks like a button": () => (
      <ButtonLink variant="line" to="/news">
        Nos articles
      </ButtonLink>
    ),
  },
};
