import type { ReactNode } from "react";

/** The head of a public page: its title and lead. */
export function PageHead({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children?: ReactNode }) {
  return (
    <div className="pt-[clamp(2rem,5vw,4rem)] pb-8 wrap-anywhere">
      <h1 className="title-hero">{title}</h1>
      {lead && <p className="mt-6 max-w-2xl text-xl leading-[1.45] text-neutral-dark">{lead}</p>}
      {children}
    </div>
  );
}
