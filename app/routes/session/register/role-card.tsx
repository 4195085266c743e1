import type { ReactNode } from "react";
import { ButtonLink } from "~/ui/button";
import { Drawing } from "~/ui/drawing";
import type { DrawingName } from "~/ui/drawings";

type Props = { title: string; to: string; cta: string; tone: string; drawing: DrawingName; children: ReactNode };

/** A kind of registration: what it is, what to expect, and a link to start. */
export function RoleCard({ title, to, cta, tone, drawing, children }: Props) {
  return (
    <section className={`flex flex-col items-start gap-3 rounded-2xl p-7 ${tone}`}>
      <Drawing name={drawing} className="h-24 w-28" />
      <h2 className="title-card">{title}</h2>
      {children}
      <ButtonLink to={to} variant="ink" className="mt-auto">
        {cta}
      </ButtonLink>
    </section>
  );
}
