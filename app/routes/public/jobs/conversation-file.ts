import type { LoaderFunctionArgs } from "@remix-run/node";
import { applicationsApi } from "#contract/charity/applications";
import { readOwnFile } from "~/subjects/threads/own-thread-page.server";

/** A file of the conversation that the link of a mail opens. */
export const loader = (args: LoaderFunctionArgs) => readOwnFile(args, applicationsApi);
