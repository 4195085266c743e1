import { type ActionFunctionArgs, data } from "@remix-run/node";
import { addressesApi, type FoundAddress } from "#contract/api/geocoded-addresses";
import { cut } from "#contract/formats/cut";
import { ApiError } from "~/api/api-error";
import type { FormAnswer } from "~/forms/submission.server";

const parts = ["addressLine", "postcode", "city"] as const;

/** The action data of a search: the fields as typed, and the addresses found. */
export type AddressAnswer = FormAnswer & { found: FoundAddress[] | null };

/** Searches the typed address, without storing or validating anything yet. */
export async function findAddress(context: ActionFunctionArgs["context"], posted: FormData) {
  const typed = parts.map((name) => posted.get(name)).filter((part) => typeof part === "string");
  const found = await foundAddresses(context, typed.join(" "));
  const initialValue = Object.fromEntries([...posted].filter(([, value]) => typeof value === "string"));
  return data({ result: { initialValue }, found } as AddressAnswer);
}

/** The request with the chosen address in place of the typed one. */
export function chosenAddress(request: Request, posted: FormData): Request {
  const chosen = posted.get("address");
  const values = typeof chosen === "string" ? chosen.split(/\r?\n/) : [];
  if (values.length !== parts.length) return request;
  parts.forEach((name, at) => {
    posted.set(name, values[at] ?? "");
  });
  return new Request(request.url, { method: "POST", body: posted });
}

/** Null when unknown: the geocoder is not configured or does not respond, the search is too short, or there were too many tries. */
export async function foundAddresses({ api }: ActionFunctionArgs["context"], typed: string) {
  const q = cut(typed.trim(), 200);
  if (q.length < 3) return null;
  try {
    const { available, items } = await api.call(addressesApi.search, { query: { q } });
    return available ? items : null;
  } catch (error) {
    if (error instanceof ApiError && [400, 429].includes(error.status)) return null;
    throw error;
  }
}
