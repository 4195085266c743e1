import { ChevronRight } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "./icon";

type Props = {
  summary: ReactNode;
  open?: boolean;
  /** A panel of its own, a row of a menu, or a small line inside a table; by default a line of text with a button's height. */
  variant?: "panel" | "menu" | "small";
  children: ReactNode;
};

/** What opens under its summary. A chevron shows that it does: at the end of a panel's or a menu's row, before the text of a line. */
export function Disclosure({ summary, open, variant, children }: Props) {
  const chevron = <Icon of={ChevronRight} className="chevron" />;
  const wide = variant === "panel" || variant === "menu";
  return (
    <details className={boxes[variant ?? "line"]} open={open || undefined}>
      <summary className={rows[variant ?? "line"]}>
        {!wide && chevron}
        {summary}
        {wide && chevron}
      </summary>
      {children}
    </details>
  );
}

const boxes = { panel: "panel disclosure", menu: "disclosure", small: "disclosure disclosure-small", line: "disclosure disclosure-line" };
const rows = { panel: "font-semibold", menu: "menu-item", small: undefined, line: undefined };
