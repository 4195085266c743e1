import { Disclosure } from "./disclosure";
import type { Examples } from "./examples";

export const examples: Examples = {
  piece: "Disclosure",
  states: {
    "a line": () => <Disclosure summary="Voir les chiffres">Douze mois.</Disclosure>,
    open: () => (
      <Disclosure summary="Ajouter un chiffre" open>
        Le formulaire.
      </Disclosure>
    ),
    "a panel": () => (
      <Disclosure variant="panel" summary="Deux secteurs fermés">
        Vienne, Givors.
      </Disclosure>
    ),
    "inside a table": () => (
      <Disclosure variant="small" summary="Nom, adresse">
        Avant et après.
      </Disclosure>
    ),
  },
};
