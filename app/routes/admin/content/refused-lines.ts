import type { LoaderFunctionArgs } from "@remix-run/node";
import { openSubject } from "~/content/content-pages.server";
import { contentImportPage } from "~/content/import/content-import.server";
import { refusedFile } from "~/content/import/refused-file.server";

/** The refused lines of a file of any subject. */
export async function loader(args: LoaderFunctionArgs) {
  const opened = await openSubject(args, "import/refused.csv");
  return refusedFile(args, await contentImportPage(args.context, opened));
}
