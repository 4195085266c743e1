import type { Examples } from "./examples";
import { Link } from "./link";

export const examples: Examples = {
  piece: "Link",
  states: {
    "to a public page, in the page's language": () => <Link to="/story">Découvrir l'association</Link>,
    "within the back-office, without a new document": () => <Link to="/dashboard">Mon tableau de bord</Link>,
  },
};
