import type { Examples } from "./examples";
import { Words } from "./localized-text";

export const examples: Examples = {
  piece: "Words",
  states: {
    "in both languages": () => <Words of={{ fr: "Le kit du jeudi : prêt !", en: "The Thursday kit: ready!" }} mark />,
    "in French alone": () => <Words of={{ fr: "Le kit du jeudi : prêt !" }} mark />,
  },
};
