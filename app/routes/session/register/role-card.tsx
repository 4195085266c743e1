import type { ReactNode } from "react";
import { ButtonLink } from "~/ui/button";

type Props = { title: string; to: string; cta: string; tone: string; children: ReactNode };

/** A kind of registration: what it is, what to expect, and a link to start. */
export function RoleCard({ title, to, cta, tone, children }: Props) {
  return (
    <section className={`flex flex-col items-start gap-3 rounded-2xl p-7 ${tone}`}>
      <h2 className="title-card">{title}</h2>
      {children}
      <ButtonLink to={to} className="mt-auto">
        {cta}
      </ButtonLink>
    </section>
  );
}
