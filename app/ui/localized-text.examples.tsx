import type { Examples } from "./examples";
import { LocalizedText } from "./localized-text";

export const examples: Examples = {
  piece: "Words",
  states: {
    "in both languages": () => <LocalizedText of={{ fr: "Le kit du jeudi : prêt !", en: "The Thursday kit: ready!" }} mark />,
    "in French alone": () => <LocalizedText of={{ fr: "Le kit du jeudi : prêt !" }} mark />,
  },
};
