import {
  HelloassoPayment,
  helloassoImportApi,
  helloassoKinds,
  helloassoMethods,
  helloassoStatuses,
} from "#contract/charity/helloasso-import";
import type { ImportPage } from "~/content/import/target";
import { statusSynonyms } from "~/subjects/donations/helloasso-words";

type Field = keyof typeof HelloassoPayment.shape;

/** What HelloAsso calls the columns of its exports, in small letters without accents. */
const aliases: Record<Field, readonly string[]> = {
  reference: ["reference paiement", "reference du paiement", "numero de paiement", "id paiement", "payment id", "payment reference"],
  paidOn: ["date du paiement", "date de paiement", "date paiement", "date", "payment date"],
  amount: ["montant total", "montant", "montant du paiement", "montant paye", "montant du don", "montant don", "amount", "total amount"],
  status: ["statut du paiement", "statut paiement", "statut", "etat", "payment status", "status"],
  kind: ["type de campagne", "type de formulaire", "type", "form type"],
  method: ["moyen de paiement", "mode de paiement", "payment method"],
  lastName: ["nom payeur", "nom du payeur", "nom donateur", "nom", "last name"],
  firstName: ["prenom payeur", "prenom du payeur", "prenom donateur", "prenom", "first name"],
  email: ["email payeur", "e mail payeur", "adresse e mail payeur", "email", "e mail", "email address"],
  memberEmail: ["email adherent", "e mail adherent", "email de l adherent", "adresse e mail de l adherent", "member email"],
  company: ["raison sociale", "company", "organisation"],
  siren: ["siren", "numero siren"],
  street: ["adresse payeur", "adresse du payeur", "adresse", "address"],
  postalCode: ["code postal payeur", "code postal", "zip code", "postcode"],
  city: ["ville payeur", "ville", "city"],
  country: ["pays payeur", "pays", "country"],
  extraGift: ["don supplementaire", "montant du don supplementaire", "additional donation"],
  plan: ["formule", "formule d adhesion", "tarif", "nom du tarif", "campagne", "plan"],
  receipt: ["recu fiscal", "recu", "tax receipt"],
  receiptNumber: ["numero de recu", "numero du recu", "numero de recu fiscal", "receipt number"],
};

const choices: Partial<Record<Field, readonly string[]>> = { status: helloassoStatuses, kind: helloassoKinds, method: helloassoMethods };

/** What HelloAsso calls the choices. */
const synonyms: Partial<Record<Field, Record<string, readonly string[]>>> = {
  status: statusSynonyms,
  kind: {
    gift: [
      "don",
      "dons",
      "formulaire de don",
      "don unique",
      "don mensuel",
      "donation",
      "crowdfunding",
      "collecte",
      "financement participatif",
    ],
    dues: ["adhesion", "adhesions", "cotisation", "cotisations", "membership"],
    sale: [
      "billetterie",
      "evenement",
      "billet",
      "event",
      "boutique",
      "vente",
      "shop",
      "product",
      "checkout",
      "formulaire de paiement",
      "paymentform",
    ],
  },
  method: {
    card: ["carte bancaire", "carte", "cb", "card", "apple pay", "google pay"],
    sepa_debit: ["prelevement", "prelevement sepa", "prelevement bancaire", "sepa", "direct debit"],
    transfer: ["virement", "virement bancaire", "bank transfer", "transfer"],
  },
};

const kindOf = (name: Field) =>
  choices[name] ? "choice" : name === "paidOn" ? "date" : name === "email" || name === "memberEmail" ? "email" : "line";

/** The import of HelloAsso's payments: its files are those that HelloAsso exports. */
export const helloassoImportPage: ImportPage = {
  path: "/dashboard/admin/donations",
  api: helloassoImportApi,
  targets: (Object.keys(aliases) as Field[]).map((name) => ({
    key: name,
    field: { name, kind: kindOf(name), values: choices[name] },
    needed: !HelloassoPayment.shape[name].safeParse(undefined).success,
    label: (t) => t(`helloasso:field.${name}`),
    aliases: aliases[name],
    synonyms: synonyms[name],
    word: (value, t) => t(`helloasso:choice.${value as "paid"}`),
  })),
  choices: {},
  about: "helloasso",
  created: "",
  agreement: false,
  foreign: true,
};
