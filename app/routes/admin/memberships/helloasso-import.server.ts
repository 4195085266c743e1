import { HelloassoMember, helloassoMembersApi, memberStatuses } from "#contract/charity/helloasso-people";
import type { ImportPage } from "~/content/import/target";
import { statusSynonyms } from "~/subjects/donations/helloasso-words";

type Field = keyof typeof HelloassoMember.shape;

/** What HelloAsso calls the columns of its export of members, in small letters without accents. */
const aliases: Record<Field, readonly string[]> = {
  reference: ["reference commande", "reference de la commande", "numero de commande", "order reference", "order id"],
  orderedOn: ["date de la commande", "date commande", "date d adhesion", "date de l adhesion", "date", "order date"],
  status: ["statut de la commande", "statut commande", "statut", "etat", "order status", "status"],
  lastName: ["nom adherent", "nom de l adherent", "nom", "last name"],
  firstName: ["prenom adherent", "prenom de l adherent", "prenom", "first name"],
  memberEmail: ["email adherent", "e mail adherent", "email de l adherent", "adresse e mail de l adherent", "member email"],
  email: ["email payeur", "e mail payeur", "adresse e mail payeur", "email", "e mail", "email address"],
  plan: ["tarif", "nom du tarif", "formule", "formule d adhesion", "campagne", "plan"],
  price: ["montant tarif", "montant du tarif", "montant", "tarif montant", "amount"],
};

const kinds: Partial<Record<Field, "email" | "date" | "choice">> = {
  orderedOn: "date",
  status: "choice",
  memberEmail: "email",
  email: "email",
};

/** The import of HelloAsso's export of members. */
export const helloassoMembersPage: ImportPage = {
  path: "/dashboard/admin/memberships/helloasso",
  list: "/dashboard/admin/memberships",
  api: helloassoMembersApi,
  targets: (Object.keys(aliases) as Field[]).map((name) => ({
    key: name,
    field: { name, kind: kinds[name] ?? "line", values: name === "status" ? memberStatuses : undefined },
    needed: !HelloassoMember.shape[name].safeParse(undefined).success,
    label: (t) => t(`helloasso:member.${name}`),
    aliases: aliases[name],
    synonyms: name === "status" ? statusSynonyms : undefined,
    word: (value, t) => t(`helloasso:choice.${value as "paid"}`),
  })),
  choices: {},
  about: "helloassoMembers",
  created: "",
  agreement: false,
  foreign: true,
};
