import type { ReactNode } from "react";

type Props = {
  /** Whether the form holds something that is not saved: only then the bar stays in sight. */
  changed: boolean;
  /** The buttons. */
  children: ReactNode;
};

/** The buttons of a long form, under it. While something is not saved they stay at the bottom of the window, on a phone in place of the tabs. */
export function SaveBar({ changed, children }: Props) {
  return (
    <div className="save-bar" data-changed={changed || undefined}>
      {children}
    </div>
  );
}
