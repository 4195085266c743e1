import type { IconNode } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "./icon";

export type BadgeMeaning = "plain" | "success" | "warning" | "danger" | "information" | "primary";

const looks: Record<BadgeMeaning, string> = {
  plain: "",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
  information: "bg-info-soft text-info",
  primary: "bg-primary-soft text-primary",
};

/** A state with a label and an icon: colour is never the only signal. */
export function Badge({ meaning, icon, children }: { meaning: BadgeMeaning; icon: IconNode; children: ReactNode }) {
  return (
    <span className={`badge ${looks[meaning]}`}>
      <Icon of={icon} />
      {children}
    </span>
  );
}
