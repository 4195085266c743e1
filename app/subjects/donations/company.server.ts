import { type ActionFunctionArgs, data } from "@remix-run/node";
import { isSiren } from "#contract/giving/bank-codes";
import { companiesApi, type FoundCompany } from "#contract/giving/companies";
import { ApiError } from "~/api/api-error";
import { type FormAnswer, fieldsOf } from "~/forms/submission.server";

const address = { street: "addressLine", postcode: "postcode", city: "city" } as const;

/** The form as it was sent, with what the register knows of the company in the fields that were left empty. */
export type CompanyAnswer = FormAnswer & { found: FoundCompany };

/**
 * Completes the form of a gift whose company has a number and no name yet: it goes back to the donor, who reads the name before it counts.
 * Null when there is nothing to complete, or nobody who knows.
 */
export async function completedByRegister({ request, context }: ActionFunctionArgs) {
  const form = await fieldsOf(request.clone());
  const typed = (name: string) => String(form.get(name) ?? "").trim();
  if (typed("donor") !== "company" || typed("company")) return null;
  const found = await foundCompany(context, typed("siren"));
  if (!found?.companyName) return null;
  form.set("company", found.companyName);
  const nowhere = Object.keys(address).every((name) => !typed(name));
  if (nowhere) for (const [name, part] of Object.entries(address)) form.set(name, found[part]);
  const initialValue = Object.fromEntries([...form].filter(([, value]) => typeof value === "string"));
  return data({ result: { initialValue }, found } as CompanyAnswer);
}

/** Null when nobody can say: it is no number of a company, the register is missing or silent, or there were too many tries. */
export async function foundCompany({ api }: ActionFunctionArgs["context"], typed: string): Promise<FoundCompany | null> {
  const siren = typed.replaceAll(/\s/g, "");
  if (!isSiren(siren)) return null;
  try {
    return (await api.call(companiesApi.find, { query: { siren } })).company;
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) return null;
    throw error;
  }
}
