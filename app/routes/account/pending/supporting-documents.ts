import { criteriaApi, FileDocumentKind } from "#contract/accounts/criteria";
import { actAndReturn, onwards } from "./pending-action.server";

export const handle = { files: true } as const;

export const loader = onwards("/account/pending/supporting-documents");

/** Adds or removes a document. */
export const action = actAndReturn("/account/pending/supporting-documents", async ({ context: { api, t } }, form) => {
  const id = form.get("remove");
  if (typeof id === "string") {
    await api.call(criteriaApi.removeSupportingDocument, { params: { id } });
    return t("pending:supportingDocuments.removed");
  }
  const kind = FileDocumentKind.safeParse(form.get("kind"));
  const file = form.get("file");
  if (!kind.success || !(file instanceof File) || file.size === 0) return t("pending:supportingDocuments.missing");
  await api.call(criteriaApi.addSupportingDocument, { body: { file, kind: kind.data } });
  return t("pending:supportingDocuments.added");
});
