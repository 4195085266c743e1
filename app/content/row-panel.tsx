import { useLocation, useNavigate } from "@remix-run/react";
import { Pencil, X } from "lucide";
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { previewLinkId } from "~/lists/preview";
import { AuditEntries } from "~/subjects/audit/entries";
import type { AuditLine } from "~/subjects/audit/lines";
import { ButtonLink } from "~/ui/button";
import { type Fact, Facts } from "~/ui/facts";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";

type Props = {
  id: string;
  title: string;
  /** The list without the panel. */
  closeTo: string;
  edit: string;
  facts: Fact[];
  /** Its last log entries, and the link to the others; null for who does not read the log. */
  history: AuditLine[] | null;
  wholeHistory: string;
  /** Its state. */
  children?: ReactNode;
};

/**
 * The preview of a row beside its list: its values, its state and its last changes. With script it is a dialog at the side,
 * which returns the focus to the row; without, a part of the page with a link back to the row.
 */
export function RowPanel({ id, title, closeTo, edit, facts, history, wholeHistory, children }: Props) {
  const { t } = useTranslation("lists");
  const { t: common } = useTranslation();
  const panel = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const navigate = useNavigate();
  const { key } = useLocation();
  // Again for each URL: the row may be opened again before the list without it has loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each URL opens the panel again
  useEffect(() => openAtSide(panel.current), [key]);
  const closed = () => {
    document.getElementById(previewLinkId(id))?.focus();
    navigate(closeTo, { preventScrollReset: true });
  };
  const close = (event: MouseEvent) => {
    event.preventDefault();
    panel.current?.close();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press beside the dialog; Escape is its key
    <dialog
      ref={panel}
      open
      className="row-panel"
      aria-labelledby={titleId}
      onClose={closed}
      onClick={(event) => event.target === event.currentTarget && close(event)}
    >
      <div className="row-panel-body">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="panel-title wrap-anywhere">
            {title}
          </h2>
          <Link
            to={`${closeTo}#${previewLinkId(id)}`}
            className="dialog-close text-ink"
            aria-label={common("dialog.close")}
            onClick={close}
          >
            <Icon of={X} />
          </Link>
        </div>
        {children}
        <Facts facts={facts} className="grid gap-3 whitespace-pre-line" />
        <p className="actions">
          <ButtonLink small to={edit}>
            <Icon of={Pencil} />
            {t("preview.edit")}
          </ButtonLink>
        </p>
        {history && (
          <>
            <h3 className="panel-title border-line border-t pt-4">{t("preview.history")}</h3>
            <AuditEntries rows={history} empty={t("preview.noHistory")} />
            <Link to={wholeHistory} className="font-semibold">
              {t("preview.wholeHistory")}
            </Link>
          </>
        )}
      </div>
    </dialog>
  );
}

function openAtSide(panel: HTMLDialogElement | null) {
  if (!panel || panel.matches(":modal")) return;
  // Removed rather than closed, so that no close event fires.
  panel.removeAttribute("open");
  panel.showModal();
}
