import { type ReactNode, useEffect, useRef } from "react";
import { fetchPositioning, popoverDefaults, stayAt } from "./placement";

type Props = {
  id: string;
  label: string;
  button: ReactNode;
  buttonClass?: string;
  /** Opens under the pointer as well, and stays while the pointer is on it or within 8 px. */
  hover?: boolean;
  children: ReactNode;
};

/**
 * A button with a popover. The browser opens and closes it (Escape, a click elsewhere), also
 * without script; with it, the panel is positioned at its button.
 */
export function Popover({ id, label, button, buttonClass, hover = false, children }: Props) {
  const anchor = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => placeAtAnchor(anchor.current, panel.current), []);
  useEffect(() => (hover ? openOnHover(anchor.current, panel.current) : undefined), [hover]);
  return (
    <>
      <button type="button" ref={anchor} className={buttonClass} aria-label={label} {...{ popovertarget: id }}>
        {button}
      </button>
      <div ref={panel} id={id} className="popover" {...{ popover: "auto" }}>
        {children}
      </div>
    </>
  );
}

function placeAtAnchor(anchor: HTMLElement | null, panel: HTMLElement | null) {
  if (!anchor || !panel) return;
  fetchPositioning();
  let stop: (() => void) | undefined;
  const onToggle = (event: Event) => {
    stop?.();
    stop = (event as ToggleEvent).newState === "open" ? stayAt(anchor, panel) : undefined;
  };
  panel.addEventListener("toggle", onToggle);
  return () => {
    stop?.();
    panel.removeEventListener("toggle", onToggle);
  };
}

function openOnHover(anchor: HTMLElement | null, panel: HTMLElement | null) {
  if (!anchor || !panel) return;
  const show = () => panel.showPopover();
  const follow = ({ clientX, clientY }: PointerEvent) => {
    if (panel.matches(":popover-open") && ![anchor, panel].some((element) => isNear(element, clientX, clientY))) panel.hidePopover();
  };
  anchor.addEventListener("pointerenter", show);
  document.addEventListener("pointermove", follow);
  return () => {
    anchor.removeEventListener("pointerenter", show);
    document.removeEventListener("pointermove", follow);
  };
}

function isNear(element: HTMLElement, x: number, y: number): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const near = popoverDefaults.hoverPadding;
  return x >= left - near && x <= right + near && y >= top - near && y <= bottom + near;
}
