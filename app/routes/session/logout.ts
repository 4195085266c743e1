import { type ActionFunctionArgs, redirectDocument } from "@remix-run/node";
import { sessionApi } from "#contract/accounts/session";
import { flashToast } from "~/api/flash.server";

/** Only a POST logs out; a GET redirects to the home page. */
export function loader() {
  return redirectDocument("/");
}

/**
 * Logs out here and at the backend, and clears the browser's storage. Whatever the backend responds, this
 * browser is logged out.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData().catch(() => null);
  const { api, t } = context;
  context.logout();
  const { method, path } = sessionApi.logout;
  const { error } = await api.request({ method, path });
  api.clearAuthentication();
  // Without the backend the tokens stay valid until they expire: whoever copied them could still use them.
  if (error && error.status >= 500)
    flashToast(context, {
      title: t("common:toasts.loggedOutHere"),
      description: t("common:toasts.loggedOutLater"),
      color: "warning",
      icon: "warning",
    });
  else flashToast(context, { title: t("common:toasts.loggedOut") });
  const answer = redirectDocument("/", 303);
  // Where scans of a door wait in the browser, its script has cleared all but these.
  if (form?.get("keep") !== "scans") answer.headers.set("clear-site-data", '"storage"');
  return answer;
}
