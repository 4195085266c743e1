import type { ReactNode } from "react";

type Props = { title: string; lead?: ReactNode; before?: ReactNode; children?: ReactNode };

/** A page with a single form: one narrow column. */
export function FormPage({ title, lead, before, children }: Props) {
  return (
    <main id="content" className="mx-auto w-full max-w-[47rem] px-[var(--gutter)] pt-6 pb-16">
      {before}
      <h1 className="mt-7 text-[clamp(2.125rem,1.6rem+2vw,3rem)] leading-[1.05] tracking-[-0.025em]">{title}</h1>
      {lead && <p className="muted mt-3 text-lg">{lead}</p>}
      {children}
    </main>
  );
}
