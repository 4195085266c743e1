import { type ActionFunctionArgs, data } from "@remix-run/node";
import { isSiren } from "#contract/giving/bank-codes";
import { companiesApi, type FoundCompany } from "#contract/giving/companies";
import { ApiError } from "~/api/api-error";
import { type FormAnswer, fieldsOf } from "~/forms/submission.server";

const address = { street: "addressLine", postcode: "postcode", city: "city" } as const;

/** The submitted form, with empty fields filled from the register. */
export type CompanyAnswer = FormAnswer & { found: FoundCompany };

/**
 * Completes the form of a gift whose company has a number but no name: it is shown again, so that the donor confirms the name.
 * Null when there is nothing to complete, or no result.
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

/** Null when unknown: an invalid number, no register or no response, or too many tries. */
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
