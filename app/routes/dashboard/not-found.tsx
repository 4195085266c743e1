import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { OfficeError } from "~/layouts/office/office-error";

/** A back-office address that no page has: the same 404 for everyone who is let in, login for the others. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard");
  throw data(null, { status: 404 });
}

export default function NotFound() {
  return null;
}

export const ErrorBoundary = OfficeError;
