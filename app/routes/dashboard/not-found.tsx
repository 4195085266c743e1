import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { OfficeError } from "~/layouts/office/office-error";

/** An unknown back-office path: a 404 for those with access, login for others. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard");
  throw data(null, { status: 404 });
}

export default function NotFound() {
  return null;
}

export const ErrorBoundary = OfficeError;
