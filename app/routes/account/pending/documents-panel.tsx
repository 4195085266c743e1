import { useTranslation } from "react-i18next";
import { documentTypes, type FileDocument, fileDocumentKinds } from "#contract/accounts/criteria";
import { Form, Submit } from "~/forms/form";

/** The documents of a file with their states, and a form to add one. */
export function DocumentsPanel({ documents }: { documents: FileDocument[] }) {
  const { t } = useTranslation("pending");
  return (
    <section className="rounded-2xl border-2 border-line p-7" aria-labelledby="documents">
      <h2 id="documents" className="title-card">
        {t("supportingDocuments.title")}
      </h2>
      {documents.length === 0 && <p className="muted mt-2">{t("supportingDocuments.none")}</p>}
      <ul className="mt-3 grid gap-3">
        {documents.map((document) => (
          <DocumentLine key={document.id} document={document} />
        ))}
      </ul>
      <Form action="/account/pending/supporting-documents" encType="multipart/form-data" className="mt-5 grid gap-4">
        <div className="field">
          <label htmlFor="document-kind">{t("supportingDocuments.kind.label")}</label>
          <select id="document-kind" name="kind" className="control">
            {fileDocumentKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`supportingDocuments.kind.${kind}`)}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="document-file">{t("supportingDocuments.file")}</label>
          <p className="hint" id="document-hint">
            {t("supportingDocuments.hint")}
          </p>
          <div className="file-drop">
            <input id="document-file" name="file" type="file" accept={documentTypes.join(",")} required aria-describedby="document-hint" />
          </div>
        </div>
        <div>
          <Submit look="line">{t("supportingDocuments.add")}</Submit>
        </div>
      </Form>
    </section>
  );
}

function DocumentLine({ document: { id, kind, name, status, reason } }: { document: FileDocument }) {
  const { t } = useTranslation("pending");
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-beige px-5 py-3">
      <span className="min-w-0 flex-[1_1_14rem]">
        <b className="block">{t(`supportingDocuments.kind.${kind}`)}</b>
        <span className="muted block break-words text-sm">{name}</span>
        <span className="block text-sm">{t(`supportingDocuments.status.${status}`, { reason })}</span>
      </span>
      {status === "pending" && (
        <Form action="/account/pending/supporting-documents">
          <input type="hidden" name="remove" value={id} />
          <Submit look="line">{t("supportingDocuments.remove")}</Submit>
        </Form>
      )}
    </li>
  );
}
