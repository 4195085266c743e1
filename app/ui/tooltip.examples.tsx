import { CircleQuestionMark } from "lucide";
import type { Examples } from "./examples";
import { Icon } from "./icon";
import { Tooltip } from "./tooltip";

export const examples: Examples = {
  piece: "Tooltip",
  states: {
    "on a button": () => (
      <Tooltip text="Le texte français a changé depuis la relecture de l'anglais.">
        {(anchor) => (
          <button type="button" className="btn btn-line" {...anchor}>
            Anglais à revoir
          </button>
        )}
      </Tooltip>
    ),
    "on an icon with its own label": () => (
      <Tooltip text="Visites sans compter les robots.">
        {(anchor) => (
          <button type="button" className="dialog-close" aria-label="Comment on compte" {...anchor}>
            <Icon of={CircleQuestionMark} />
          </button>
        )}
      </Tooltip>
    ),
  },
};
