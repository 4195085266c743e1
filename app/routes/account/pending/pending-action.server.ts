import { type ActionFunctionArgs, type LoaderFunctionArgs, redirectDocument } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/toasts/flash.server";

type Path = "/account/pending/chat" | "/account/pending/supporting-documents" | "/account/pending/sending" | "/account/pending/resend";

/** A GET of these paths has no page: the gate redirects to the page that fits the account. */
export function onwards(path: Path) {
  return async (args: LoaderFunctionArgs) => {
    await gate(args, path);
    return redirectDocument("/dashboard");
  };
}

/**
 * Handles the small forms of a pending page, and redirects to the page that fits the account then. The
 * result is shown in a toast, and so is a refusal.
 */
export function actAndReturn(path: Path, act: (args: ActionFunctionArgs, form: FormData) => Promise<string>) {
  return async (args: ActionFunctionArgs) => {
    const { context, request } = args;
    await gate(args, path);
    try {
      flashToast(context, { title: await act(args, await request.formData()) });
    } catch (error) {
      if (!(error instanceof ApiError) || ![404, 409, 413, 422, 429].includes(error.status)) throw error;
      flashToast(context, { title: reasonOf(error, context), color: "danger" });
    }
    return redirectDocument("/dashboard", 303);
  };
}

function reasonOf({ body }: ApiError, { t }: ActionFunctionArgs["context"]): string {
  const [key] = Object.values(body.fieldErrors ?? {}).flat();
  if (key?.includes(":")) return t(key.split("?")[0] as "common:forms.failed");
  return body.title ?? t("common:forms.failed");
}
