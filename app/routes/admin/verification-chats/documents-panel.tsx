import { useTranslation } from "react-i18next";
import { documentsShown } from "#contract/accounts/documents";
import type { ChatRecord } from "#contract/accounts/verification-chats";
import { pathIn } from "~/i18n/locale-of-path";
import { Link } from "~/ui/link";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { DocumentBadge } from "../documents/document-badge";

/** The documents of the file, with links to open and to check them. */
export function DocumentsPanel({ documents }: { documents: ChatRecord["documents"] }) {
  const { t } = useTranslation("chats");
  const { t: words } = useTranslation("documents");
  const { locale } = usePage();
  return (
    <Panel title={t("documents.title")}>
      {documents.length === 0 && <p className="muted">{t("documents.none")}</p>}
      {documents.length === documentsShown && <p className="muted">{t("documents.newest", { max: documentsShown })}</p>}
      <ul className="grid gap-4">
        {documents.map(({ id, kind, name, status, closed, reason, sentAt }) => {
          const page = `/dashboard/admin/documents/${id}`;
          const called = { kind: words(`kinds.${kind}`), name };
          return (
            <li key={id} className="grid gap-1">
              <strong>{called.kind}</strong>
              <span className="muted grid text-sm">
                {name && <span className="break-all">{name}</span>}
                {t("documents.sentAt", { date: formatDate(locale, sentAt, "short") })}
              </span>
              <span className="flex flex-wrap items-center gap-3">
                <DocumentBadge status={status} closed={closed} />
                <a
                  href={pathIn(locale, `${page}/file`)}
                  download
                  aria-label={t("documents.openDocument", called)}
                  className="inline-block py-1"
                >
                  {t("documents.open")}
                </a>
                {status === "pending" && !closed && (
                  <Link to={`${page}/view`} aria-label={t("documents.checkDocument", called)} className="inline-block py-1">
                    {t("documents.check")}
                  </Link>
                )}
              </span>
              {reason && <span className="text-sm">{words("reason", { reason })}</span>}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
