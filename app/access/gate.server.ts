import { type LoaderFunctionArgs, redirectDocument } from "@remix-run/node";
import { redirectFor } from "#contract/accounts/access";
import type { CurrentUser } from "#contract/accounts/current-user";
import { flashToast } from "~/api/flash.server";
import type { PagePath } from "~/pages";
import { policies } from "./policies";
import { forgetSentForm, storeSentForm } from "./stored-forms.server";

type Args = Pick<LoaderFunctionArgs, "request" | "context">;

/**
 * The access gate of one page: returns its person, or throws the redirect that the specification gives (S4-002 to S4-009).
 * Every loader and action of a protected page calls it, because each of them can be requested alone. What a form sends after its
 * session has ended is stored until its person has logged in again.
 */
export async function gate({ request, context }: Args, path: PagePath): Promise<CurrentUser> {
  const user = await context.session.user();
  const stop = redirectFor(user, policies[path]);
  if (stop === null && user) {
    await forgetSentForm({ request, context });
    return user;
  }
  if (stop === "/login" || !user) throw redirectDocument(loginPath(request, await storeSentForm({ request, context })));
  if (stop === "/") flashToast(context, { ...notForThem(context), color: "warning", icon: "warning" });
  throw redirectDocument(stop ?? "/");
}

/** What the home page says to a person whose role, or rights, do not open the page. */
const notForThem = ({ t }: Args["context"]) => ({
  title: t("common:closed.title"),
  description: t("common:closed.text"),
  timeout: 20_000,
  actions: [
    { label: t("common:closed.space"), to: "/dashboard" },
    { label: t("common:closed.contact"), to: "/contact" },
  ],
});

/** The login page, with the page to return to; a form post returns to the form's page. */
function loginPath(request: Request, page: string | null): string {
  const { pathname, search } = new URL(request.url);
  return `/login?redirectTo=${encodeURIComponent(page ?? pathname + search)}`;
}
