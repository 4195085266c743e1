import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "~/legal/legal-page";
import { loadLegalPage } from "~/legal/legal-page.server";
import { publicMeta } from "~/search/public-meta";

export const handle = { i18n: ["legal"], cache: { on: ["legal_document"], query: ["version"] } } as const;

export const meta = publicMeta;

export function loader(args: LoaderFunctionArgs) {
  return loadLegalPage(args, "cgu");
}

export default function TermsOfUse() {
  return <LegalPage data={useLoaderData<typeof loader>()} />;
}
