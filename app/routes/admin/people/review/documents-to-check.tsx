import type { FieldMetadata } from "@conform-to/react";
import { Eye, FileText } from "lucide";
import { useTranslation } from "react-i18next";
import type { ReviewDocument } from "#contract/accounts/account-review";
import type { Locale } from "#contract/formats/locale";
import { FieldErrors, TextField } from "~/forms/fields";
import { pathIn } from "~/i18n/locale-of-path";
import { Icon } from "~/ui/icon";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { DocumentBadge } from "../../documents/document-badge";

type Verdict = { id: string; verdict?: "accepted" | "rejected"; reason?: string };
type Field = FieldMetadata<Verdict>;

type Props = { documents: ReviewDocument[]; fields: Field[]; locale: Locale; deciding: boolean };

/** The documents of the file, each shown directly, with a verdict field for unchecked ones. */
export function DocumentsToCheck({ documents, fields, locale, deciding }: Props) {
  const { t } = useTranslation("review");
  if (documents.length === 0) return null;
  return (
    <Panel title={t("documents.title")}>
      <ul className="grid gap-6 sm:grid-cols-2">
        {documents.map((document, at) => (
          <li key={document.id} className="grid min-w-0 content-start gap-2">
            <DocumentItem document={document} />
            {fields[at] && document.status === "pending" && !document.purged && deciding && (
              <VerdictOf field={fields[at]} locale={locale} document={document} />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function DocumentItem({ document: { id, kind, name, mime, bytes, status, reason, sentAt, purged } }: { document: ReviewDocument }) {
  const { t } = useTranslation("review");
  const { t: words } = useTranslation("documents");
  const { locale } = usePage();
  const file = pathIn(locale, `/dashboard/admin/documents/${id}/file`);
  const isPicture = mime.startsWith("image/");
  // A picture is shown large on the page of the document; other files are not shown on our origin.
  const opened = isPicture ? pathIn(locale, `/dashboard/admin/documents/${id}/view`) : file;
  const called = words(`kinds.${kind}`);
  const type = t(mime === "application/pdf" ? "documents.pdf" : "documents.picture");
  return (
    <>
      {purged ? (
        <p className="review-document muted">{words("purged")}</p>
      ) : (
        <a className="review-document" href={opened} download={!isPicture} aria-label={t("documents.open", { kind: called, name })}>
          {isPicture ? <img src={file} alt="" loading="lazy" /> : <Icon of={FileText} className="size-12" />}
          <span className="review-document-eye">
            <Icon of={Eye} className="size-5" />
          </span>
        </a>
      )}
      <strong>{called}</strong>
      <span className="muted text-sm">
        {t("documents.about", { type, count: Math.max(1, Math.round(bytes / 1000)), date: formatDate(locale, sentAt, "short") })}
        {name && <span className="block break-all">{name}</span>}
      </span>
      {(status !== "pending" || purged) && (
        <span>
          <DocumentBadge status={status} />
        </span>
      )}
      {reason && <span className="text-sm">{words("reason", { reason })}</span>}
    </>
  );
}

function VerdictOf({ field, locale, document }: { field: Field; locale: Locale; document: ReviewDocument }) {
  const { t } = useTranslation("review");
  const { t: words } = useTranslation("documents");
  const { id, verdict, reason } = field.getFieldset();
  return (
    <fieldset className="review-verdict">
      <legend className="sr-only">{t("documents.verdict", { kind: words(`kinds.${document.kind}`) })}</legend>
      <input type="hidden" name={id.name} value={document.id} />
      <span className="review-choices">
        {(["accepted", "rejected"] as const).map((value) => (
          <label key={value}>
            <input type="radio" name={verdict.name} value={value} defaultChecked={verdict.initialValue === value} />
            {t(`documents.${value}`)}
          </label>
        ))}
      </span>
      <FieldErrors field={verdict} />
      <div className="review-why">
        <TextField field={reason} label={t("documents.why")} optional={false} lang={locale} />
      </div>
    </fieldset>
  );
}
