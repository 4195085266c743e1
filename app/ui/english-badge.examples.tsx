import { EnglishBadge } from "./english-badge";
import type { Examples } from "./examples";

export const examples: Examples = {
  piece: "EnglishBadge",
  states: {
    none: () => <EnglishBadge state="none" />,
    draft: () => <EnglishBadge state="draft" />,
    outdated: () => <EnglishBadge state="outdated" />,
    "reviewed, short": () => <EnglishBadge state="reviewed" short />,
  },
};
