import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from "react";
import { fetchPositioning, placeAt } from "./placement";

type Props = { text: string; children: (anchor: { "aria-describedby": string }) => ReactNode };

/**
 * A tooltip on hover and focus. CSS shows it, so it needs no script; with script it stays inside the
 * window, and Escape hides it. Its text must not be essential: touch screens never show it.
 */
export function Tooltip({ text, children }: Props) {
  const id = useId();
  const panel = useRef<HTMLSpanElement>(null);
  const show = ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
    delete currentTarget.dataset.dismissed;
    if (panel.current) void placeAt(currentTarget, panel.current, "absolute");
  };
  useEffect(() => {
    fetchPositioning();
    return dismissOnEscape(panel.current);
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to what happens on its control
    <span className="tooltip-anchor" onPointerEnter={show} onFocus={show}>
      {children({ "aria-describedby": id })}
      <span ref={panel} id={id} role="tooltip" className="tooltip">
        {text}
      </span>
    </span>
  );
}

function dismissOnEscape(panel: HTMLElement | null) {
  const dismiss = ({ key }: KeyboardEvent) => {
    if (key === "Escape" && panel?.parentElement) panel.parentElement.dataset.dismissed = "";
  };
  document.addEventListener("keydown", dismiss);
  return () => document.removeEventListener("keydown", dismiss);
}
