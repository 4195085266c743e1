import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Link } from "./link";

export type ButtonVariant = "primary" | "line" | "ink" | "white" | "hollow" | "danger" | "danger-full";

const variants: Record<ButtonVariant, string> = {
  primary: "btn",
  line: "btn btn-line",
  ink: "btn btn-ink",
  white: "btn btn-white",
  hollow: "btn btn-hollow",
  danger: "btn btn-danger",
  "danger-full": "btn btn-danger-full",
};

export function buttonClass(variant: ButtonVariant = "primary", small = false): string {
  return small ? `${variants[variant]} btn-small` : variants[variant];
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { variant?: ButtonVariant; small?: boolean; busy?: boolean };

/** A button that does something. While busy it stays focusable (aria-disabled), and is announced by screen readers. */
export function Button({ variant, small, busy, type = "submit", className, ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={`${buttonClass(variant, small)} ${className ?? ""}`.trim()}
      aria-disabled={busy || undefined}
      {...rest}
    />
  );
}

type ButtonLinkProps = { to: string; variant?: ButtonVariant; small?: boolean; className?: string; children: ReactNode };

/** A link that looks like a button, for navigation. */
export function ButtonLink({ variant, small, className, ...rest }: ButtonLinkProps) {
  return <Link className={`${buttonClass(variant, small)} ${className ?? ""}`.trim()} {...rest} />;
}
