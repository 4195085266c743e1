import { useTranslation } from "react-i18next";
import type { SupportingDocumentRow } from "#contract/accounts/supporting-documents";
import { Facts } from "~/ui/facts";
import { LocalDate } from "~/ui/local-date";
import { DocumentBadge } from "./document-badge";

/** The facts of a document: when it was sent, who checked it, when its file is purged. */
export function DocumentFacts({ document }: { document: SupportingDocumentRow }) {
  const { t } = useTranslation("documents");
  const { status, closed, createdAt, verifier, verifiedAt, purgeAt, purged, reason } = document;
  return (
    <section className="panel grid gap-4">
      <Facts
        facts={[
          { label: t("column.status"), value: <DocumentBadge status={status} closed={closed} /> },
          { label: t("column.createdAt"), value: <LocalDate value={createdAt} style="full" /> },
          ...(verifier ? [{ label: t("column.verifier"), value: verifier }] : []),
          ...(verifiedAt ? [{ label: t("verifiedAt"), value: <LocalDate value={verifiedAt} style="full" /> }] : []),
          ...(purgeAt ? [{ label: t("column.purgeAt"), value: purged ? t("purged") : <LocalDate value={purgeAt} style="full" /> }] : []),
        ]}
      />
      {closed && <p className="muted">{t("closedHint")}</p>}
      {reason && <p>{t("reason", { reason })}</p>}
    </section>
  );
}
