import { type LoaderFunctionArgs, redirectDocument } from "@remix-run/node";
import { type CurrentUser, homeOf } from "#contract/accounts/current-user";
import type { PagePath } from "~/pages";
import { gate } from "./gate.server";

/** A pending page's person: the page passes step 1 of the gate only, then sends on whoever belongs elsewhere. It never loops. */
export async function pendingPerson(args: Pick<LoaderFunctionArgs, "request" | "context">, path: PagePath): Promise<CurrentUser> {
  const user = await gate(args, path);
  const home = homeOf(user);
  if (home !== path) throw redirectDocument(home);
  return user;
}
