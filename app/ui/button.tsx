import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Link } from "./link";

export type ButtonLook = "primary" | "line" | "ink" | "white" | "hollow" | "danger" | "danger-full";

const looks: Record<ButtonLook, string> = {
  primary: "btn",
  line: "btn btn-line",
  ink: "btn btn-ink",
  white: "btn btn-white",
  hollow: "btn btn-hollow",
  danger: "btn btn-danger",
  "danger-full": "btn btn-danger-full",
};

export function buttonClass(look: ButtonLook = "primary", small = false): string {
  return small ? `${looks[look]} btn-small` : looks[look];
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { look?: ButtonLook; small?: boolean; busy?: boolean };

/** A button that does something. While busy it stays focusable (aria-disabled), and is announced by screen readers. */
export function Button({ look, small, busy, type = "submit", className, ...rest }: ButtonProps) {
  return (
    <button type={type} className={`${buttonClass(look, small)} ${className ?? ""}`.trim()} aria-disabled={busy || undefined} {...rest} />
  );
}

type ButtonLinkProps = { to: string; look?: ButtonLook; small?: boolean; className?: string; children: ReactNode };

/** A link that looks like a button, for navigation. */
export function ButtonLink({ look, small, className, ...rest }: ButtonLinkProps) {
  return <Link className={`${buttonClass(look, small)} ${className ?? ""}`.trim()} {...rest} />;
}
