import type { Examples } from "~/ui/examples";
import { Checkbox, ChoiceGroup, FileField, SelectField, TextArea, TextField } from "./fields";

const field = (name: string, more: { errors?: string[]; initialValue?: string | string[]; required?: boolean } = {}) => ({
  name,
  key: undefined,
  errors: undefined,
  required: true,
  ...more,
});

const sectors = [
  { value: "lyon", label: "Lyon Guillotière" },
  { value: "villeurbanne", label: "Villeurbanne" },
];
const jobs = [
  { value: "bike", label: "Pédaler", hint: "Une tournée d'une heure" },
  { value: "kit", label: "Préparer les kits", hint: "Le jeudi dès 17 h" },
];

export const examples: Examples = {
  piece: "Fields",
  states: {
    text: () => <TextField field={field("gallery-text")} label="Titre" />,
    "text with a hint, optional": () => (
      <TextField
        field={field("gallery-hint", { required: false })}
        label="Adresse de la page"
        hint="Faite du titre si vous la laissez vide."
      />
    ),
    "text with an error": () => (
      <TextField
        field={field("gallery-error", {
          errors: ["Il manque un chiffre : un numéro français en compte dix."],
          initialValue: "04 78 00 00 0",
        })}
        label="Téléphone"
        type="tel"
      />
    ),
    password: () => <TextField field={field("gallery-password")} label="Mot de passe" type="password" autoComplete="current-password" />,
    date: () => <TextField field={field("gallery-date", { initialValue: "2026-11-21" })} label="À la une jusqu'au" type="date" />,
    "date and time": () => <TextField field={field("gallery-time")} label="Départ de la tournée" type="datetime-local" />,
    number: () => <TextField field={field("gallery-number", { initialValue: "12" })} label="Portes" type="number" />,
    "several lines": () => (
      <TextArea field={field("gallery-area")} label="Chapô" hint="Deux phrases, pour donner envie de lire." rows={3} />
    ),
    "one of a list": () => <SelectField field={field("gallery-select")} label="Équipe" choices={sectors} empty="Toutes les équipes" />,
    "yes or no": () => (
      <Checkbox field={field("gallery-check", { initialValue: "on" })} label="Recevoir la lettre" hint="Une par mois, jamais plus." />
    ),
    "yes or no, with an error": () => (
      <Checkbox field={field("gallery-check-error", { errors: ["Lisez la charte, puis cochez la case."] })} label="J'ai lu la charte" />
    ),
    radios: () => <ChoiceGroup field={field("gallery-radios", { initialValue: "lyon" })} label="Équipe" choices={sectors} />,
    "choice cards": () => (
      <ChoiceGroup field={field("gallery-cards", { initialValue: ["bike"] })} label="Coups de main" choices={jobs} several cards />
    ),
    file: () => (
      <FileField
        field={field("gallery-file")}
        label="Justificatif"
        hint="JPEG, PNG ou PDF, 10 Mo au plus."
        accept="image/jpeg,image/png,application/pdf"
      />
    ),
  },
};
