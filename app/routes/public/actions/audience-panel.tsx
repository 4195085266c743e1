import type { ReactNode } from "react";
import { ButtonLink } from "~/ui/button";
import { Drawing } from "~/ui/drawing";
import type { DrawingName } from "~/ui/drawings";

const variants = { sun: "bg-sun", beige: "bg-beige", pale: "bg-primary-pale" } as const;

type Props = {
  id: string;
  variant: keyof typeof variants;
  drawing: DrawingName;
  title: string;
  cta: { to: string; label: string };
  children: ReactNode;
};

/** What one kind of people can do, and their next step. */
export function AudiencePanel({ id, variant, drawing, title, cta, children }: Props) {
  return (
    <section
      id={id}
      className={`grid content-start justify-items-start gap-4 rounded-2xl p-[clamp(1.5rem,3.4vw,2.75rem)] ${variants[variant]}`}
    >
      <Drawing name={drawing} className="h-27 w-auto" />
      <h2 className="title-section">{title}</h2>
      {children}
      <ButtonLink to={cta.to} variant={variant === "beige" ? "primary" : "line"} className="mt-2">
        {cta.label}
      </ButtonLink>
    </section>
  );
}

/** Short steps within a panel. */
export function PanelSteps({ steps }: { steps: string[] }) {
  return (
    <ol className="grid gap-3">
      {steps.map((step, at) => (
        <li key={step} className="grid grid-cols-[1.75rem_1fr] leading-snug">
          <b aria-hidden="true">{at + 1}</b>
          {step}
        </li>
      ))}
    </ol>
  );
}
