import type { IconNode } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "./icon";

export type BadgeMeaning = "plain" | "success" | "warning" | "danger" | "information" | "primary";

const classes: Record<BadgeMeaning, string> = {
  plain: "",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
  information: "bg-info-soft text-info",
  primary: "bg-primary-soft text-primary",
};

type Props = {
  meaning: BadgeMeaning;
  icon: IconNode;
  /** Whether its text may take several lines in a table. */
  long?: boolean;
  children: ReactNode;
};

/** A state with a label and an icon: colour is never the only signal. */
export function Badge({ meaning, icon, long = false, children }: Props) {
  return (
    <span className={`badge ${classes[meaning]} ${long ? "badge-long" : ""}`.trim()} data-meaning={meaning}>
      <Icon of={icon} />
      {children}
    </span>
  );
}
