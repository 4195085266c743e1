import { type LoaderFunctionArgs, redirectDocument } from "@remix-run/node";
import { ApiError } from "~/api/api-error";

type Context = LoaderFunctionArgs["context"];

/** The provider's URL, if it is our provider's: a response cannot redirect people elsewhere. */
export function providerUrl(url: string, { settings }: Context): string {
  if (!url.startsWith(`${settings.publicUrl}/oidc/`)) throw new ApiError(502, { code: "unexpected" });
  return url;
}

/** An expired flow starts again, with a message. */
export function startAgain(error: unknown): never {
  if (error instanceof ApiError && (error.status === 410 || error.status === 404)) throw redirectDocument("/login?problem=expired");
  throw error;
}
