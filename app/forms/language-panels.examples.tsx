import type { Examples } from "~/ui/examples";
import { LanguagePanels } from "./language-panels";

export const examples: Examples = {
  piece: "Language panels",
  states: {
    "English is out of date": () => (
      <LanguagePanels id="gallery" label="Langue du texte" notes={{ en: "à revoir" }} initial="fr">
        {(locale) => <p>{locale === "fr" ? "Le texte français." : "The English text."}</p>}
      </LanguagePanels>
    ),
  },
};
