import type { LoaderFunctionArgs } from "@remix-run/node";
import { rightsApi } from "#contract/accounts/rights";

/** Who may grant the right that the reader lacks; not requested when nothing is withheld. */
export async function giversFor({ api }: LoaderFunctionArgs["context"], withheld: unknown): Promise<string[]> {
  if (!withheld) return [];
  return (await api.call(rightsApi.givers)).names;
}
