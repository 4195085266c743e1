import { useTranslation } from "react-i18next";
import { documentTypes } from "#contract/accounts/criteria";
import type { SupportingDocumentKind } from "#contract/accounts/documents";
import { FileDrop } from "~/forms/file-drop";
import { Submit } from "~/forms/form";

export type SentDocument = { id: string; kind: SupportingDocumentKind; name: string };

type Props = { kinds: readonly SupportingDocumentKind[]; documents: SentDocument[] };

/** The documents of a step: those that were sent, and a field to add one, in the form of the step. */
export function StepDocuments({ kinds, documents }: Props) {
  const { t } = useTranslation("register");
  const driving = kinds.includes("LICENCE");
  return (
    <section className="rounded-2xl bg-beige p-6" aria-labelledby="documents">
      <h2 id="documents" className="title-card">
        {t(driving ? "documents.drivingTitle" : "documents.title")}
      </h2>
      {!driving && (
        <ul className="mt-3 grid list-disc gap-1.5 pl-5">
          {(["enrolment", "scholarship", "housing"] as const).map((key) => (
            <li key={key}>{t(`documents.${key}`)}</li>
          ))}
        </ul>
      )}
      <p className="mt-3">{t(driving ? "documents.drivingPhoto" : "documents.photo")}</p>
      {documents.length > 0 && (
        <ul className="mt-4 grid gap-3">
          {documents.map(({ id, kind, name }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg bg-surface px-5 py-3">
              <span className="min-w-0 flex-1">
                <b className="block">{t(`documents.kind.${kind}` as "documents.kind.LICENCE")}</b>
                <span className="muted block break-words text-sm">{name}</span>
              </span>
              <Submit variant="line" name="removeSupportingDocument" value={id} formNoValidate>
                {t("documents.remove")}
              </Submit>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-5 grid gap-4">
        <div className="field">
          <label htmlFor="document-kind">{t("documents.which")}</label>
          <select id="document-kind" name="documentKind" className="control">
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`documents.kind.${kind}` as "documents.kind.LICENCE")}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="document-file">{t("documents.file")}</label>
          <p className="hint" id="document-hint">
            {t("documents.hint")}
          </p>
          <FileDrop id="document-file" name="documentFile" accept={documentTypes.join(",")} aria-describedby="document-hint" />
        </div>
        <div>
          <Submit variant="line" name="addSupportingDocument" value="1" formNoValidate>
            {t("documents.add")}
          </Submit>
        </div>
      </div>
    </section>
  );
}
