import { useRevalidator } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";

type Props = { href: string; name: string; children: ReactNode };

/** The window of an outside service that is linked (S9-020). */
const features = "popup,width=960,height=600";

/**
 * A link to an outside service, in a window of its own; in place without script, or where windows are blocked. The page is read again when the reader comes
 * back to it: the policy of its opener keeps the window from reporting what was done.
 */
export function PopupLink({ href, name, children }: Props) {
  const { revalidate } = useRevalidator();
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !window.open(href, name, features)) return;
    event.preventDefault();
    addEventListener("focus", () => revalidate(), { once: true });
  };
  return (
    <a href={href} rel="noreferrer" onClick={open}>
      {children}
    </a>
  );
}
