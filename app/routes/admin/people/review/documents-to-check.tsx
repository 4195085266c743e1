import type { FieldMetadata } from "@conform-to/react";
import { Eye, FileText } from "lucide";
import { useTranslation } from "react-i18next";
import type { ReviewPaper } from "#contract/accounts/account-review";
import type { Locale } from "#contract/formats/locale";
import { FieldErrors, TextField } from "~/forms/fields";
import { pathIn } from "~/i18n/locale-of-path";
import { Icon } from "~/ui/icon";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { PaperBadge } from "../../documents/document-badge";

type Verdict = { id: string; verdict?: "accepted" | "rejected"; reason?: string };
type Field = FieldMetadata<Verdict>;

type Props = { documents: ReviewPaper[]; fields: Field[]; locale: Locale; deciding: boolean };

/** The documents of the file, each shown at once, with a verdict where nobody has given one. */
export function DocumentsToCheck({ documents, fields, locale, deciding }: Props) {
  const { t } = useTranslation("review");
  if (documents.length === 0) return null;
  return (
    <Panel title={t("papers.title")}>
      <ul className="grid gap-6 sm:grid-cols-2">
        {documents.map((paper, at) => (
          <li key={paper.id} className="grid min-w-0 content-start gap-2">
            <Paper paper={paper} />
            {fields[at] && paper.status === "pending" && !paper.purged && deciding && (
              <VerdictOf field={fields[at]} locale={locale} paper={paper} />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Paper({ paper: { id, kind, name, mime, bytes, status, reason, sentAt, purged } }: { paper: ReviewPaper }) {
  const { t } = useTranslation("review");
  const { t: words } = useTranslation("documents");
  const { locale } = usePage();
  const file = pathIn(locale, `/dashboard/admin/documents/${id}/file`);
  const called = words(`kinds.${kind}`);
  const type = t(mime === "application/pdf" ? "papers.pdf" : "papers.picture");
  return (
    <>
      {purged ? (
        <p className="review-paper muted">{words("purged")}</p>
      ) : (
        <a className="review-paper" href={file} download aria-label={t("papers.open", { kind: called, name })}>
          {mime.startsWith("image/") ? <img src={file} alt="" loading="lazy" /> : <Icon of={FileText} className="size-12" />}
          <span className="review-paper-eye">
            <Icon of={Eye} className="size-5" />
          </span>
        </a>
      )}
      <strong>{called}</strong>
      <span className="muted text-sm">
        {t("papers.about", { type, count: Math.max(1, Math.round(bytes / 1000)), date: formatDate(locale, sentAt, "short") })}
        {name && <span className="block break-all">{name}</span>}
      </span>
      {(status !== "pending" || purged) && <PaperBadge status={status} />}
      {reason && <span className="text-sm">{words("reason", { reason })}</span>}
    </>
  );
}

function VerdictOf({ field, locale, paper }: { field: Field; locale: Locale; paper: ReviewPaper }) {
  const { t } = useTranslation("review");
  const { t: words } = useTranslation("documents");
  const { id, verdict, reason } = field.getFieldset();
  return (
    <fieldset className="review-verdict">
      <legend className="sr-only">{t("papers.verdict", { kind: words(`kinds.${paper.kind}`) })}</legend>
      <input type="hidden" name={id.name} value={paper.id} />
      <span className="review-choices">
        {(["accepted", "rejected"] as const).map((value) => (
          <label key={value}>
            <input type="radio" name={verdict.name} value={value} defaultChecked={verdict.initialValue === value} />
            {t(`papers.${value}`)}
          </label>
        ))}
      </span>
      <FieldErrors field={verdict} />
      <div className="review-why">
        <TextField field={reason} label={t("papers.why")} optional={false} lang={locale} />
      </div>
    </fieldset>
  );
}
