import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ApiError } from "~/api/api-error";

/** Why the backend refused what a button does, in words. */
export function refusalText({ t }: LoaderFunctionArgs["context"], { body }: ApiError): string {
  const [first] = Object.values(body.fieldErrors ?? {}).flat();
  return t((first ?? "assemblies:lead.overtaken") as "assemblies:lead.overtaken");
}
