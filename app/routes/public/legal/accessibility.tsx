import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "~/layouts/handle";
import { publicMeta } from "~/search/public-meta";
import { LegalPage } from "~/subjects/legal/legal-page";
import { loadLegalPage } from "~/subjects/legal/legal-page.server";

export const handle = { i18n: ["legal"], cache: { on: ["legal_document"], query: ["version"] } } as const satisfies PageHandle;

export const meta = publicMeta;

export function loader(args: LoaderFunctionArgs) {
  return loadLegalPage(args, "accessibility");
}

export default function Accessibility() {
  return <LegalPage data={useLoaderData<typeof loader>()} />;
}
