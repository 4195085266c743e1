import type { LoaderFunctionArgs } from "@remix-run/node";
import { ImportedMembership, membershipImportApi } from "#contract/charity/membership-import";
import { paymentMethods } from "#contract/giving/payments";
import type { ImportPage } from "~/content/import/target";
import { namedPlans } from "./plans.server";

type Field = keyof typeof ImportedMembership.shape;

/** What the header of a file may call the fields of a membership, in small letters without accents. */
const aliases: Record<Field, readonly string[]> = {
  email: ["e mail", "email", "mail", "courriel", "adresse e mail", "email address"],
  number: ["numero", "numero d adherent", "numero adherent", "numero de membre", "number", "member number"],
  planId: ["formule", "plan", "tarif", "adhesion", "membership"],
  startDate: ["debut", "date de debut", "debut de l adhesion", "start", "start date"],
  endDate: ["fin", "date de fin", "fin de l adhesion", "echeance", "end", "end date"],
  amount: ["montant", "cotisation", "paye", "amount", "dues", "paid"],
  method: ["moyen", "moyen de paiement", "mode de paiement", "method", "payment method"],
  paidOn: ["paye le", "date de paiement", "date du paiement", "paid on", "payment date"],
};

const kinds: Partial<Record<Field, "email" | "reference" | "date" | "choice">> = {
  email: "email",
  planId: "reference",
  startDate: "date",
  endDate: "date",
  method: "choice",
  paidOn: "date",
};

/** The import of members. */
export async function membershipImportPage(context: LoaderFunctionArgs["context"]): Promise<ImportPage> {
  const plans = await namedPlans(context);
  return {
    path: "/dashboard/admin/memberships",
    api: membershipImportApi,
    targets: (Object.keys(aliases) as Field[]).map((name) => ({
      key: name,
      field: {
        ...{ name, kind: kinds[name] ?? "line" },
        ...(name === "method" && { values: paymentMethods }),
        ...(name === "planId" && { of: "plans" }),
      },
      needed: !ImportedMembership.shape[name].safeParse(undefined).success,
      label: (t) => t(`memberships:import.field.${name}`),
      aliases: aliases[name],
      word: (value, t) => t(`payments:method.${value as "card"}`),
    })),
    choices: { plans: plans.map(({ id, label, name }) => ({ id, label, names: [name.fr, name.en ?? ""].filter(Boolean) })) },
    about: "memberships",
    created: "",
    agreement: false,
    foreign: true,
  };
}
