import type { ReactNode } from "react";

type Props = {
  /** The label of the button, which shows an icon alone. */
  label: string;
  button: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A round button with a panel under it, on a phone a sheet at the bottom. It works without script; with it, Escape closes it too. */
export function BottomSheet({ label, button, className = "", children }: Props) {
  return (
    <details className={`bottom-sheet ${className}`.trim()} data-menu>
      <summary className="btn btn-line btn-round" aria-label={label}>
        {button}
      </summary>
      <div className="bottom-sheet-panel">{children}</div>
    </details>
  );
}
