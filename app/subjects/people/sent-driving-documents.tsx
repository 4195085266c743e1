import { useTranslation } from "react-i18next";
import { documentsShown } from "#contract/accounts/documents";
import type { SentDrivingDocuments as Sent } from "#contract/accounts/person-edit";

/** The documents that a driver sent, each with its state and why it is to be sent again. The texts are in the namespace `pending`. */
export function SentDrivingDocuments({ documents }: Pick<Sent, "documents">) {
  const { t } = useTranslation("pending");
  if (documents.length === 0) return null;
  return (
    <>
      {documents.length === documentsShown && <p className="muted mt-2">{t("supportingDocuments.newest", { max: documentsShown })}</p>}
      <ul className="mt-3 grid gap-3">
        {documents.map(({ id, kind, name, status, reason }) => (
          <li key={id} className="rounded-lg bg-beige px-5 py-3">
            <b className="block">{t(`driving.kind.${kind}`)}</b>
            <span className="muted block break-words text-sm">{name}</span>
            <span className="block text-sm">{t(`supportingDocuments.status.${status}`, { reason })}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
