import { X } from "lucide";
import { type MouseEvent, type ReactNode, type SyntheticEvent, useId } from "react";
import { useTranslation } from "react-i18next";
import type { ButtonVariant } from "./button";
import { buttonClass } from "./button";
import { Icon } from "./icon";
import { Link } from "./link";

type Props = {
  id: string;
  /** A question; the button that answers it repeats its verb. */
  title: string;
  /** While set, nothing closes the dialog: not its button, not Escape, not a click on the backdrop. */
  preventClose?: boolean;
  children: ReactNode;
};

/** A modal dialog, opened by a `DialogLink`. On a phone it is a sheet at the bottom. */
export function Dialog({ id, title, preventClose = false, children }: Props) {
  const { t } = useTranslation();
  const titleId = useId();
  const refuse = (event: SyntheticEvent) => {
    if (preventClose) event.preventDefault();
  };
  const pressed = ({ target, currentTarget }: MouseEvent<HTMLDialogElement>) => {
    if (target === currentTarget && !preventClose) currentTarget.close();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press beside the dialog; Escape is its key
    <dialog
      id={id}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={refuse}
      onClick={pressed}
      {...{ closedby: preventClose ? "none" : "any" }}
    >
      <div className="dialog-body">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="panel-title">
            {title}
          </h2>
          <button
            type="button"
            className="dialog-close"
            aria-label={t("dialog.close")}
            aria-disabled={preventClose || undefined}
            onClick={() => !preventClose && closeDialog(id)}
          >
            <Icon of={X} />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

type DialogLinkProps = {
  dialog: string;
  to: string;
  variant?: ButtonVariant;
  small?: boolean;
  /** The label for screen readers, when the text is ambiguous. */
  label?: string;
  children: ReactNode;
};

/** Opens a dialog of this page. Without script, it is a link to the page with the same question. */
export function DialogLink({ dialog, to, variant, small, label, children }: DialogLinkProps) {
  const open = (event: MouseEvent) => {
    const element = dialogOf(dialog);
    if (!element || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    element.showModal();
  };
  return (
    <Link to={to} className={buttonClass(variant, small)} onClick={open} aria-haspopup="dialog" aria-label={label}>
      {children}
    </Link>
  );
}

export function closeDialog(id: string) {
  dialogOf(id)?.close();
}

function dialogOf(id: string): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>(`dialog#${CSS.escape(id)}`);
}
