import { data, type LoaderFunctionArgs } from "@remix-run/node";

/** Any path without another route, and requests that were refused before they reached a page. */
export function loader({ context }: LoaderFunctionArgs) {
  throw data(null, { status: context.refused ?? 404 });
}

export const action = loader;

export default function NotFound() {
  return null;
}
