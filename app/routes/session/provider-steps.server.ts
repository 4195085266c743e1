import { type LoaderFunctionArgs, redirectDocument } from "@remix-run/node";
import { ApiError } from "~/api/api-error";

type Context = LoaderFunctionArgs["context"];

/** The provider's address, if it is our provider's: nothing an answer says sends people elsewhere. */
export function providerAddress(address: string, { settings }: Context): string {
  if (!address.startsWith(`${settings.publicUrl}/oidc/`)) throw new ApiError(502, { code: "unexpected" });
  return address;
}

/** A flow that is over starts again, with a word about it. */
export function startAgain(error: unknown): never {
  if (error instanceof ApiError && (error.status === 410 || error.status === 404)) throw redirectDocument("/login?problem=expired");
  throw error;
}
