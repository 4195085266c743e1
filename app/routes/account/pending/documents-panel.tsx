import { useTranslation } from "react-i18next";
import { documentTypes, type FileDocument, fileDocumentKinds } from "#contract/accounts/criteria";
import { documentsShown } from "#contract/accounts/documents";
import { ErrorSummary } from "~/forms/error-summary";
import { FileField, SelectField } from "~/forms/fields";
import { Submit } from "~/forms/form";
import { usePageForm } from "~/forms/use-page-form";
import { partField, removalField, usePartAnswer } from "./pending-parts";

const schema = () => import("#contract/accounts/criteria").then(({ NewFileDocument }) => NewFileDocument);

/** The documents of a file with their states, and fields to add one, in the form of the page. The loader provides the rules of `document`: none. */
export function DocumentsPanel({ documents }: { documents: FileDocument[] }) {
  const { t } = useTranslation("pending");
  const added = usePartAnswer("document");
  const removed = usePartAnswer("removal");
  const [form, fields] = usePageForm(schema, { id: "document", answer: removed?.result.error ? removed : added });
  return (
    <section className="rounded-2xl border-2 border-line p-7" aria-labelledby="documents">
      <h2 id="documents" className="title-card">
        {t("supportingDocuments.title")}
      </h2>
      {documents.length === 0 && <p className="muted mt-2">{t("supportingDocuments.none")}</p>}
      {documents.length === documentsShown && <p className="muted mt-2">{t("supportingDocuments.newest", { max: documentsShown })}</p>}
      <ul className="mt-3 grid gap-3">
        {documents.map((document) => (
          <DocumentLine key={document.id} document={document} />
        ))}
      </ul>
      <div className="mt-5 grid gap-4">
        <ErrorSummary form={form} />
        <SelectField
          field={fields.kind}
          label={t("supportingDocuments.kind.label")}
          choices={fileDocumentKinds.map((value) => ({ value, label: t(`supportingDocuments.kind.${value}`) }))}
        />
        {/* Once a file was taken, the field is empty. */}
        <FileField
          key={documents.length}
          field={fields.file}
          label={t("supportingDocuments.file")}
          hint={t("supportingDocuments.hint")}
          accept={documentTypes.join(",")}
        />
        <div>
          <Submit variant="line" name={partField} value="document" formNoValidate>
            {t("supportingDocuments.add")}
          </Submit>
        </div>
      </div>
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
        <Submit variant="line" name={removalField} value={id} formNoValidate>
          {t("supportingDocuments.remove")}
        </Submit>
      )}
    </li>
  );
}
