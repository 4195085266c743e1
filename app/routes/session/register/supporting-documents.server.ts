import type { ActionFunctionArgs } from "@remix-run/node";
import { supportingDocumentKinds } from "#contract/accounts/documents";
import { registrationApi } from "#contract/accounts/registration";
import type { RegistrationKind } from "#contract/accounts/registration-steps";
import { ApiError } from "~/api/api-error";
import type { Done } from "~/forms/submission.server";

type Outcome = { toast: NonNullable<Done["toast"]>; refused: boolean };

/** Adds or removes a document posted with a step's form; returns the toast, null when there is nothing to do. */
export async function changeDocuments(
  { api, t }: ActionFunctionArgs["context"],
  registration: RegistrationKind,
  form: FormData,
): Promise<Outcome | null> {
  const file = form.get("documentFile");
  const kind = supportingDocumentKinds.find((one) => one === form.get("documentKind"));
  const id = form.get("removeSupportingDocument");
  try {
    if (typeof id === "string") {
      await api.call(registrationApi.removeSupportingDocument, { params: { id } });
      return { toast: { title: t("register:documents.removed") }, refused: false };
    }
    if (file instanceof File && file.size > 0 && kind) {
      await api.call(registrationApi.addSupportingDocument, { query: { kind: registration }, body: { file, kind } });
      return { toast: { title: t("register:documents.added") }, refused: false };
    }
  } catch (error) {
    if (!(error instanceof ApiError) || ![404, 409, 413, 422, 429].includes(error.status)) throw error;
    const title = error.status === 409 ? t("register:documents.full") : (error.body.title ?? t("common:forms.failed"));
    return { toast: { title, color: "danger", icon: "problem" }, refused: true };
  }
  return form.has("addSupportingDocument")
    ? { toast: { title: t("register:documents.missing"), color: "danger", icon: "problem" }, refused: true }
    : null;
}
